// A command on the server lets a user with a new account at the provider be recognised again.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInByProvider } from '../../../../src/actions/people/sign-in/sign-in-by-provider.ts'
import { untieFromProvider } from '../../../../src/actions/people/sign-in/untie-from-provider.ts'
import { command } from '../../../../src/domain/audit/action.ts'
import type { SsoRules } from '../../../../src/domain/people/single-sign-on.ts'
import { TestConsole } from '../../../http/console/support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())

const NOW = new Date('2026-11-16T12:00:00Z')
const minutesLater = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
const RULES: SsoRules = {
  roleClaim: 'groups',
  roles: [{ value: 'admins', role: 'administrator' }],
  ownerClaim: null,
  linkByEmail: false,
  providerFactor: 'claim',
}
const EMAIL = 'ana@example.mx'

/** Claims like those of Entra: without `email_verified`. */
function signIn(subject: string, now: Date, more: { rules?: Partial<SsoRules>; claims?: object } = {}) {
  const { db, keys, hasher } = site.services
  const visit = {
    address: '203.0.113.7',
    client: '203.0.113.7',
    requestId: 'r',
    agent: null,
    sessionSecret: null,
    deviceSecret: null,
  }
  const claims = { groups: ['admins'], email: EMAIL, ...more.claims }
  return signInByProvider({ db, keys, hasher, now, note: () => {} }, visit, { ...RULES, ...more.rules }, async () => ({
    issuer: 'https://login.example.mx',
    subject,
    claims,
    idToken: 'token',
  }))
}

const rowsOf = async (sql: string) => (await site.db.pool.query(sql, [EMAIL])).rows
const user = async () => (await rowsOf('select * from users where email = $1'))[0]
const untie = async (now: Date) =>
  untieFromProvider({ db: site.db, now, by: command('admin untie') }, (await user()).id)
const taken = { code: 'sso_no_entry', params: { obstacle: 'email_taken' } }

it('links the next sign-in within some minutes, whatever the settings and the provider say', async () => {
  await signIn('before', NOW)
  const { id } = await user()
  const verified = { rules: { linkByEmail: true }, claims: { email_verified: true } }
  await expect(signIn('after', NOW, verified)).rejects.toMatchObject(taken)

  const until = await untie(NOW)
  expect(await user()).toMatchObject({ id, sso_issuer: null, sso_subject: null, sso_expected_until: until })
  expect(
    await rowsOf('select s.* from console_sessions s join users u on u.id = s.user_id where u.email = $1'),
  ).toEqual([])
  await expect(signIn('too late', until)).rejects.toMatchObject(taken)
  await signIn('after', minutesLater(14))
  expect(await user()).toMatchObject({ id, sso_subject: 'after', sso_expected_until: null })
  for (const subject of ['before', 'another'])
    await expect(signIn(subject, minutesLater(14))).rejects.toMatchObject(taken)

  const entries = await rowsOf(`select a.action, a.actor from audit_log a join users u on u.id = a.subject_id
    where a.subject_kind = 'user' and u.email = $1 order by a.id`)
  expect(entries).toEqual([
    { action: 'user.admitted', actor: 'single sign-on' },
    { action: 'user.untied', actor: 'vertice admin untie' },
    { action: 'user.recognised', actor: EMAIL },
  ])
})

it('follows the settings after that', async () => {
  const { id } = await user()
  await untie(NOW)
  const later = minutesLater(60)
  await expect(signIn('much later', later, { rules: { linkByEmail: true } })).rejects.toMatchObject(taken)
  await signIn('much later', later, { rules: { linkByEmail: true }, claims: { email_verified: true } })
  expect(await user()).toMatchObject({ id, sso_subject: 'much later' })
})
