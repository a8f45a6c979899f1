// The user's own second factor. A change needs the password again, or a confirmation at the single sign-on provider for
// users without one: an open session is not enough. Only the first factor of users whose provider cannot confirm needs
// just a recent sign-in.
import type { FastifyRequest } from 'fastify'
import { confirmPassword } from '../../../actions/people/own-account.ts'
import {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../../actions/people/sign-in/second-factor.ts'
import type { App } from '../../../base/serving/app.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { maySetUpFirstFactor } from '../../../domain/people/sign-in.ts'
import { isKnownElsewhere } from '../../../domain/people/user.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const access = 'account'

export function secondFactorRoutes(app: App, { networkName }: ConsoleServices, gate: Gate): void {
  async function confirmSelf(request: FastifyRequest, password: string | undefined): Promise<void> {
    const { user } = request.signedIn
    if (isKnownElsewhere(user)) return gate.expectConfirmed(request)
    if (password === undefined) throw invalid(wrong(['password'], 'missing'))
    await confirmPassword(gate.context(request), user, password)
  }

  serve(app, 'POST /account/second-factor', access, async (request) => {
    const { user, session } = request.signedIn
    const context = gate.context(request)
    if (!maySetUpFirstFactor(user, session, context.now)) await confirmSelf(request, request.body.password)
    return { ...(await beginSecondFactor(context, user, await networkName())) }
  })

  serve(app, 'POST /account/second-factor/confirm', access, async (request) => ({
    recoveryCodes: await confirmSecondFactor(gate.context(request), request.signedIn.user.id, request.body.code),
  }))

  serve(app, 'POST /account/second-factor/remove', access, async (request) => {
    const { user, policy } = request.signedIn
    const context = gate.context(request)
    await confirmSelf(request, request.body.password)
    if (policy.secondFactor === 'required') throw new Refusal('second_factor_required')
    await removeSecondFactor(context, user.id)
    return {}
  })

  serve(app, 'POST /account/recovery-codes', access, async (request) => {
    const { user } = request.signedIn
    const context = gate.context(request)
    await confirmSelf(request, request.body.password)
    return { recoveryCodes: await renewRecoveryCodes(context, user.id) }
  })
}
