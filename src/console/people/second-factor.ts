// One's own second factor. Whoever changes it shows the password again: a session left open is not enough.
import { confirmPassword } from '../../actions/people/own-account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../actions/people/second-factor.ts'
import { Body, Code, Password } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'

const config = { access: 'account' } as const
const withPassword = { config, schema: { body: Body({ password: Password }) } }

export function secondFactorRoutes(app: App, { networkName }: ConsoleServices, gate: Gate): void {
  app.post('/account/second-factor', withPassword, async (request) => {
    const { user } = request.visitor
    const context = gate.context(request)
    await confirmPassword(context, user, request.body.password)
    return { ok: true, ...(await beginSecondFactor(context, user, await networkName())) }
  })

  const confirmation = { config, schema: { body: Body({ code: Code }) } }
  app.post('/account/second-factor/confirm', confirmation, async (request) => ({
    ok: true,
    recoveryCodes: await confirmSecondFactor(gate.context(request), request.visitor.user.id, request.body.code),
  }))

  app.post('/account/second-factor/remove', withPassword, async (request) => {
    const { user } = request.visitor
    const context = gate.context(request)
    await confirmPassword(context, user, request.body.password)
    await removeSecondFactor(context, user.id)
    return { ok: true }
  })

  app.post('/account/recovery-codes', withPassword, async (request) => {
    const { user } = request.visitor
    const context = gate.context(request)
    await confirmPassword(context, user, request.body.password)
    return { ok: true, recoveryCodes: await renewRecoveryCodes(context, user.id) }
  })
}
