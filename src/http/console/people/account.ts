import { changeAccount, changePassword, endSession, endSessions } from '../../../actions/people/own-account.ts'
import { confirmIdentity } from '../../../actions/people/sign-in/confirm-identity.ts'
import type { App } from '../../../base/serving/app.ts'
import { reachOf } from '../../../domain/network/address-reach.ts'
import type { Network } from '../../../domain/network/network.ts'
import { permissionsOf } from '../../../domain/people/permissions.ts'
import { factorRule } from '../../../domain/people/policy.ts'
import { isAlive } from '../../../domain/people/sign-in.ts'
import { simulatedShare } from '../../../domain/stations/simulated.ts'
import { hasCredentials } from '../../../store/network/first-steps.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { countRecoveryCodes } from '../../../store/people/sign-in/recovery-codes.ts'
import { listConsoleSessions } from '../../../store/people/sign-in/sign-ins.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { sessionAnswer, userAnswer } from './answers.ts'

const access = 'account'

export function accountRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, clock, current, simulated, version, baseUrl } = services
  /** Queries the database only if an address is not public. */
  const unreachable = async ({ casterHost }: Network) => {
    const reach = { caster: reachOf(casterHost), web: reachOf(new URL(baseUrl).hostname) }
    const isFine = simulated || (reach.caster === 'public' && reach.web === 'public')
    return isFine || !(await hasCredentials(db)) ? null : reach
  }

  serve(app, 'GET /me', access, async ({ signedIn: { user, policy, session } }) => {
    const owner = user.ownerId === null ? null : await findOwner(db, user.ownerId, user.ownerId)
    const { network, active } = (await current()).book
    return {
      user: userAnswer({ ...user, ownerName: owner?.name ?? null }),
      permissions: permissionsOf(user),
      isViewing: user.isViewing ?? false,
      recoveryCodesLeft: user.hasSecondFactor ? await countRecoveryCodes(db, user.id) : null,
      network: {
        name: network.name,
        simulated: simulated ? 'all' : simulatedShare(active),
        unreachable: await unreachable(network),
      },
      version,
      canMail: (services.customerMail ?? null) !== null,
      secondFactor: factorRule(policy, session),
      lifetime: { idleMinutes: policy.idleMinutes, longestMinutes: policy.longestMinutes },
    }
  })

  serve(app, 'PATCH /account', access, async (request) => ({
    user: userAnswer(await changeAccount(gate.context(request), request.signedIn.user.id, request.body)),
  }))

  serve(app, 'POST /account/password', access, async (request) => {
    const { user, session } = request.signedIn
    const passwords = { current: request.body.currentPassword, wanted: request.body.password }
    await changePassword(gate.context(request), user, session.id, passwords)
    return {}
  })

  serve(app, 'POST /account/confirm', access, async (request) => {
    const { user, session } = request.signedIn
    await confirmIdentity(gate.context(request), user, session.id, request.body)
    return {}
  })

  serve(app, 'GET /account/sessions', access, async ({ signedIn: { user, session, policy } }) => {
    const now = clock()
    const alive = (await listConsoleSessions(db, user.id)).filter((each) => isAlive(each, policy, now))
    return { sessions: alive.map((each) => sessionAnswer(each, session.id)) }
  })

  serve(app, 'DELETE /account/sessions', access, async (request) => {
    const { user, session } = request.signedIn
    return { ended: await endSessions(gate.context(request), user.id, session.id) }
  })

  serve(app, 'DELETE /account/sessions/:id', access, async (request) => {
    await endSession(gate.context(request), request.signedIn.user.id, idOf(request.params.id))
    return {}
  })
}
