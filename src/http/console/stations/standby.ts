import { checkSource } from '../../../actions/network/source-address.ts'
import {
  makeStandbySecret,
  removeStandby,
  setFallbackStation,
  setStandbyPull,
} from '../../../actions/stations/standby.ts'
import type { App } from '../../../base/serving/app.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { sourceReader } from './source.ts'

const changing = 'network.change'

export function standbyRoutes(app: App, { db, clock, current, refuseSource }: ConsoleServices, gate: Gate): void {
  const source = sourceReader(db, clock)

  /** The secret is shown once, to be entered at the second receiver. */
  serve(app, 'POST /stations/:id/backup/secret', changing, async (request) => {
    const made = await makeStandbySecret(gate.context(request), { id: idOf(request.params.id) })
    const { casterHost, casterPort } = (await current()).book.network
    return { ...made, casterHost, casterPort }
  })

  serve(app, 'PUT /stations/:id/backup/pull', changing, async (request) => {
    await checkSource(refuseSource, 'url', request.body.url)
    await setStandbyPull(gate.context(request), { id: idOf(request.params.id) }, request.body.url)
    return source(request.params.id)
  })

  serve(app, 'PUT /stations/:id/backup/station', changing, async (request) => {
    await setFallbackStation(gate.context(request), { id: idOf(request.params.id) }, { id: request.body.stationId })
    return source(request.params.id)
  })

  serve(app, 'DELETE /stations/:id/backup', changing, async (request) => {
    await removeStandby(gate.context(request), { id: idOf(request.params.id) })
    return source(request.params.id)
  })
}
