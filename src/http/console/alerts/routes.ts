// Alerts: open and past ones, acknowledgement, and the settings for their recipients.

import type { Static } from 'typebox'
import { acknowledge } from '../../../actions/alerts/acknowledge.ts'
import { setAlerts } from '../../../actions/alerts/set.ts'
import { withdraw } from '../../../actions/alerts/withdraw.ts'
import type { App } from '../../../base/serving/app.ts'
import { type Alert, kindsOf, severityOf, stateOf } from '../../../domain/alerts/alert.ts'
import { listAlerts } from '../../../store/alerts/rows.ts'
import { readAlertSettings } from '../../../store/alerts/settings.ts'
import type { Alert as Shown } from '../contract/alerts/alerts.ts'
import type { Gate } from '../entrance/gate.ts'
import { timeOf } from '../kit/ids.ts'
import { newestPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

export function alertRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db } = services
  serve(app, 'GET /alerts', 'system.read', async ({ query }) => {
    const { state, topic, from, to } = query
    const filter = {
      state,
      kinds: topic && kindsOf(topic),
      from: from === undefined ? undefined : timeOf(from, 'from'),
      to: to === undefined ? undefined : timeOf(to, 'to'),
    }
    const { page, nextCursor } = await newestPage(query, (wanted) => listAlerts(db, { ...filter, ...wanted }))
    return { alerts: page.map(alertAnswer), nextCursor }
  })

  serve(app, 'POST /alerts/acknowledge', 'network.change', async (request) => {
    const { ids, until } = request.body
    const time = until === undefined ? null : timeOf(until, 'until')
    return { alerts: await acknowledge(gate.context(request), ids, time) }
  })

  serve(app, 'POST /alerts/unacknowledge', 'network.change', async (request) => ({
    alerts: await withdraw(gate.context(request), request.body.ids),
  }))

  const canMail = () => services.mail !== null
  serve(app, 'GET /settings/alerts', 'settings.read', async () => ({
    settings: await readAlertSettings(db),
    canMail: canMail(),
  }))

  serve(app, 'PATCH /settings/alerts', 'settings.change', async (request) => ({
    settings: await setAlerts(gate.context(request), request.body),
    canMail: canMail(),
  }))
}

const alertAnswer = ({ subject, seenAt, endMailedAt, ...alert }: Alert): Static<typeof Shown> => ({
  ...alert,
  severity: severityOf(alert.kind),
  state: stateOf(alert),
})
