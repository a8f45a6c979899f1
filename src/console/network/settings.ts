import { changeSettings, recordMailTest } from '../../actions/network/change-settings.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readNetwork } from '../../store/network/settings.ts'
import { readUpstreamState } from '../../store/network/upstream.ts'
import type { Gate } from '../gate.ts'
import { serve } from '../serve.ts'
import type { App, ConsoleServices } from '../services.ts'

export function settingsRoutes(app: App, { db, casterDefaults, mail, statusPage }: ConsoleServices, gate: Gate): void {
  const settings = async () => {
    const [network, upstream] = await Promise.all([readNetwork(db), readUpstreamState(db)])
    return {
      network,
      defaults: casterDefaults,
      upstream: network.upstream === null ? null : upstream,
      mail: mail && { server: mail.server, from: mail.from },
      statusPage,
    }
  }

  serve(app, 'GET /settings', 'settings.read', settings)

  serve(app, 'PATCH /settings', 'settings.change', async (request) => {
    await changeSettings(gate.context(request), request.body)
    return settings()
  })

  serve(app, 'POST /settings/mail-test', 'settings.change', async (request) => {
    if (!mail) throw new Refusal('no_mail_server')
    const { address } = request.body
    const { taken, said } = await mail.sendTest(address).then(
      (said) => ({ taken: true, said }),
      (error: Error) => ({ taken: false, said: error.message }),
    )
    await recordMailTest(gate.context(request), address, said)
    return { taken, said }
  })
}
