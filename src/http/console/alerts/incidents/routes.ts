// Incidents: notices on the public status page, mailed to its subscribers.
import type { Static } from 'typebox'
import {
  incidentNotFound,
  type NoteWish,
  noteIncident,
  openIncident,
  withdrawIncident,
} from '../../../../actions/alerts/incidents/publish.ts'
import type { App } from '../../../../base/serving/app.ts'
import type { Incident } from '../../../../domain/alerts/incidents/incident.ts'
import { findIncident, listIncidents } from '../../../../store/alerts/incidents/rows.ts'
import { countSubscribers } from '../../../../store/alerts/incidents/subscribers.ts'
import type { StationBook } from '../../../../store/current/current.ts'
import type { Incident as Shape } from '../../contract/alerts/incidents.ts'
import type { BodyOf } from '../../contract/routes.ts'
import type { Gate } from '../../entrance/gate.ts'
import { idOf } from '../../kit/ids.ts'
import { newestPage } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

const reading = 'network.read'
const changing = 'network.change'

export function incidentRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, current } = services
  serve(app, 'GET /incidents', reading, async ({ query }) => {
    const { book } = await current()
    const { page, nextCursor } = await newestPage(query, (wanted) => listIncidents(db, wanted))
    return { incidents: page.map((incident) => incidentAnswer(incident, book)), nextCursor }
  })

  serve(app, 'GET /incidents/audience', 'settings.read', async () => ({
    subscribers: await countSubscribers(db),
    sendsMail: (services.customerMail ?? null) !== null,
    statusPage: services.statusPage,
  }))

  serve(app, 'GET /incidents/:id', reading, async ({ params }) => {
    const incident = await findIncident(db, idOf(params.id))
    if (!incident) throw incidentNotFound()
    return { incident: incidentAnswer(incident, (await current()).book) }
  })

  serve(app, 'POST /incidents', changing, async (request) => {
    const { stage, paragraphs, mail, ...incident } = request.body
    const { book } = await current()
    const opened = await openIncident({ ...gate.context(request), book }, incident, noteOf({ stage, paragraphs, mail }))
    return { incident: incidentAnswer(opened, book) }
  })

  serve(app, 'POST /incidents/:id/notes', changing, async (request) => {
    const noted = await noteIncident(gate.context(request), idOf(request.params.id), noteOf(request.body))
    return { incident: incidentAnswer(noted, (await current()).book) }
  })

  serve(app, 'DELETE /incidents/:id', changing, async (request) => {
    await withdrawIncident(gate.context(request), idOf(request.params.id))
    return {}
  })
}

const noteOf = ({ stage, paragraphs, mail }: BodyOf<'POST /incidents/:id/notes'>): NoteWish => ({
  stage,
  text: paragraphs.map((paragraph) => paragraph.trim()).join('\n'),
  mail,
})

function incidentAnswer({ stationIds, ...incident }: Incident, { byId }: StationBook): Static<typeof Shape> {
  const { stage, createdAt: updatedAt } = incident.notes.at(-1)!
  const stations = stationIds.map((id) => ({ id, code: byId.get(id)?.code ?? String(id) }))
  return { ...incident, stations, stage, updatedAt }
}
