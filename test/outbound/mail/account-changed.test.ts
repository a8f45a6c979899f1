// The mail that a user gets when the password or the second factor of the account changes.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNT_CHANGED, notifyUser } from '../../../src/actions/people/notify-user.ts'
import { inviteUser } from '../../../src/actions/people/users.ts'
import { command, person } from '../../../src/domain/audit/action.ts'
import type { AccountChange } from '../../../src/domain/people/account-change.ts'
import { accountChanged } from '../../../src/outbound/mail/account-changed.ts'
import { byTest } from '../../support/action-context.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

const CHANGES: AccountChange[] = [
  'password',
  'password_link',
  'second_factor_on',
  'second_factor_off',
  'recovery_codes',
  'single_sign_on',
]

it("sends the mail in the user's language, with the time and the address, and without links", async () => {
  const wanted = { email: 'eva@example.mx', name: 'Eva', role: 'operator', ownerId: null, language: 'en' } as const
  const { user } = await inviteUser(byTest({ db: service.db }), wanted)
  const spanish = { ...user, language: null }
  const now = new Date('2026-11-14T18:20:00Z')
  const self = { by: person(user, '203.0.113.7'), now }
  for (const change of CHANGES) await notifyUser(service.db, self, user, change)
  await notifyUser(
    service.db,
    { by: command('admin link'), now: new Date('2026-11-14T18:21:00Z') },
    spanish,
    'password',
  )
  const { received, url } = await mailServer()
  startMailing(service, url, { render: { [ACCOUNT_CHANGED]: accountChanged } })
  await until(() => received.length === 7)

  const bySelf = received.find(({ headers }) => headers.subject?.endsWith('your password was changed'))!
  expect(bySelf.recipients).toEqual(['eva@example.mx'])
  expect(bySelf.text).toContain('The password was changed for the account eva@example.mx in the Vértice console')
  expect(bySelf.text).toContain('Date: Saturday, 14 November 2026, 12:20 (Mexico City time)')
  expect(bySelf.text).toContain('from 203.0.113.7')
  const byOther = received.find(({ headers }) => headers.subject?.endsWith('se cambió su contraseña'))!
  expect(byOther.text).toContain('un administrador de la red')
  expect(byOther.text).toContain('Fecha: sábado, 14 de noviembre de 2026, 12:21 (hora de Ciudad de México)')
  const codes = received.find(({ headers }) => headers.subject?.includes('recovery codes'))!
  expect(codes.text.replaceAll(/\s+/g, ' ')).toMatch(
    /for the account eva@example\.mx in [^;]+; the old ones no longer work\./,
  )
  for (const { text, html } of received) {
    expect(text).not.toMatch(/https?:/)
    expect(html).not.toMatch(/href|https?:/)
  }
})
