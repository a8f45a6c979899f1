import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { changeUser } from '../../../../src/actions/people/users.ts'
import { system } from '../../../../src/domain/audit/action.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { BASE_URL } from '../../../support/service.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
let administrator: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  administrator = await site.signedIn('administrator')
})
afterAll(() => site.stop())

const invite = (body: object) => administrator.post('/users', { name: 'Eva', role: 'operator', ...body })

describe('inviting a user', () => {
  it('returns the user and a link that is shown once', async () => {
    site.service.at('2026-11-14T12:00:00Z')
    const fresh = await site.signedIn('administrator')
    const wanted = { email: 'Eva@example.mx', name: 'Eva Ñúñez', role: 'viewer', language: 'en' }
    const { status, body } = await fresh.post('/users', wanted)
    expect(status).toBe(201)
    expect(body.user).toEqual({
      ...wanted,
      id: expect.any(Number),
      ownerId: null,
      ownerName: null,
      hasPassword: false,
      byProvider: false,
      hasSecondFactor: false,
      disabled: false,
      createdAt: '2026-11-14T12:00:00.000Z',
      seenAt: null,
    })
    expect(body.link).toEqual({
      purpose: 'invitation',
      url: expect.stringMatching(new RegExp(`^${BASE_URL}/console/welcome#[0-9A-Za-z]{43}$`)),
      expiresAt: '2026-11-21T12:00:00.000Z',
    })
    expect((await fresh.get('/users')).text).not.toContain(body.link.url.split('#')[1])
  })

  it('sends the link by mail as soon as a mail server is configured', async () => {
    const live = site.services as { -readonly [Name in keyof typeof site.services]: (typeof site.services)[Name] }
    expect((await site.browser().get('/entry')).body.mailsLinks).toBe(false)
    live.mail = { server: 'smtp.example.mx:587', from: 'rtk@example.mx', sendTest: () => Promise.reject() }
    onTestFinished(() => {
      live.mail = null
    })
    expect((await site.browser().get('/entry')).body.mailsLinks).toBe(true)
    expect((await invite({ email: 'by-mail@example.mx' })).body.link).toBeNull()
  })

  it('accepts each address once, ignoring case', async () => {
    expect((await invite({ email: 'twice@example.mx' })).status).toBe(201)
    expectProblem(await invite({ email: 'TWICE@example.mx' }), 409, 'email_taken')
  })

  it('requires an owner for resellers and forbids it for other roles', async () => {
    const ownerId = await site.owner('Reseller')
    expectInvalid(await invite({ email: 'r1@example.mx', role: 'reseller' }), '/ownerId')
    expectInvalid(await invite({ email: 'r1@example.mx', role: 'reseller', ownerId: 999_999 }), '/ownerId')
    expectInvalid(await invite({ email: 'r1@example.mx', role: 'operator', ownerId }), '/ownerId')
    expect((await invite({ email: 'r1@example.mx', role: 'reseller', ownerId })).body.user.ownerId).toBe(ownerId)
  })

  it('validates the body as strictly as the API', async () => {
    expectInvalid(await invite({ email: 'no address' }), '/email')
    expectInvalid(await invite({ email: 'x@example.mx', role: 'root' }), '/role')
    expectInvalid(await invite({ email: 'x@example.mx', name: ' ' }), '/name')
    expectInvalid(await invite({ email: 'x@example.mx', name: 'a\u0000b' }), '/name')
    expectInvalid(await invite({ email: 'x@example.mx', isAdmin: true }), '/isAdmin')
    expectInvalid(await administrator.patch('/users/x', {}), '/id')
    expectProblem(await administrator.patch('/users/99999999999999999999', {}), 404, 'user_not_found')
  })
})

describe('the user list', () => {
  it('is paged, newest first, without secrets', async () => {
    for (let count = 0; count < 3; count++) await site.user('viewer')
    const first = (await administrator.get('/users?limit=2')).body
    expect(first.users).toHaveLength(2)
    const second = (await administrator.get(`/users?limit=2&cursor=${first.nextCursor}`)).body
    const ids = [...first.users, ...second.users].map(({ id }: { id: number }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const all = await administrator.get('/users')
    expect(all.body.nextCursor).toBeNull()
    expect(all.text).not.toMatch(/argon2|hash|secret"/i)
    expectInvalid(await administrator.get('/users?cursor=x'), '/cursor')
  })

  it('is searched by name and address, and filtered by role and owner', async () => {
    const ownerId = await site.owner('Searched')
    const wanted = { email: 'lucia@searched.mx', name: 'Lucía Peña', role: 'reseller', ownerId }
    const { id } = (await invite(wanted)).body.user
    const found = async (query: string) =>
      (await administrator.get(`/users?${query}`)).body.users.map((user: { id: number }) => user.id)
    for (const query of ['search=lucia', 'search=PENA', 'search=@searched', `ownerId=${ownerId}`])
      expect(await found(query)).toEqual([id])
    expect(await found('search=lucia&role=viewer')).toEqual([])
    expect((await administrator.get(`/users/${id}`)).body.user).toMatchObject({ ...wanted, ownerName: 'Searched' })
    expectProblem(await administrator.get('/users/999999'), 404, 'user_not_found')
  })
})

describe('changing a user', () => {
  it('takes effect with the next request', async () => {
    const { id, browser } = await site.user('operator')
    expect((await browser.post('/owners', { name: 'Made by operator' })).status).toBe(201)
    expect((await administrator.patch(`/users/${id}`, { role: 'viewer' })).body.user.role).toBe('viewer')
    expectProblem(await browser.post('/owners', { name: 'Made by viewer' }), 403, 'forbidden')
  })

  it('requires an owner for resellers and removes it from other roles', async () => {
    const ownerId = await site.owner('Reseller')
    const { id } = await site.user('viewer')
    const change = (body: object) => administrator.patch(`/users/${id}`, body)
    expectInvalid(await change({ role: 'reseller' }), '/ownerId')
    expect((await change({ role: 'reseller', ownerId })).body.user.ownerId).toBe(ownerId)
    expectInvalid(await change({ ownerId: null }), '/ownerId')
    expect((await change({ name: 'Renamed' })).body.user).toMatchObject({ name: 'Renamed', ownerId })
    expect((await change({ role: 'viewer' })).body.user.ownerId).toBeNull()
  })

  it('disabling ends sessions, logins and links; enabling restores access', async () => {
    const { id, email, browser } = await site.user('viewer')
    const { link } = (await administrator.post(`/users/${id}/link`)).body
    expect((await administrator.patch(`/users/${id}`, { disabled: true })).body.user.disabled).toBe(true)
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    expectProblem(await site.browser().login(email), 401, 'wrong_credentials')
    const token = link.url.split('#')[1]
    expectProblem(await site.browser().post('/links/look', { token }), 410, 'link_not_valid')
    expectInvalid(await administrator.post(`/users/${id}/link`), '/id')
    await administrator.patch(`/users/${id}`, { disabled: false })
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    expect((await site.browser().login(email)).status).toBe(200)
  })

  it('never removes the last administrator, also concurrently', async () => {
    const other = await TestConsole.start()
    onTestFinished(() => other.stop())
    const users = [await other.user(), await other.user()]
    const context = { db: other.db, now: new Date(), by: system('test') }
    for (let round = 0; round < 10; round++) {
      const demotions = await Promise.allSettled(users.map(({ id }) => changeUser(context, id, { role: 'viewer' })))
      expect(demotions.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { rows } = await other.db.pool.query(`select id from users where role = 'administrator'`)
      expect(rows).toHaveLength(1)
      const { id, browser } = users.find((user) => user.id === rows[0].id)!
      for (const wish of [{ role: 'viewer' }, { disabled: true }])
        expectProblem(await browser.patch(`/users/${id}`, wish), 409, 'last_administrator')
      await other.db.pool.query(`update users set role = 'administrator'`)
    }
  })
})

describe('a link for a new password', () => {
  it('is valid for a day, replaces the previous one, and ends all sessions when used', async () => {
    site.service.at('2026-11-14T12:00:00Z')
    const boss = await site.signedIn('administrator')
    const { id, email, browser } = await site.user('viewer')
    const first = (await boss.post(`/users/${id}/link`)).body.link
    const second = (await boss.post(`/users/${id}/link`)).body.link
    expect(second).toMatchObject({ purpose: 'reset', expiresAt: '2026-11-15T12:00:00.000Z' })
    const accept = (url: string) =>
      site.browser().post('/links/accept', { token: url.split('#')[1], password: 'a wholly new one' })
    expectProblem(await accept(first.url), 410, 'link_not_valid')
    expect((await browser.get('/me')).status).toBe(200) // the old password is valid until the link is used
    expect((await accept(second.url)).body.next).toBe('home')
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    expectProblem(await site.browser().login(email), 401, 'wrong_credentials')
    expect((await site.browser().login(email, 'a wholly new one')).status).toBe(200)
  })
})

describe('the own account', () => {
  it('changes name and language, not the role', async () => {
    const browser = await site.signedIn('viewer')
    const changed = await browser.patch('/account', { language: 'es', name: 'Yo' })
    expect(changed.body.user).toMatchObject({ language: 'es', name: 'Yo', role: 'viewer' })
    expect((await browser.patch('/account', { language: null })).body.user.language).toBeNull()
    expectInvalid(await browser.patch('/account', { language: 'fr' }), '/language')
    expectInvalid(await browser.patch('/account', { role: 'administrator' }), '/role')
  })

  it('changes the password given the current one, and ends other sessions', async () => {
    const { email, browser } = await site.user('viewer')
    const elsewhere = site.browser()
    await elsewhere.login(email)
    const change = (currentPassword: string, password: string) =>
      browser.post('/account/password', { currentPassword, password })
    expectProblem(await change('not it at all', 'a wholly new one'), 403, 'wrong_password')
    expectInvalid(await change(PASSWORD, 'eleven char'), '/password')
    expectInvalid(await change(PASSWORD, 'x'.repeat(257)), '/password')
    expect((await change(PASSWORD, 'ñáéíóúüçêîôû')).status).toBe(200)
    expect((await browser.get('/me')).status).toBe(200)
    expectProblem(await elsewhere.get('/me'), 401, 'signed_out')
    expect((await site.browser().login(email, 'ñáéíóúüçêîôû')).status).toBe(200)
  })
})

describe('console sessions', () => {
  it('are listed with address and browser, and ended one by one or all others', async () => {
    const { email, browser } = await site.user('viewer')
    const [phone, tablet] = [site.browser('198.51.100.1'), site.browser('2001:db8::1')]
    await phone.post('/login', { email, password: PASSWORD }, { 'user-agent': 'Phone\t1.0' })
    await tablet.login(email)
    const { sessions } = (await browser.get('/account/sessions')).body
    expect(sessions).toMatchObject([
      { current: false, address: '2001:db8::1' },
      { current: false, address: '198.51.100.1', agent: 'Phone 1.0' },
      { current: true, address: '203.0.113.7' },
    ])
    expect(JSON.stringify(sessions)).not.toContain('hash')
    expect((await browser.delete(`/account/sessions/${sessions[1].id}`)).status).toBe(200)
    expectProblem(await phone.get('/me'), 401, 'signed_out')
    expectProblem(await browser.delete(`/account/sessions/${sessions[1].id}`), 404, 'session_not_found')
    expect((await browser.delete('/account/sessions')).body.ended).toBe(1)
    expectProblem(await tablet.get('/me'), 401, 'signed_out')
    expect((await browser.get('/me')).status).toBe(200)
  })

  it('can be ended by an administrator but not by other users', async () => {
    const [ana, eva] = [await site.user('viewer'), await site.user('viewer')]
    const [session] = (await eva.browser.get('/account/sessions')).body.sessions
    expectProblem(await ana.browser.delete(`/account/sessions/${session.id}`), 404, 'session_not_found')
    expect((await eva.browser.get('/me')).status).toBe(200)
    expect((await administrator.get(`/users/${eva.id}/sessions`)).body.sessions).toHaveLength(1)
    expectProblem(await administrator.delete(`/users/${ana.id}/sessions/${session.id}`), 404, 'session_not_found')
    expect((await administrator.delete(`/users/${eva.id}/sessions/${session.id}`)).status).toBe(200)
    expectProblem(await eva.browser.get('/me'), 401, 'signed_out')
    expect((await administrator.delete(`/users/${ana.id}/sessions`)).body.ended).toBe(1)
    expectProblem(await ana.browser.get('/me'), 401, 'signed_out')
    expectProblem(await administrator.get('/users/999999/sessions'), 404, 'user_not_found')
  })
})
