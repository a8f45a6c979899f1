// Oneself: who one is and what one may, name, language, password, where one is signed in.
import { Type } from 'typebox'
import { changeAccount, changePassword, endSession, endSessions } from '../../actions/people/own-account.ts'
import { permissionsOf } from '../../domain/people/permissions.ts'
import { isAlive } from '../../domain/people/sign-in.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { countRecoveryCodes } from '../../store/people/recovery-codes.ts'
import { listConsoleSessions } from '../../store/people/sign-ins.ts'
import { Body, IdParams, idOf, LanguageField, Name, Password } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { sessionAnswer, userAnswer } from './answers.ts'

const config = { access: 'account' } as const

export function accountRoutes(
  app: App,
  { db, clock, networkName, simulated, version, customerMail = null }: ConsoleServices,
  gate: Gate,
): void {
  app.get('/me', { config }, async ({ visitor: { user } }) => {
    const owner = user.ownerId === null ? null : await findOwner(db, user.ownerId, user.ownerId)
    return {
      ok: true,
      user: userAnswer({ ...user, ownerName: owner?.name ?? null }),
      permissions: permissionsOf(user.role),
      recoveryCodesLeft: user.hasSecondFactor ? await countRecoveryCodes(db, user.id) : null,
      network: { name: await networkName(), simulated },
      version,
      canMail: customerMail !== null,
    }
  })

  const AccountBody = Body({ name: Type.Optional(Name), language: Type.Optional(LanguageField) })
  app.patch('/account', { config, schema: { body: AccountBody } }, async (request) => ({
    ok: true,
    user: userAnswer(await changeAccount(gate.context(request), request.visitor.user.id, request.body)),
  }))

  const PasswordBody = Body({ currentPassword: Password, password: Password })
  app.post('/account/password', { config, schema: { body: PasswordBody } }, async (request) => {
    const { user, session } = request.visitor
    const passwords = { current: request.body.currentPassword, wanted: request.body.password }
    await changePassword(gate.context(request), user, session.id, passwords)
    return { ok: true }
  })

  app.get('/account/sessions', { config }, async ({ visitor: { user, session } }) => {
    const now = clock()
    const alive = (await listConsoleSessions(db, user.id)).filter((each) => isAlive(each, now))
    return { ok: true, sessions: alive.map((each) => sessionAnswer(each, session.id)) }
  })

  app.delete('/account/sessions', { config }, async (request) => {
    const { user, session } = request.visitor
    return { ok: true, ended: await endSessions(gate.context(request), user.id, session.id) }
  })

  app.delete('/account/sessions/:id', { config, schema: { params: IdParams } }, async (request) => {
    await endSession(gate.context(request), request.visitor.user.id, idOf(request.params.id))
    return { ok: true }
  })
}
