import type { Static } from 'typebox'
import { addHost, removeHost } from '../../../actions/alerts/hosts/change.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { type ListedHost, listHostsOf } from '../../../store/alerts/hosts.ts'
import type { ShownHost } from '../contract/alerts/hosts.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from '../stations/routes.ts'

const changing = 'network.change'

export function hostRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, current } = services
  const answer = async (stationId: number) => ({
    hosts: (await listHostsOf(db, stationId)).map(hostAnswer),
    canMail: services.mail !== null,
  })

  serve(app, 'GET /stations/:id/hosts', 'system.read', async ({ params }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    return answer(id)
  })

  serve(app, 'POST /stations/:id/hosts', changing, async (request) => {
    const id = idOf(request.params.id)
    if (services.mail === null) throw new Refusal('no_mail_server')
    await addHost(gate.context(request), { id }, request.body)
    return answer(id)
  })

  serve(app, 'DELETE /stations/:id/hosts/:hostId', changing, async (request) => {
    const id = idOf(request.params.id)
    await removeHost(gate.context(request), id, idOf(request.params.hostId))
    return answer(id)
  })
}

const hostAnswer = ({
  id,
  name,
  email,
  language,
  createdAt,
  confirmedAt,
  reportedMonth,
  reportState,
  reportError,
}: ListedHost): Static<typeof ShownHost> => ({
  ...{ id, name, email, language, createdAt, confirmedAt },
  report:
    reportedMonth === null
      ? null
      : { month: reportedMonth, state: shownState(reportState, reportError), error: reportError },
})

const shownState = (state: ListedHost['reportState'], error: ListedHost['reportError']) =>
  error?.code === 'unwanted' ? 'skipped' : state
