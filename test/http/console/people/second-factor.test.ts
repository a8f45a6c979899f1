import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rewrapKeys } from '../../../../src/actions/operations/keys/rewrap.ts'
import { KeyRing, keyIdOf, newKey, parseKeys } from '../../../../src/base/secrets.ts'
import { matchTotp, toBase32, totpCode, totpUri } from '../../../../src/domain/people/totp.ts'
import { byTest } from '../../../support/action-context.ts'
import { expectInvalid, expectProblem } from '../../../support/problems.ts'
import { type Browser, PASSWORD, TestConsole } from '../support.ts'

let site: TestConsole
beforeAll(async () => {
  site = await TestConsole.start()
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('delete from login_throttles'))

const START = '2026-11-14T12:00:00Z'
const later = (seconds: number) => site.service.at(new Date(Date.parse(START) + seconds * 1000))

describe('TOTP', () => {
  const secret = Buffer.from('12345678901234567890')

  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('at %i s is %s (RFC 6238, appendix B, SHA-1)', (seconds, code) => {
    expect(totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code)
  })

  it('counts as HOTP does (RFC 4226, appendix D)', () => {
    const codes = Array.from({ length: 10 }, (_, count) => totpCode(secret, count))
    expect(codes).toEqual('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' '))
  })

  it('is accepted one step early or late, once, and never older than the last one used', () => {
    const now = new Date(1_000_000 * 30_000)
    const match = (step: number, last = 0) => matchTotp(secret, totpCode(secret, step), now, last)
    expect([-2, -1, 0, 1, 2].map((away) => match(1_000_000 + away))).toEqual([
      null,
      999_999,
      1_000_000,
      1_000_001,
      null,
    ])
    expect(match(1_000_000, 1_000_000)).toBeNull()
    expect(match(999_999, 1_000_000)).toBeNull()
    expect(match(1_000_001, 1_000_000)).toBe(1_000_001)
    for (const wrong of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
      expect(matchTotp(secret, wrong, now, 0)).toBeNull()
  })

  it('encodes its secret in base32 (RFC 4648, 10) and as the URI that apps read', () => {
    const texts = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => toBase32(Buffer.from(text)))
    expect(texts).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI'])
    expect(totpUri(secret, 'Red Ñandú', 'a+b@example.mx')).toBe(
      'otpauth://totp/Red%20%C3%91and%C3%BA:a%2Bb%40example.mx?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Red%20%C3%91and%C3%BA&algorithm=SHA1&digits=6&period=30',
    )
  })
})

describe('setting up a second factor', () => {
  it('requires the password and takes effect after a valid code', async () => {
    const { id, email, browser } = await site.user()
    expectProblem(await browser.post('/account/second-factor', { password: 'not it at all' }), 403, 'wrong_password')
    const begun = await browser.post('/account/second-factor', { password: PASSWORD })
    expect(begun.body).toEqual({ ok: true, secret: expect.stringMatching(/^[A-Z2-7]{32}$/), uri: expect.any(String) })
    expect(begun.body.uri).toContain(encodeURIComponent(email))
    expect((await site.browser().login(email)).body.next).toBe('home')

    const wrong = site.code(begun.body.secret, 5)
    expectInvalid(await browser.post('/account/second-factor/confirm', { code: wrong }), '/code')
    const confirmed = await browser.post('/account/second-factor/confirm', { code: site.code(begun.body.secret) })
    expect(confirmed.body.recoveryCodes).toHaveLength(10)
    for (const code of confirmed.body.recoveryCodes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect((await browser.get('/me')).body).toMatchObject({ user: { hasSecondFactor: true }, recoveryCodesLeft: 10 })
    expect((await site.browser().login(email)).body.next).toBe('second_factor')

    const { rows } = await site.db.pool.query('select u::text as row from users u where id = $1', [id])
    const codes = await site.db.pool.query('select r::text as row from recovery_codes r where user_id = $1', [id])
    const stored = JSON.stringify([rows, codes.rows])
    for (const secret of [begun.body.secret, ...confirmed.body.recoveryCodes]) expect(stored).not.toContain(secret)
  })

  it('without password or auth_time is allowed for the first factor only, just after sign-in', async () => {
    /** A user of single sign-on. `toldAgo`: age of the provider's auth_time in seconds, `null` if it sends none. */
    const fromProvider = async (toldAgo: number | null) => {
      site.service.at(START)
      const { id, browser } = await site.user('operator')
      await site.db.pool.query(
        `update users set password_hash = null, sso_issuer = 'https://login.example.mx', sso_subject = id::text where id = $1`,
        [id],
      )
      const told = toldAgo === null ? null : new Date(Date.parse(START) - toldAgo * 1000)
      await site.db.pool.query('update console_sessions set by_provider = true, confirmed_at = $2 where user_id = $1', [
        id,
        told,
      ])
      return browser
    }
    const begin = (browser: Browser) => browser.post('/account/second-factor', {})

    const browser = await fromProvider(null)
    later(9 * 60)
    const { secret } = (await begin(browser)).body
    expect((await browser.post('/account/second-factor/confirm', { code: site.code(secret) })).status).toBe(200)
    for (const path of ['/account/second-factor', '/account/second-factor/remove', '/account/recovery-codes'])
      expectProblem(await browser.post(path, {}), 403, 'confirmation_needed')
    later(9 * 60 + 30)
    expect((await browser.post('/account/confirm', { code: site.code(secret) })).status).toBe(200)
    expect((await begin(browser)).status).toBe(200)

    const slow = await fromProvider(null)
    later(10 * 60)
    expectProblem(await begin(slow), 403, 'confirmation_needed')
    // A provider that sends auth_time can authenticate the user again.
    expectProblem(await begin(await fromProvider(3_600)), 403, 'confirmation_needed')
    site.service.time = null
  })

  it('limits the number of codes and expires the key after 15 minutes', async () => {
    site.service.at(START)
    const { browser } = await site.user()
    const begin = async () => (await browser.post('/account/second-factor', { password: PASSWORD })).body.secret
    const confirm = (code: string) => browser.post('/account/second-factor/confirm', { code })
    const statuses = []
    const guessed = await begin()
    for (let count = 0; count < 6; count++) statuses.push((await confirm(site.code(guessed, 9))).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expectProblem(await confirm(site.code(guessed)), 429, 'too_many_attempts')

    later(60)
    const old = await begin()
    later(60 + 15 * 60)
    expectProblem(await confirm(site.code(old)), 409, 'second_factor_missing')
    const fresh = await begin()
    later(60 + 29 * 60)
    expect((await confirm(site.code(fresh))).status).toBe(200)
  })

  it('throttles password guesses in an open session and records each in the audit log', async () => {
    const { browser, email } = await site.user()
    site.service.at(START)
    const ask = async () => (await browser.post('/account/recovery-codes', { password: 'not it at all' })).status
    const statuses = []
    for (let count = 0; count < 7; count++) statuses.push(await ask())
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429, 429])
    expect((await browser.get('/me')).status).toBe(200)
    const told = (await site.audit()).filter(({ actor, action }) => actor === email && action === 'password.failed')
    expect(told).toHaveLength(5)
  })

  it('re-encrypts its secret with a new key like all other secrets', async () => {
    site.service.at(START)
    const { id, email, secret } = await site.userWithSecondFactor()
    const fresh = parseKeys(newKey())
    const both = new KeyRing([fresh.current, site.services.keys.current])
    await rewrapKeys(byTest({ db: site.db, keys: both }), () => {})
    const { rows } = await site.db.pool.query('select totp_secret from users where id = $1', [id])
    expect(keyIdOf(rows[0].totp_secret)).toBe(fresh.current.id)
    const back = new KeyRing([site.services.keys.current, fresh.current])
    await rewrapKeys(byTest({ db: site.db, keys: back }), () => {})
    later(30)
    const browser = site.browser()
    await browser.login(email)
    expect((await browser.post('/second-factor', { code: site.code(secret) })).status).toBe(200)
  })
})

describe('signing in with a second factor', () => {
  it('gives no access before the code, and a new session after it', async () => {
    site.service.at(START)
    const { email, secret } = await site.userWithSecondFactor()
    later(60)
    const browser = site.browser()
    const { body, headers } = await browser.login(email)
    expect(body).toEqual({ ok: true, next: 'second_factor' })
    expect(String(headers['set-cookie'])).toContain('Max-Age=600')
    const half = browser.sessionCookie!
    for (const path of ['/me', '/users', '/audit', '/account/sessions'])
      expectProblem(await browser.get(path), 401, 'second_factor_needed')
    expectProblem(await browser.post('/tokens', {}), 401, 'second_factor_needed')

    expectProblem(await browser.post('/second-factor', { code: site.code(secret, 9) }), 401, 'wrong_code')
    const code = site.code(secret)
    expect((await browser.post('/second-factor', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).body.next).toBe(
      'home',
    )
    expect(browser.sessionCookie).not.toBe(half)
    expect((await browser.get('/me')).status).toBe(200)
    const thief = site.browser()
    thief.cookies.set('__Host-vertice', half)
    expectProblem(await thief.get('/me'), 401, 'signed_out')
    expectProblem(await thief.post('/second-factor', { code: site.code(secret, 1) }), 401, 'signed_out')
  })

  it('accepts each code once, also if sent twice concurrently', async () => {
    site.service.at(START)
    const { email, secret } = await site.userWithSecondFactor()
    later(60)
    const browsers = [site.browser(), site.browser()]
    for (const browser of browsers) await browser.login(email)
    const code = site.code(secret)
    const answers = await Promise.all(browsers.map((browser) => browser.post('/second-factor', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    const again = site.browser()
    await again.login(email)
    expectProblem(await again.post('/second-factor', { code }), 401, 'wrong_code')
    expect((await again.post('/second-factor', { code: site.code(secret, 1) })).status).toBe(200)
  })

  it('accepts each recovery code once, however it is typed', async () => {
    site.service.at(START)
    const { email, recoveryCodes } = await site.userWithSecondFactor()
    const use = async (code: string) => {
      const browser = site.browser()
      await browser.login(email)
      return browser.post('/second-factor', { code })
    }
    const [one, two] = recoveryCodes as [string, string]
    expect((await use(one)).status).toBe(200)
    expectProblem(await use(one), 401, 'wrong_code')
    expect((await use(two.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    const used = (await site.audit()).filter(({ actor, action }) => actor === email && action === 'recovery_code.used')
    expect(used.map(({ details }) => details)).toEqual([{ left: 9 }, { left: 8 }])
  })

  it('throttles guessing and ends the half-open session after ten minutes', async () => {
    site.service.at(START)
    const { email, secret } = await site.userWithSecondFactor()
    later(60)
    const browser = site.browser()
    await browser.login(email)
    const statuses = []
    for (let count = 0; count < 7; count++)
      statuses.push((await browser.post('/second-factor', { code: site.code(secret, 20 + count) })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const elsewhere = site.browser('198.51.100.77')
    await elsewhere.login(email)
    expect((await elsewhere.post('/second-factor', { code: site.code(secret) })).status).toBe(429)
    later(60 + 600)
    expectProblem(await browser.post('/second-factor', { code: site.code(secret) }), 401, 'signed_out')
  })

  it('still requires the factor after a new password was chosen by link', async () => {
    site.service.at(START)
    const { id, secret } = await site.userWithSecondFactor()
    const administrator = await site.signedIn('administrator')
    const { link } = (await administrator.post(`/users/${id}/link`)).body
    later(60)
    const browser = site.browser()
    const accepted = await browser.post('/links/accept', {
      token: link.url.split('#')[1],
      password: 'another long one',
    })
    expect(accepted.body.next).toBe('second_factor')
    expectProblem(await browser.get('/me'), 401, 'second_factor_needed')
    expect((await browser.post('/second-factor', { code: site.code(secret) })).body.next).toBe('home')
  })
})

describe('changing a second factor', () => {
  it('new recovery codes invalidate the old ones, and removing it invalidates both', async () => {
    site.service.at(START)
    const { email, browser, recoveryCodes } = await site.userWithSecondFactor()
    const renewed = (await browser.post('/account/recovery-codes', { password: PASSWORD })).body.recoveryCodes
    const login = async (code: string) => {
      const other = site.browser()
      await other.login(email)
      return (await other.post('/second-factor', { code })).status
    }
    expect(await login(recoveryCodes[0]!)).toBe(401)
    expect(await login(renewed[0])).toBe(200)
    expectProblem(
      await browser.post('/account/second-factor/remove', { password: 'not it at all' }),
      403,
      'wrong_password',
    )
    expect((await browser.post('/account/second-factor/remove', { password: PASSWORD })).status).toBe(200)
    expect((await site.browser().login(email)).body.next).toBe('home')
    expectProblem(await browser.post('/account/recovery-codes', { password: PASSWORD }), 409, 'second_factor_missing')
  })

  it('lets an administrator remove the factor of a user who lost it', async () => {
    site.service.at(START)
    const { id, email } = await site.userWithSecondFactor('viewer')
    const administrator = await site.signedIn('administrator')
    expect((await administrator.delete(`/users/${id}/second-factor`)).status).toBe(200)
    expect((await site.browser().login(email)).body.next).toBe('home')
    expectProblem(await administrator.delete('/users/999999/second-factor'), 404, 'user_not_found')
  })
})
