// Settings of the network, and the mail test. The rules are those of `vertice network set`.
import { setNetwork } from '../../../actions/network/set.ts'
import { checkSource } from '../../../actions/network/source-address.ts'
import { testMail } from '../../../actions/network/test-mail.ts'
import { setPolicies } from '../../../actions/people/set-policies.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { reachOf } from '../../../domain/network/address-reach.ts'
import { readNetwork } from '../../../store/network/settings.ts'
import { readEngineState } from '../../../store/network/vrs-engine.ts'
import { readPolicies } from '../../../store/people/policies.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

export function settingsRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, casterDefaults, current, refuseSource, baseUrl, simulated } = services
  const settings = async () => {
    await current() // another node may have changed other settings
    const { mail, statusPage } = services
    const [network, engine] = await Promise.all([readNetwork(db), readEngineState(db)])
    return {
      network,
      defaults: casterDefaults,
      webUrl: baseUrl,
      reach: {
        caster: simulated ? 'public' : reachOf(network.casterHost ?? casterDefaults.casterHost),
        web: simulated ? 'public' : reachOf(new URL(baseUrl).hostname),
      },
      upstream: network.upstream === null ? null : engine,
      mail: mail && { server: mail.server, from: mail.from },
      statusPage,
    }
  }

  serve(app, 'GET /settings', 'settings.read', settings)

  serve(app, 'PATCH /settings', 'settings.change', async (request) => {
    await checkSource(refuseSource, 'upstream', request.body.upstream)
    await setNetwork(gate.context(request), request.body)
    return settings()
  })

  serve(app, 'GET /settings/access', 'settings.read', async () => ({ roles: await readPolicies(db) }))

  serve(app, 'PATCH /settings/access', 'settings.change', async (request) => ({
    roles: await setPolicies(gate.context(request), request.body.roles),
  }))

  serve(app, 'POST /settings/mail-test', 'settings.change', async (request) => {
    await current()
    const { mail } = services
    if (!mail) throw new Refusal('no_mail_server')
    return testMail(gate.context(request), request.body.address, mail.sendTest)
  })
}
