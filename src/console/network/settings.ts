// What describes the network, and whether mail works. The rules are those of `vertice network set`.
import { Type } from 'typebox'
import { setNetwork } from '../../actions/network/set.ts'
import { testMail } from '../../actions/network/test-mail.ts'
import { Refusal } from '../../domain/refusal.ts'
import { readNetwork } from '../../store/network/settings.ts'
import { readUpstreamState } from '../../store/network/upstream.ts'
import { Nullable } from '../../wire/common.ts'
import { Body, Email } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'

const Line = Type.String({ maxLength: 400 })
const Distance = Type.Number()

export function settingsRoutes(app: App, { db, casterDefaults, mail, statusPage }: ConsoleServices, gate: Gate): void {
  const settings = async () => {
    const [network, upstream] = await Promise.all([readNetwork(db), readUpstreamState(db)])
    return {
      ok: true,
      network,
      defaults: casterDefaults,
      upstream: network.upstream === null ? null : upstream,
      mail: mail && { server: mail.server, from: mail.from },
      statusPage,
    }
  }

  app.get('/settings', { config: { access: 'settings.read' } }, settings)

  const change = Body({
    name: Type.Optional(Line),
    casterHost: Type.Optional(Nullable('string', { maxLength: 253 })),
    casterPort: Type.Optional(Nullable('integer')),
    datum: Type.Optional(Line),
    format: Type.Optional(Line),
    mountpoint: Type.Optional(Line),
    upstream: Type.Optional(Nullable('string', { maxLength: 1000 })),
    nearBaseKm: Type.Optional(Distance),
    triangleSideKm: Type.Optional(Distance),
    defaultRadiusKm: Type.Optional(Distance),
  })
  app.patch('/settings', { config: { access: 'settings.change' }, schema: { body: change } }, async (request) => {
    await setNetwork(gate.context(request), request.body)
    return settings()
  })

  const test = { config: { access: 'settings.change' }, schema: { body: Body({ address: Email }) } } as const
  app.post('/settings/mail-test', test, async (request) => {
    if (!mail) throw new Refusal('no_mail_server')
    return { ok: true, ...(await testMail(gate.context(request), request.body.address, mail.sendTest)) }
  })
}
