// Policies per role, and confirmations within a session.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { RolePolicy } from '../../../../src/domain/people/policy.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())

const START = Date.UTC(2026, 10, 14)
const MINUTE_MS = 60_000
const at = (minutes: number) => site.service.at(new Date(START + minutes * MINUTE_MS))
const HOUR = 60
const DAY = 24 * HOUR

const DEFAULTS = {
  administrator: { secondFactor: 'asked', idleMinutes: 4 * HOUR, longestMinutes: 7 * DAY },
  operator: { secondFactor: 'optional', idleMinutes: 12 * HOUR, longestMinutes: 30 * DAY },
  viewer: { secondFactor: 'optional', idleMinutes: 12 * HOUR, longestMinutes: 30 * DAY },
  reseller: { secondFactor: 'optional', idleMinutes: 12 * HOUR, longestMinutes: 30 * DAY },
} as const

const setPolicy = (admin: Browser, role: keyof typeof DEFAULTS, change: Partial<RolePolicy>) =>
  admin.patch('/settings/access', { roles: { [role]: { ...DEFAULTS[role], ...change } } })

describe('role policies', () => {
  it('have defaults, are visible with the settings and changed by administrators, with an audit entry', async () => {
    at(0)
    const admin = await site.signedIn('administrator')
    const viewer = await site.signedIn('viewer')
    expect((await viewer.get('/settings/access')).body.roles).toEqual(DEFAULTS)
    expectProblem(await setPolicy(viewer, 'viewer', { idleMinutes: 60 }), 403, 'forbidden')
    const changed = await setPolicy(admin, 'viewer', { idleMinutes: 60 })
    expect(changed.body.roles.viewer).toEqual({ ...DEFAULTS.viewer, idleMinutes: 60 })
    expect(changed.body.roles.operator).toEqual(DEFAULTS.operator)
    const entry = (await site.audit()).findLast(({ action }) => action === 'settings.changed')
    expect(entry?.details).toMatchObject({ access: { viewer: { idleMinutes: 60 } } })
    await setPolicy(admin, 'viewer', {})
  })

  it('are rejected if sessions would have no duration or no end', async () => {
    at(0)
    const admin = await site.signedIn('administrator')
    expectInvalid(await setPolicy(admin, 'viewer', { idleMinutes: 4 }), '/viewer/idleMinutes')
    expectInvalid(await setPolicy(admin, 'viewer', { longestMinutes: 11 * HOUR }), '/viewer/longestMinutes')
    expectInvalid(await setPolicy(admin, 'viewer', { longestMinutes: 91 * DAY }), '/viewer/longestMinutes')
  })
})

describe('a session', () => {
  it('lasts as long as its role allows, and a shorter limit applies at once', async () => {
    at(0)
    const admin = await site.signedIn('administrator')
    const operator = await site.signedIn('operator')
    at(4 * HOUR)
    expectProblem(await admin.get('/me'), 401, 'signed_out')
    const me = await operator.get('/me')
    expect(me.body.lifetime).toEqual({ idleMinutes: 12 * HOUR, longestMinutes: 30 * DAY })
    const another = await site.signedIn('administrator')
    await setPolicy(another, 'operator', { idleMinutes: 30 })
    at(4 * HOUR + 29)
    expect((await operator.get('/me')).status).toBe(200)
    at(4 * HOUR + 59)
    expectProblem(await operator.get('/me'), 401, 'signed_out')
    await setPolicy(await site.signedIn('administrator'), 'operator', {})
  })
})

describe('a second factor', () => {
  afterEach(async () => {
    await site.db.pool.query(`update role_policies set second_factor = 'optional' where role = 'operator'`)
  })

  it('allows nothing else until it is set up, if required', async () => {
    at(10_000)
    const operator = await site.signedIn('operator')
    await setPolicy(await site.signedIn('administrator'), 'operator', { secondFactor: 'required' })
    for (const path of ['/stations', '/network', '/events', '/account/sessions', '/credentials'])
      expectProblem(await operator.get(path), 403, 'second_factor_required')
    expectProblem(await operator.patch('/account', { name: 'Other' }), 403, 'second_factor_required')
    expect((await operator.get('/me')).body).toMatchObject({
      secondFactor: 'required',
      user: { hasSecondFactor: false },
    })

    const { secret } = (await operator.post('/account/second-factor', { password: PASSWORD })).body
    expect((await operator.get('/stations')).status).toBe(403) // a key counts only after a code was confirmed
    await operator.post('/account/second-factor/confirm', { code: site.code(secret) })
    expect((await operator.get('/stations')).status).toBe(200)
    const removed = await operator.post('/account/second-factor/remove', { password: PASSWORD })
    expectProblem(removed, 403, 'second_factor_required')
    expect((await operator.post('/logout')).status).toBe(200)
  })

  it('is suggested to administrators, who can continue without it', async () => {
    at(10_000)
    const admin = await site.signedIn('administrator')
    expect((await admin.get('/me')).body.secondFactor).toBe('asked')
    expect((await admin.get('/stations')).status).toBe(200)
  })
})

describe('confirming the password or the second factor', () => {
  const invite = (browser: Browser, email: string) => browser.post('/users', { email, name: 'Invited', role: 'viewer' })

  it('is required ten minutes after sign-in for others’ factors, links, roles and keys only', async () => {
    at(20_000)
    const admin = await site.signedIn('administrator')
    const other = await site.user('viewer')
    const ownerId = await site.owner('Keys')
    const { station } = (await admin.post('/stations', { code: 'KEYS', name: 'Keys', lat: 19, lng: -99 })).body
    const ordinary = { ownerId, validitySeconds: 3_600 }
    const made = (await admin.post('/credentials', ordinary)).body.credential.id
    expect((await invite(admin, 'first@example.mx')).status).toBe(201)
    at(20_010)
    const token = { ownerId, name: 'ERP', scopes: ['read'] }
    const refused = [
      await invite(admin, 'second@example.mx'),
      await admin.patch(`/users/${other.id}`, { role: 'operator' }),
      await admin.post(`/users/${other.id}/link`),
      await admin.delete(`/users/${other.id}/second-factor`),
      await admin.post('/tokens', token),
      await admin.delete('/tokens/1'),
      await admin.post('/webhooks', { ownerId, url: 'https://erp.example.mx/in', events: ['credential.created'] }),
      await admin.patch('/webhooks/1', { url: 'https://elsewhere.example.mx/in' }),
      await admin.post('/webhooks/1/rotate'),
      await admin.post(`/stations/${station.id}/secret`),
      await admin.put(`/stations/${station.id}/pull`, { url: 'ntrip://u:p@192.0.2.1/ABC' }),
      await admin.post('/credentials.csv'),
      await admin.patch('/settings', {}),
      await setPolicy(admin, 'viewer', {}),
    ]
    for (const answer of refused) expectProblem(answer, 403, 'confirmation_needed')
    expect((await admin.get('/users')).status).toBe(200)
    expect((await admin.post('/credentials', ordinary)).status).toBe(201)
    expect((await admin.post(`/credentials/${made}/reveal`)).status).toBe(200)
    expect((await admin.get('/credentials.csv')).status).toBe(200)
    expect((await admin.delete(`/stations/${station.id}/pull`)).status).toBe(200)
    expect((await admin.delete(`/users/${other.id}/sessions`)).status).toBe(200)

    expectProblem(await admin.post('/account/confirm', { password: 'not it at all' }), 403, 'wrong_password')
    expectProblem(await admin.post('/tokens', token), 403, 'confirmation_needed')
    expect((await admin.post('/account/confirm', { password: PASSWORD })).status).toBe(200)
    expect((await admin.post('/tokens', token)).status).toBe(201)
    at(20_019)
    expect((await admin.post(`/users/${other.id}/link`)).status).toBe(201)
    at(20_020)
    expectProblem(await admin.post(`/users/${other.id}/link`), 403, 'confirmation_needed')
    const entry = (await site.audit()).findLast(({ action }) => action === 'session.confirmed')
    expect(entry?.details).toEqual({ method: 'password' })
  })

  it('is not required for passwords of an own file for an hour; for other or older files it is', async () => {
    at(20_500)
    const { browser } = await site.user()
    const another = await site.signedIn('administrator')
    const query = `ownerId=${await site.owner('Files')}&key=${'k'.repeat(16)}&fileName=a.csv`
    const file = 'segundos\n3600\n'
    const { job } = (await browser.send('POST', `/credentials/jobs?${query}`, file, { 'content-type': 'text/csv' }))
      .body
    const results = (by: Browser) => by.post(`/credentials/jobs/${job.id}/results.csv`)
    at(20_559)
    expect((await results(browser)).status).toBe(200)
    expectProblem(await results(another), 403, 'confirmation_needed')
    at(20_560)
    expectProblem(await results(browser), 403, 'confirmation_needed')
    expect((await browser.post('/account/confirm', { password: PASSWORD })).status).toBe(200)
    expect((await results(browser)).status).toBe(200)
  })

  it('is valid for one session, not for the user', async () => {
    at(21_000)
    const { email, browser } = await site.user()
    at(21_010)
    const elsewhere = site.browser()
    await elsewhere.login(email)
    expect((await invite(elsewhere, 'third@example.mx')).status).toBe(201)
    expectProblem(await invite(browser, 'fourth@example.mx'), 403, 'confirmation_needed')
  })

  it('accepts a TOTP code once, or a recovery code, and throttles guessing', async () => {
    at(22_000)
    const { browser, secret, recoveryCodes } = await site.userWithSecondFactor()
    at(22_010)
    const code = site.code(secret)
    expect((await browser.post('/account/confirm', { code })).status).toBe(200)
    expect((await invite(browser, 'fifth@example.mx')).status).toBe(201)
    expectInvalid(await browser.post('/account/confirm', { code }), '/code')
    expect((await browser.post('/account/confirm', { code: recoveryCodes[0] })).status).toBe(200)
    for (let count = 0; count < 5; count++)
      expectInvalid(await browser.post('/account/confirm', { code: '000000' }), '/code')
    expectProblem(await browser.post('/account/confirm', { code: '000000' }), 429, 'too_many_attempts')
  })

  it('accepts no code from a user without a second factor', async () => {
    at(23_000)
    const admin = await site.signedIn('administrator')
    expectInvalid(await admin.post('/account/confirm', { code: '000000' }), '/code')
    expect((await admin.post('/account/confirm', {})).status).toBe(400)
  })
})

describe('a mail notifies the user', () => {
  const mailsTo = async (email: string) => {
    const { rows } = await site.db.pool.query('select * from mails where recipient = $1 order by id', [email])
    return rows.map(({ kind, owner_id, data }) => ({ kind, owner: owner_id, change: data.change, bySelf: data.bySelf }))
  }
  const told = (change: string, bySelf: boolean) => ({ kind: 'account_changed', owner: null, change, bySelf })

  it('when the password or the factor changed, and by whom', async () => {
    at(30_000)
    const admin = await site.signedIn('administrator')
    const { id, email, browser } = await site.userWithSecondFactor('operator')
    expect(await mailsTo(email)).toEqual([told('second_factor_on', true)]) // choosing the first password is no change
    at(30_001)
    await browser.post('/account/password', { currentPassword: PASSWORD, password: 'another one entirely' })
    await browser.post('/account/recovery-codes', { password: 'another one entirely' })
    await admin.delete(`/users/${id}/second-factor`)
    const { token } = linkOf(await admin.post(`/users/${id}/link`))
    at(30_002)
    await site.browser().post('/links/accept', { token, password: 'tres nopales y un tren' })
    expect((await mailsTo(email)).slice(1)).toEqual([
      told('password', true),
      told('recovery_codes', true),
      told('second_factor_off', false),
      told('password_link', false),
      told('password', true),
    ])
  })

  it('but not when an invited user chooses the first password', async () => {
    at(31_000)
    const { email, token } = await site.invited('viewer')
    await site.browser().post('/links/accept', { token, password: PASSWORD })
    expect(await mailsTo(email)).toEqual([])
  })

  const linkOf = ({ body }: { body: { link: { url: string } } }) => ({ token: body.link.url.split('#')[1]! })
})

it('rejects common passwords and those with the name of the user, wherever one is chosen', async () => {
  at(40_000)
  const { email, browser } = await site.user('viewer')
  const change = (password: string) => browser.post('/account/password', { currentPassword: PASSWORD, password })
  const faultOf = (answer: Awaited<ReturnType<typeof change>>) => answer.body.errors[0].code
  expect(faultOf(await change('Password2026!'))).toBe('password_common')
  expect(faultOf(await change(`${email} y más`))).toBe('password_personal')
  const { token } = await site.invited('viewer')
  const accepted = await site.browser().post('/links/accept', { token, password: 'somebody else 77' })
  expect(faultOf(accepted)).toBe('password_personal')
})
