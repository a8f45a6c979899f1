import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeSetupLink } from '../../../../src/actions/people/login-links.ts'
import { tidyPeople } from '../../../../src/start/jobs/tidy-people.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())

const setCookies = (headers: Record<string, unknown>) => [headers['set-cookie'] ?? []].flat() as string[]
const sha256 = (text: string) => createHash('sha256').update(text).digest()
const first = { email: 'Ana@Example.mx', name: 'Ana', password: PASSWORD, language: 'es' }

describe('the first administrator', () => {
  it('is created with a link that works once and only while there is none', async () => {
    const [one, two] = [await makeSetupLink(site.db, new Date()), await makeSetupLink(site.db, new Date())]
    const { rows } = await site.db.pool.query('select l::text as row from login_links l')
    expect(JSON.stringify(rows)).not.toContain(one)
    const browser = site.browser()
    expect((await browser.post('/links/look', { token: one })).body.link).toEqual({
      purpose: 'setup',
      email: null,
      name: null,
    })

    expectInvalid(await browser.post('/setup', { ...first, token: one, password: 'short' }), '/password')
    expectInvalid(await browser.post('/setup', { ...first, token: one, password: 'ANA@example.mx' }), '/password')
    expectProblem(await browser.post('/setup', { ...first, token: 'x'.repeat(43) }), 410, 'link_not_valid')
    const answer = await browser.post('/setup', { ...first, token: one })
    expect(answer.body).toEqual({ ok: true, next: 'home' })
    const { user } = (await browser.get('/me')).body
    expect(user).toMatchObject({ email: 'Ana@Example.mx', role: 'administrator', language: 'es', hasPassword: true })

    for (const token of [one, two])
      expectProblem(await browser.post('/setup', { ...first, email: 'b@example.mx', token }), 410, 'link_not_valid')
    expect(await makeSetupLink(site.db, new Date())).toBeNull()
  })

  it('names the network, which creates its organisation once', async () => {
    const other = await TestConsole.start()
    onTestFinished(() => other.stop())
    const token = await makeSetupLink(other.db, new Date())
    const browser = other.browser()
    const wish = { ...first, token, networkName: 'Red del Bajío' }
    expectInvalid(await browser.post('/setup', { ...wish, networkName: 'a;b' }), '/networkName')
    expectInvalid(await browser.post('/setup', { ...wish, password: 'Red del Bajío!!' }), '/password')
    expect((await browser.post('/setup', wish)).status).toBe(200)
    expect((await browser.get('/me')).body.network.name).toBe('Red del Bajío')
    const { owners } = (await browser.get('/owners')).body
    expect(owners.map(({ name }: { name: string }) => name)).toEqual(['Red del Bajío'])
    const actions = (await browser.get('/audit')).body.entries.map(({ action }: { action: string }) => action)
    expect(actions).toEqual(expect.arrayContaining(['setup.completed', 'settings.changed', 'owner.created']))
  })

  it('creates no organisation if one exists', async () => {
    const other = await TestConsole.start()
    onTestFinished(() => other.stop())
    await other.owner('Made before')
    const browser = other.browser()
    expect((await browser.post('/setup', { ...first, token: await makeSetupLink(other.db, new Date()) })).status).toBe(
      200,
    )
    const { owners } = (await browser.get('/owners')).body
    expect(owners.map(({ name }: { name: string }) => name)).toEqual(['Made before'])
  })

  it('is created once by two concurrent requests', async () => {
    const other = await TestConsole.start()
    onTestFinished(() => other.stop())
    const tokens = await Promise.all([1, 2].map(() => makeSetupLink(other.db, new Date())))
    const answers = await Promise.all(
      tokens.map((token, i) => other.browser().post('/setup', { ...first, email: `a${i}@example.mx`, token })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })
})

describe('an invitation', () => {
  it('is opened, used once to choose a password, and signs the user in', async () => {
    const { email, token } = await site.invited('viewer')
    const browser = site.browser()
    expect((await browser.post('/links/look', { token })).body.link).toEqual({
      purpose: 'invitation',
      email,
      name: 'Somebody',
    })
    expectInvalid(await browser.post('/links/accept', { token, password: email }), '/password')
    expect((await browser.post('/links/accept', { token, password: PASSWORD })).body.next).toBe('home')
    expect((await browser.get('/me')).body.user.email).toBe(email)
    expectProblem(await site.browser().post('/links/accept', { token, password: PASSWORD }), 410, 'link_not_valid')
    expectProblem(await site.browser().post('/setup', { ...first, token }), 410, 'link_not_valid')
  })

  it('expires after 7 days', async () => {
    site.service.at('2026-11-01T00:00:00Z')
    const { token } = await site.invited('viewer')
    site.service.at('2026-11-07T23:59:59Z')
    expect((await site.browser().post('/links/look', { token })).status).toBe(200)
    site.service.at('2026-11-08T00:00:00Z')
    expectProblem(await site.browser().post('/links/accept', { token, password: PASSWORD }), 410, 'link_not_valid')
  })
})

describe('signing in', () => {
  it('accepts the address in any case and the password in any Unicode form, and nothing else', async () => {
    const { token, email } = await site.invited('viewer')
    await site.browser().post('/links/accept', { token, password: 'ma\u00f1ana por la ma\u00f1ana' })
    expect((await site.browser().login(email.toUpperCase(), 'man\u0303ana por la man\u0303ana')).status).toBe(200)
    expect((await site.browser().login(email, 'ma\u00f1ana por la ma\u00f1ana ')).status).toBe(401)
    expectInvalid(await site.browser().post('/login', { email, password: PASSWORD, remember: true }), '/remember')
  })

  it('stores Argon2id with its parameters, and only the hash of the session', async () => {
    const { id, browser } = await site.user()
    const { rows } = await site.db.pool.query('select password_hash from users where id = $1', [id])
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    const sessions = await site.db.pool.query(
      'select hash, s::text as row from console_sessions s where user_id = $1',
      [id],
    )
    expect(sessions.rows[0].hash).toEqual(sha256(browser.sessionCookie!))
    expect(sessions.rows[0].row).not.toContain(browser.sessionCookie)
  })

  it('reveals no existing account: all failures have the same response and take the same work', async () => {
    const known = await site.user()
    const disabled = await site.user()
    await site.db.pool.query('update users set disabled_at = now() where id = $1', [disabled.id])
    const invited = await site.invited()
    const attempts: [string, string][] = [
      [known.email, 'wrong horse battery'],
      ['nobody@example.mx', PASSWORD],
      [disabled.email, PASSWORD],
      [invited.email, PASSWORD],
    ]
    const answers = []
    for (const [email, password] of attempts) {
      const before = site.hasher.verified
      const { status, body, headers } = await site.browser('198.51.100.3').login(email, password)
      expect(site.hasher.verified - before).toBe(1)
      answers.push(JSON.stringify({ status, body: { ...body, request_id: '' }, cookies: setCookies(headers) }))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('wrong_credentials')
  })

  it('never adopts a session that the browser sent, and ends it', async () => {
    const { email } = await site.user()
    const planted = 'A'.repeat(43)
    const browser = site.browser()
    browser.cookies.set('__Host-vertice', planted)
    await browser.login(email)
    expect(browser.sessionCookie).not.toBe(planted)
    expect((await browser.get('/me')).status).toBe(200)

    const victim = await site.user()
    const before = victim.browser.sessionCookie!
    await victim.browser.login(victim.email)
    const attacker = site.browser()
    attacker.cookies.set('__Host-vertice', before)
    expectProblem(await attacker.get('/me'), 401, 'signed_out')
  })

  it('rehashes a password with the current parameters', async () => {
    const { id, email } = await site.user()
    const { known, PasswordHasher } = await import('../../../../src/base/passwords/password-hasher.ts')
    const old = await new PasswordHasher({ memoryKiB: 16, passes: 2 }).hash(PASSWORD, known(id))
    await site.db.pool.query('update users set password_hash = $2 where id = $1', [id, old])
    expect((await site.browser().login(email)).status).toBe(200)
    const { rows } = await site.db.pool.query('select password_hash from users where id = $1', [id])
    expect(rows[0].password_hash).toContain('$m=8,t=1,p=1$')
    expect((await site.browser().login(email)).status).toBe(200)
  })
})

describe('the session cookie', () => {
  it('is __Host-, Secure, HttpOnly, SameSite=Lax and for all paths', async () => {
    const { email } = await site.user()
    const cookies = setCookies((await site.browser().login(email)).headers)
    const flags = 'Path=/; HttpOnly; SameSite=Lax; Secure'
    expect(cookies).toEqual([
      expect.stringMatching(new RegExp(`^__Host-vertice=[0-9A-Za-z]{43}; Max-Age=604800; ${flags}$`)),
      expect.stringMatching(new RegExp(`^__Host-vertice-device=[0-9A-Za-z]{43}; Max-Age=15552000; ${flags}$`)),
    ])
  })

  it('has a plain name and no Secure attribute without TLS, because browsers would reject it', async () => {
    const local = await TestConsole.start('http://localhost:8080')
    onTestFinished(() => local.stop())
    const { email } = await local.user()
    const [cookie] = setCookies((await local.browser().login(email)).headers)
    expect(cookie).toMatch(/^vertice=[0-9A-Za-z]{43}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})

describe('a session', () => {
  it('ends after 12 hours without use', async () => {
    site.service.at('2026-11-01T00:00:00Z')
    const browser = await site.signedIn('viewer')
    for (const time of ['2026-11-01T11:59:00Z', '2026-11-01T23:58:00Z']) {
      site.service.at(time)
      expect((await browser.get('/me')).status).toBe(200)
    }
    site.service.at('2026-11-02T11:58:00Z')
    const refused = await browser.get('/me')
    expectProblem(refused, 401, 'signed_out')
    expect(setCookies(refused.headers)[0]).toMatch(/^__Host-vertice=; Max-Age=0;/)
  })

  it('ends after 30 days despite use', async () => {
    site.service.at('2026-11-01T00:00:00Z')
    const browser = await site.signedIn('viewer')
    for (let hours = 11; hours < 30 * 24; hours += 11) {
      site.service.at(new Date(Date.UTC(2026, 10, 1, hours)))
      expect((await browser.get('/me')).status).toBe(200)
    }
    site.service.at('2026-12-01T00:00:00Z')
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    await tidyPeople(site.db, new Date('2026-12-02T00:00:00Z'))
    const { rows } = await site.db.pool.query(
      `select count(*)::int as left from console_sessions where seen_at < '2026-12-01'`,
    )
    expect(rows[0].left).toBe(0)
  })

  it('works on every node, and ends on every node at once', async () => {
    const { browser } = await site.user()
    const node = await site.anotherNode()
    onTestFinished(() => node.close())
    const elsewhere = site.browser('203.0.113.7', node)
    for (const [name, value] of browser.cookies) elsewhere.cookies.set(name, value)
    expect((await elsewhere.get('/me')).status).toBe(200)
    expect((await browser.post('/logout')).status).toBe(200)
    expect(browser.sessionCookie).toBeUndefined()
    expectProblem(await elsewhere.get('/me'), 401, 'signed_out')
  })

  it('can be ended twice, also by a caller without a session', async () => {
    expect((await site.browser().post('/logout')).body).toEqual({ ok: true, url: null })
  })

  it('is invalid once its user is disabled', async () => {
    const { id, browser } = await site.user()
    await site.db.pool.query('update users set disabled_at = now() where id = $1', [id])
    expectProblem(await browser.get('/me'), 401, 'signed_out')
  })
})
