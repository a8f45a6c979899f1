// Single sign-on with a test provider: who is admitted, with which role, and who is rejected.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rewrapKeys } from '../../../../src/actions/operations/keys/rewrap.ts'
import { makeSetupLink, makeUserLink } from '../../../../src/actions/people/login-links.ts'
import { newKey, parseKeys } from '../../../../src/base/secrets.ts'
import { Provider, type ProviderSettings } from '../../../../src/http/sso/provider.ts'
import { tidyPeople } from '../../../../src/start/jobs/tidy-people.ts'
import { byTest } from '../../../support/action-context.ts'
import { CLIENT_ID, CLIENT_SECRET, OidcProvider, type TokenFault } from '../../../support/oidc-provider.ts'
import { expectProblem } from '../../../support/problems.ts'
import type { Answer } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let idp: OidcProvider
/** Log lines about the provider. */
const warnings: string[] = []

const settings = (more: Partial<ProviderSettings> = {}): ProviderSettings => ({
  issuer: idp.issuer,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  scopes: ['openid', 'email', 'profile'],
  roleClaim: 'realm_access.roles',
  roles: [
    { value: 'rtk-admins', role: 'administrator' },
    { value: 'rtk-field', role: 'operator' },
    { value: 'rtk-readers', role: 'viewer' },
    { value: 'rtk-shops', role: 'reseller' },
  ],
  ownerClaim: 'company',
  linkByEmail: false,
  providerFactor: 'claim',
  ...more,
})

const clock = () => site?.services.clock() ?? new Date()
const provider = (more: Partial<ProviderSettings> = {}) =>
  new Provider(settings(more), { clock, warn: (message) => warnings.push(message) })

/** Replaced before each test; the console reads it per request. */
let sso: Provider

beforeAll(async () => {
  idp = await OidcProvider.start({ clock })
  const looking = {
    get rules() {
      return sso.rules
    },
    begin: (...of: Parameters<Provider['begin']>) => sso.begin(...of),
    finish: (...of: Parameters<Provider['finish']>) => sso.finish(...of),
    leave: (...of: Parameters<Provider['leave']>) => sso.leave(...of),
  }
  site = await TestConsole.start(undefined, {}, { singleSignOn: looking })
})
afterAll(async () => {
  await site?.stop()
  await idp?.stop()
})
beforeEach(() => {
  sso = provider()
})
afterEach(async () => {
  idp.fault = null
  idp.isDown = false
  idp.inToken = null
  idp.lastSeenAt = null
  idp.asksAgain = true
  idp.tellsAuthTime = true
  idp.hasLogout = true
  idp.aheadSeconds = 0
  site.service.time = null
  warnings.length = 0
  await site.db.pool.query('delete from login_throttles')
})

const rolesOf = (...roles: string[]) => ({ realm_access: { roles } })
let people = 0
function somebody(claims: object): { name: string; email: string } {
  const name = `person-${++people}`
  const email = `${name}@acme.example`
  idp.people.set(name, { name: `Person ${people}`, email, email_verified: true, ...claims })
  return { name, email }
}

async function begin(browser: Browser, to?: string): Promise<string> {
  const begun = await browser.post('/sso/begin', to === undefined ? {} : { to })
  expect(begun.status).toBe(200)
  return begun.body.url
}
const finish = (browser: Browser, answer: string) => browser.post('/sso/finish', { answer })

/** Runs the whole sign-in flow and returns the response of its last step. */
async function signIn(name: string, browser = site.browser()): Promise<Answer & { browser: Browser }> {
  const answer = await idp.answer(await begin(browser), name)
  return { ...(await finish(browser, answer)), browser }
}

const userOf = async (email: string) =>
  (await site.db.pool.query('select * from users where email = $1', [email])).rows[0] ?? null

const entries = async (action: string) => (await site.audit()).filter((entry) => entry.action === action)

describe('a user of the provider', () => {
  it('is created once with the role of the claim and recognised afterwards', async () => {
    const { name, email } = somebody(rolesOf('default-roles', 'rtk-field'))
    const first = await signIn(name)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ next: 'home', to: '/', inWindow: false })
    const me = (await first.browser.get('/me')).body
    expect(me.user).toMatchObject({ email, role: 'operator', hasPassword: false, byProvider: true })
    expect(await userOf(email)).toMatchObject({ sso_issuer: idp.issuer, sso_subject: name, password_hash: null })
    expect((await entries('user.admitted')).at(-1)).toMatchObject({
      actor: 'single sign-on',
      subject_id: me.user.id,
      details: { email, role: 'operator', issuer: idp.issuer, subject: name },
    })
    expect((await entries('session.started')).at(-1)).toMatchObject({ actor: email, details: { method: 'provider' } })

    // The address is no identity: the provider may change it.
    idp.people.set(name, { ...idp.people.get(name), email: 'renamed@acme.example' })
    const again = await signIn(name)
    expect((await again.browser.get('/me')).body.user).toMatchObject({ id: me.user.id, email })
  })

  it('gets the strongest of their roles, and another role when the provider changes it', async () => {
    const { name, email } = somebody(rolesOf('rtk-readers', 'rtk-admins'))
    const { browser } = await signIn(name)
    expect((await browser.get('/me')).body.user.role).toBe('administrator')
    expect((await browser.get('/users')).status).toBe(200)

    idp.people.set(name, { ...idp.people.get(name), ...rolesOf('rtk-readers') })
    const again = await signIn(name)
    expect((await again.browser.get('/me')).body.user.role).toBe('viewer')
    // The existing session loses its rights too.
    expectProblem(await browser.get('/users'), 403, 'forbidden')
    const { id } = await userOf(email)
    expect((await entries('user.changed')).at(-1)).toMatchObject({
      actor: 'single sign-on',
      subject_id: id,
      details: { was: { role: 'administrator' }, wish: { role: 'viewer' } },
    })
  })

  it('is rejected with the reason if no role of theirs is configured', async () => {
    const { name, email } = somebody(rolesOf('somebody-elses'))
    const refused = await signIn(name)
    expectProblem(refused, 403, 'sso_no_entry')
    expect(refused.body.params).toEqual({ obstacle: 'no_role', who: email })
    expect(await userOf(email)).toBeNull()
    expect(refused.browser.sessionCookie).toBeUndefined()
    expectProblem(await signIn(somebody({}).name), 403, 'sso_no_entry')
  })

  it('is rejected after losing the role', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    await signIn(name)
    idp.people.set(name, { ...idp.people.get(name), ...rolesOf() })
    expectProblem(await signIn(name), 403, 'sso_no_entry')
  })

  it('belongs, as a reseller, to the organisation that the provider names, if it exists', async () => {
    const ownerId = await site.owner('Acme Topografía')
    const { name } = somebody({ ...rolesOf('rtk-shops'), company: 'acme topografía' })
    const { browser } = await signIn(name)
    expect((await browser.get('/me')).body.user).toMatchObject({ role: 'reseller', ownerId })

    for (const company of [undefined, 'Nobody knows them']) {
      const refused = await signIn(somebody({ ...rolesOf('rtk-shops'), company }).name)
      expectProblem(refused, 403, 'sso_no_entry')
      expect(refused.body.params.obstacle).toBe('no_owner')
    }
  })

  it('is rejected while disabled here, whatever the provider says', async () => {
    const { name, email } = somebody(rolesOf('rtk-admins'))
    const { browser } = await signIn(name)
    const admin = await site.signedIn('administrator')
    const { id } = await userOf(email)
    expect((await admin.patch(`/users/${id}`, { disabled: true })).status).toBe(200)
    expectProblem(await browser.get('/me'), 401, 'signed_out')
    const refused = await signIn(name)
    expectProblem(refused, 403, 'sso_no_entry')
    expect(refused.body.params.obstacle).toBe('disabled')
  })

  it('is created once by concurrent first sign-ins in two browsers', async () => {
    const { name, email } = somebody(rolesOf('rtk-field'))
    const both = await Promise.all([signIn(name), signIn(name)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await site.db.pool.query('select 1 from users where email = $1', [email])).rowCount).toBe(1)
  })

  it('is read from the userinfo endpoint if the ID token lacks claims', async () => {
    idp.inToken = []
    const { name, email } = somebody(rolesOf('rtk-readers'))
    const { browser } = await signIn(name)
    expect((await browser.get('/me')).body.user).toMatchObject({ email, role: 'viewer' })
  })

  it('gets organisation and email verification from the userinfo endpoint too', async () => {
    idp.inToken = ['realm_access', 'email']
    const ownerId = await site.owner('Told elsewhere')
    const shop = await signIn(somebody({ ...rolesOf('rtk-shops'), company: 'Told elsewhere' }).name)
    expect((await shop.browser.get('/me')).body.user).toMatchObject({ role: 'reseller', ownerId })
    sso = provider({ linkByEmail: true })
    const { email, id } = await site.user('viewer')
    const linked = await signIn(somebody({ ...rolesOf('rtk-readers'), email }).name)
    expect((await linked.browser.get('/me')).body.user).toMatchObject({ id, email })
  })

  it('is rejected without an e-mail address', async () => {
    const refused = await signIn(somebody({ ...rolesOf('rtk-field'), email: undefined }).name)
    expectProblem(refused, 403, 'sso_no_entry')
    expect(refused.body.params.obstacle).toBe('no_email')
  })

  it('gets a role from the e-mail address only if it is verified', async () => {
    const roles = [{ value: 'boss@acme.example', role: 'administrator' as const }]
    sso = provider({ roleClaim: 'email', roles })
    const claims = { email: 'boss@acme.example', email_verified: false }
    const { name } = somebody(claims)
    expectProblem(await signIn(name), 403, 'sso_no_entry')
    idp.people.set(name, { ...claims, email_verified: true })
    expect((await signIn(name)).status).toBe(200)
  })
})

describe('a provider user whose address has a local account', () => {
  it('is linked to it only if the operator allows it and the address is verified', async () => {
    const holder = await site.user('viewer')
    const claims = { ...rolesOf('rtk-field'), email: holder.email.toUpperCase() }
    const verified = somebody({ ...claims, email_verified: true }).name
    const unverified = somebody({ ...claims, email_verified: false }).name
    const refused = await signIn(verified)
    expectProblem(refused, 403, 'sso_no_entry')
    expect(refused.body.params.obstacle).toBe('email_taken')

    sso = provider({ linkByEmail: true })
    expectProblem(await signIn(unverified), 403, 'sso_no_entry')
    const { browser, status } = await signIn(verified)
    expect(status).toBe(200)
    const me = (await browser.get('/me')).body
    expect(me.user).toMatchObject({ id: holder.id, role: 'operator', hasPassword: true, byProvider: true })
    expect((await entries('user.recognised')).at(-1)).toMatchObject({ subject_id: holder.id })
    const mails = await site.db.pool.query(`select data from mails where recipient = $1`, [holder.email])
    expect(mails.rows.map(({ data }) => data.change)).toContain('single_sign_on')
    expect((await site.browser().login(holder.email)).status).toBe(200)

    // No other provider user is linked by claiming the same address.
    const second = somebody({ ...claims, email_verified: true }).name
    expectProblem(await signIn(second), 403, 'sso_no_entry')
  })

  it('is recognised after a change of provider, if the operator allows it', async () => {
    const { name, email } = somebody(rolesOf('rtk-field'))
    const { id } = (await (await signIn(name)).browser.get('/me')).body.user
    const other = await OidcProvider.start({ clock })
    try {
      other.people.set('same', { email, email_verified: true, ...rolesOf('rtk-readers') })
      const come = async () => {
        const browser = site.browser()
        await finish(browser, await other.answer(await begin(browser), 'same'))
        return browser.get('/me')
      }
      sso = provider({ issuer: other.issuer })
      expect((await come()).status).toBe(401)
      sso = provider({ issuer: other.issuer, linkByEmail: true })
      expect((await come()).body.user).toMatchObject({ id, role: 'viewer' })
    } finally {
      await other.stop()
    }
  })

  it('must enter the second factor of the local account', async () => {
    sso = provider({ linkByEmail: true })
    const { email, secret } = await site.userWithSecondFactor('operator')
    const { name } = somebody({ ...rolesOf('rtk-field'), email })
    const { browser, body } = await signIn(name)
    expect(body.next).toBe('second_factor')
    expectProblem(await browser.get('/me'), 401, 'second_factor_needed')
    site.service.at(new Date(Date.now() + 30_000))
    expect((await browser.post('/second-factor', { code: site.code(secret) })).status).toBe(200)
    expect((await browser.get('/me')).body.user.email).toBe(email)
    // The session still counts as one of the provider.
    expect((await browser.post('/logout')).body.url).toContain('id_token_hint=')
  })
})

describe('an invalid response of the provider', () => {
  /** Each fault with the reason in the log. */
  const FAULTS: [TokenFault, string][] = [
    ['nonce', '"nonce" claim value'],
    ['no_nonce', '(nonce) claim missing'],
    ['audience', '(audience) claim value'],
    ['issuer', '(issuer) claim value'],
    ['expired', 'expiration is past'],
    ['from_the_future', '(not before) claim value'],
    ['issued_in_future', 'issued in the future'],
    ['unsigned', 'unsupported JWS "alg"'],
    ['hmac', 'unsupported JWS algorithm'],
    ['foreign_key', 'signature verification failed'],
    ['unknown_key', 'no applicable keys found'],
    ['no_subject', '(subject) claim missing'],
  ]
  it.each(FAULTS)('is rejected: a token with the fault "%s"', async (fault, why) => {
    const { name, email } = somebody(rolesOf('rtk-admins'))
    idp.fault = fault
    const refused = await signIn(name)
    expectProblem(refused, 401, 'sso_failed')
    expect(refused.body.params.failure).toBe('not_valid')
    expect(refused.browser.sessionCookie).toBeUndefined()
    expect(await userOf(email)).toBeNull()
    expect(warnings).toEqual([expect.stringContaining(why)])
  })

  it('is rejected when its code is used a second time', async () => {
    const browser = site.browser()
    const { name } = somebody(rolesOf('rtk-field'))
    const answer = await idp.answer(await begin(browser), name)
    // Also with all cookies of the browser.
    const thief = browser.at(site.app)
    expect((await finish(browser, answer)).status).toBe(200)
    const replayed = await finish(thief, answer)
    expectProblem(replayed, 401, 'sso_failed')
    expect(replayed.body.params.failure).toBe('not_begun')
    // The cookie is gone after the first use.
    const nothing = await finish(browser, answer)
    expect(nothing.body.params.failure).toBe('not_begun')
  })

  it('is rejected in any browser but the one that started the sign-in', async () => {
    const { name } = somebody(rolesOf('rtk-admins'))
    const attacker = site.browser()
    const answer = await idp.answer(await begin(attacker), name)
    const victim = site.browser()
    expect((await finish(victim, answer)).body.params.failure).toBe('not_begun')
    // Nor in a browser that started another sign-in.
    await begin(victim)
    expect((await finish(victim, answer)).body.params.failure).toBe('not_begun')
    expect(victim.sessionCookie).toBeUndefined()
    // A stolen code does not work with another state: its PKCE verifier is missing.
    const own = new URL(await begin(victim)).searchParams.get('state')!
    const stolen = new URLSearchParams(answer)
    stolen.set('state', own)
    expect((await finish(victim, stolen.toString())).body.params).toEqual({
      failure: 'refused',
      error: 'invalid_grant',
    })
  })

  it('is rejected with a forged or expired cookie', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    const browser = site.browser()
    const answer = await idp.answer(await begin(browser), name)
    const [cookie] = [...browser.cookies.keys()].filter((key) => key.includes('sso'))
    const kept = browser.cookies.get(cookie!)!
    browser.cookies.set(cookie!, `${kept.slice(0, -2)}AA`)
    expect((await finish(browser, answer)).body.params.failure).toBe('not_begun')
    browser.cookies.set(cookie!, kept)
    site.service.at(new Date(Date.now() + 10 * 60_000))
    expect((await finish(browser, answer)).body.params.failure).toBe('not_begun')
  })

  it('is reported with the OAuth error code and no other text of the response', async () => {
    const refused = await signIn('nobody')
    expectProblem(refused, 401, 'sso_failed')
    expect(refused.body.params).toEqual({ failure: 'refused', error: 'access_denied' })
    const browser = site.browser()
    const state = new URL(await begin(browser)).searchParams.get('state')!
    const answer = new URLSearchParams({ state, error: 'Call +1 555 0100 now', error_description: 'evil' }).toString()
    expect((await finish(browser, answer)).body.params).toEqual({ failure: 'refused', error: 'unknown' })
  })

  it('is in the audit log with the user it was about', async () => {
    const { name, email } = somebody(rolesOf('none'))
    await signIn(name)
    await expect
      .poll(async () => (await entries('login.failed')).filter(({ actor }) => actor === email))
      .toMatchObject([{ details: { by: 'single sign-on', code: 'sso_no_entry', obstacle: 'no_role' } }])
  })
})

describe('the provider', () => {
  it('can rotate its keys at any time', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    expect((await signIn(name)).status).toBe(200)
    idp.rotateKeys()
    expect((await signIn(name)).status).toBe(200)
  })

  it('can be unavailable: callers get an error, and requests back off', async () => {
    idp.isDown = true
    const browser = site.browser()
    expectProblem(await browser.post('/sso/begin', {}), 502, 'sso_provider_failed')
    const before = idp.asked.length
    expectProblem(await browser.post('/sso/begin', {}), 502, 'sso_provider_failed')
    expect(idp.asked.length).toBe(before)
    // Passwords still work.
    const { email } = await site.user()
    expect((await site.browser().login(email)).status).toBe(200)

    idp.isDown = false
    expectProblem(await browser.post('/sso/begin', {}), 502, 'sso_provider_failed')
    site.service.at(new Date(Date.now() + 2_000))
    expect((await browser.post('/sso/begin', {})).status).toBe(200)
  })

  it('can become unavailable between the redirect and the callback', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    const browser = site.browser()
    const answer = await idp.answer(await begin(browser), name)
    idp.isDown = true
    expectProblem(await finish(browser, answer), 502, 'sso_provider_failed')
  })

  it('is logged once while it is unreachable', async () => {
    const gone = await OidcProvider.start()
    await gone.stop()
    sso = provider({ issuer: gone.issuer })
    for (const _ of [1, 2]) expectProblem(await site.browser().post('/sso/begin', {}), 502, 'sso_provider_failed')
    expect(warnings).toEqual([expect.stringMatching(/^OIDC_ISSUER: .*fetch failed: .*ECONNREFUSED/)])
  })

  it('can have a slightly wrong clock', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    // The provider's tokens are valid for 300 seconds.
    idp.aheadSeconds = -320
    expect((await signIn(name)).status).toBe(200)
    idp.aheadSeconds = -360
    expect((await signIn(name)).body.params.failure).toBe('not_valid')
  })

  it('is checked against the clock of the database, not of the machine', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    site.service.at(new Date('2031-03-01T00:00:00Z'))
    expect((await signIn(name)).status).toBe(200)
  })

  it('is asked for its metadata again after an hour', async () => {
    const discoveries = () => idp.asked.filter((path) => path.includes('well-known')).length
    const start = Date.now()
    await begin(site.browser())
    const once = discoveries()
    await begin(site.browser())
    expect(discoveries()).toBe(once)
    site.service.at(new Date(start + 3_660_000))
    // Stale metadata is used while the provider is unavailable.
    idp.isDown = true
    await begin(site.browser())
    idp.isDown = false
    site.service.at(new Date(start + 3_760_000))
    await begin(site.browser())
    expect(discoveries()).toBe(once + 2)
  })

  it.each([
    ['ES256', CLIENT_SECRET, ['client_secret_post']],
    ['RS256', null, ['none']],
  ] as const)('can sign with %s and authenticate us by %s', async (algorithm, clientSecret, authMethods) => {
    const other = await OidcProvider.start({ clock, algorithm, clientSecret, authMethods })
    try {
      other.people.set('ana', { email: `ana-${algorithm}@acme.example`, groups: 'crew' })
      const roles = [{ value: 'crew', role: 'viewer' as const }]
      sso = provider({ issuer: other.issuer, clientSecret, roleClaim: 'groups', roles })
      const browser = site.browser()
      const answer = await other.answer(await begin(browser), 'ana')
      expect((await finish(browser, answer)).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  it('is rejected if its issuer differs from the configured one', async () => {
    sso = provider({ issuer: idp.issuer.replace('127.0.0.1', 'localhost') })
    expectProblem(await site.browser().post('/sso/begin', {}), 502, 'sso_provider_failed')
  })
})

describe('several nodes', () => {
  it('any of them accepts the callback and knows the session', async () => {
    const other = await site.anotherNode()
    try {
      const { name, email } = somebody(rolesOf('rtk-field'))
      const here = site.browser()
      const answer = await idp.answer(await begin(here), name)
      const there = here.at(other)
      expect((await finish(there, answer)).status).toBe(200)
      expect((await there.at(site.app).get('/me')).body.user.email).toBe(email)
    } finally {
      await other.close()
    }
  })
})

describe('the sign-in cookie', () => {
  const statesKept = async () =>
    (await site.db.pool.query('select count(*)::int as kept from used_sso_states')).rows[0].kept

  it('is accepted once across all nodes, also with another code, and deleted by a job after expiry', async () => {
    await site.db.pool.query('delete from used_sso_states')
    const other = await site.anotherNode()
    try {
      const { name } = somebody(rolesOf('rtk-field'))
      const here = site.browser()
      const url = await begin(here)
      const answers = [await idp.answer(url, name), await idp.answer(url, name), await idp.answer(url, name)]
      const browsers = [here.at(site.app), here.at(other), here.at(site.app)]
      const finished = await Promise.all(browsers.map((browser, index) => finish(browser, answers[index]!)))
      expect(finished.map(({ status }) => status).sort()).toEqual([200, 401, 401])
      for (const { status, body } of finished) if (status === 401) expect(body.params.failure).toBe('not_begun')
    } finally {
      await other.close()
    }
    await tidyPeople(site.db, new Date())
    expect(await statesKept()).toBe(1)
    await tidyPeople(site.db, new Date(Date.now() + 11 * 60_000))
    expect(await statesKept()).toBe(0)
  })
})

describe('the sign-in flow', () => {
  it('returns to the requested page within the console', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    const browser = site.browser()
    const answer = await idp.answer(await begin(browser, '/stations/7?state=down'), name)
    expect((await finish(browser, answer)).body.to).toBe('/stations/7?state=down')
    for (const to of ['//evil.example', 'https://evil.example', '/\\evil.example', 'stations', '/a b', ''])
      expectProblem(await browser.post('/sso/begin', { to }), 400, 'invalid_request')
  })

  it('uses PKCE, state and nonce, and an HttpOnly cookie', async () => {
    const begun = await site.browser().post('/sso/begin', {})
    const { searchParams } = new URL(begun.body.url)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: 'https://rtk.example.mx/console/sso',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    const cookie = [begun.headers['set-cookie']].flat().join()
    expect(cookie).toMatch(/^__Host-vertice-sso=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
    expect(cookie).not.toContain(searchParams.get('state'))
  })

  it('cannot be started or finished by another site', async () => {
    const elsewhere = { 'sec-fetch-site': 'cross-site' }
    for (const [path, body] of [
      ['/sso/begin', {}],
      ['/sso/finish', { answer: '' }],
    ] as const)
      expectProblem(await site.browser().post(path, body, elsewhere), 403, 'cross_site')
  })

  it('throttles an address that sends many callbacks, across all nodes', async () => {
    const { name } = somebody(rolesOf('rtk-field'))
    for (let count = 0; count < 30; count++) {
      const browser = site.browser('198.51.100.9')
      const state = new URL(await begin(browser)).searchParams.get('state')!
      await finish(browser, new URLSearchParams({ state, code: 'guessed' }).toString())
    }
    const asked = idp.asked.filter((path) => path === '/token').length
    const refused = await signIn(name, site.browser('198.51.100.9'))
    expectProblem(refused, 429, 'too_many_attempts')
    expect(idp.asked.filter((path) => path === '/token').length).toBe(asked)
    expect((await signIn(name, site.browser('198.51.100.10'))).status).toBe(200)
  })
})

describe('the second factor with single sign-on', () => {
  const required = (role: string) =>
    site.db.pool.query(`update role_policies set second_factor = 'required' where role = $1`, [role])
  afterEach(() => site.db.pool.query(`update role_policies set second_factor = 'optional'`))

  it('is satisfied by the provider if the token says so', async () => {
    await required('operator')
    const one = await signIn(somebody({ ...rolesOf('rtk-field'), amr: ['pwd'] }).name)
    expectProblem(await one.browser.get('/network'), 403, 'second_factor_required')
    expect((await one.browser.get('/me')).body.secondFactor).toBe('required')
    for (const amr of [['mfa'], ['pwd', 'otp'], ['hwk', 'pin']]) {
      const two = await signIn(somebody({ ...rolesOf('rtk-field'), amr }).name)
      expect((await two.browser.get('/network')).status).toBe(200)
      expect((await two.browser.get('/me')).body.secondFactor).toBe('optional')
    }
  })

  it('is left to the provider if the operator configures it', async () => {
    await required('operator')
    sso = provider({ providerFactor: 'always' })
    const { browser } = await signIn(somebody(rolesOf('rtk-field')).name)
    expect((await browser.get('/network')).status).toBe(200)
  })

  it('can be set up by a user without password after authenticating at the provider again', async () => {
    await required('operator')
    idp.lastSeenAt = new Date(Date.now() - 3_600_000)
    const { name } = somebody(rolesOf('rtk-field'))
    const { browser } = await signIn(name)
    expectProblem(await browser.post('/account/second-factor', {}), 403, 'confirmation_needed')
    const { url } = (await browser.post('/account/confirm/begin')).body
    expect((await finish(browser, await idp.answer(url, name))).body.next).toBe('confirmed')
    const { secret } = (await browser.post('/account/second-factor', {})).body
    expect((await browser.post('/account/second-factor/confirm', { code: site.code(secret) })).status).toBe(200)
    expect((await browser.get('/network')).status).toBe(200)

    // From now on the second factor is requested after the provider's sign-in.
    const next = await signIn(name)
    expect(next.body.next).toBe('second_factor')
  })

  it('can be set up and used for confirmation if the provider sends no auth_time', async () => {
    await required('administrator')
    idp.tellsAuthTime = false
    const { browser } = await signIn(somebody(rolesOf('rtk-admins')).name)
    expectProblem(await browser.get('/users'), 403, 'second_factor_required')
    const { secret } = (await browser.post('/account/second-factor', {})).body
    expect((await browser.post('/account/second-factor/confirm', { code: site.code(secret) })).status).toBe(200)
    expect((await browser.get('/users')).status).toBe(200)
    site.service.at(new Date(Date.now() + 30_000))
    expect((await browser.post('/account/confirm', { code: site.code(secret) })).status).toBe(200)
  })
})

describe('an action that needs confirmation', () => {
  /** An administrator whose session at the provider is an hour old. */
  async function administrator() {
    idp.lastSeenAt = new Date(Date.now() - 3_600_000)
    const { name } = somebody(rolesOf('rtk-admins'))
    return { name, browser: (await signIn(name)).browser }
  }
  const invite = (browser: Browser) => {
    const email = `invited-${++people}@example.mx`
    return browser.post('/users', { email, name: 'Invited', role: 'viewer' })
  }
  const askAgain = async (browser: Browser) => (await browser.post('/account/confirm/begin')).body.url as string

  it('is allowed after a fresh sign-in at the provider, not after a silent one', async () => {
    const fresh = await signIn(somebody(rolesOf('rtk-admins')).name)
    expect((await invite(fresh.browser)).status).toBe(201)
    const { browser } = await administrator()
    expectProblem(await invite(browser), 403, 'confirmation_needed')
  })

  it('sends the user to the provider with prompt=login and max_age=0', async () => {
    const { name, browser } = await administrator()
    const url = await askAgain(browser)
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    expect(new URL(url).searchParams.get('max_age')).toBe('0')
    const confirmed = await finish(browser, await idp.answer(url, name))
    expect(confirmed.body).toMatchObject({ next: 'confirmed', inWindow: true })
    expect((await invite(browser)).status).toBe(201)
    const [last] = (await entries('session.confirmed')).slice(-1)
    expect(last).toMatchObject({ details: { method: 'provider' } })
  })

  it('stays closed if the provider does not ask again or sends no auth_time', async () => {
    const { name, browser } = await administrator()
    idp.asksAgain = false
    const through = await finish(browser, await idp.answer(await askAgain(browser), name))
    expect(through.body.params).toEqual({ failure: 'not_asked_again' })
    idp.tellsAuthTime = false
    const silent = await finish(browser, await idp.answer(await askAgain(browser), name))
    expect(silent.body.params).toEqual({ failure: 'not_asked_again' })
    expectProblem(await invite(browser), 403, 'confirmation_needed')
  })

  it('stays closed if another user or another session confirms', async () => {
    const { browser } = await administrator()
    const other = somebody(rolesOf('rtk-admins')).name
    const refused = await finish(browser, await idp.answer(await askAgain(browser), other))
    expect(refused.body.params).toEqual({ failure: 'somebody_else' })
    expect((await entries('login.failed')).at(-1)).toMatchObject({ details: { failure: 'somebody_else' } })
    expect((await browser.get('/me')).status).toBe(200)

    const two = await administrator()
    const answer = await idp.answer(await askAgain(two.browser), two.name)
    expect((await two.browser.post('/logout')).status).toBe(200)
    expectProblem(await finish(two.browser, answer), 401, 'signed_out')
  })
})

describe('users of the provider', () => {
  it('get no password link, from any user', async () => {
    const { name, email } = somebody(rolesOf('rtk-field'))
    await signIn(name)
    const admin = await site.signedIn('administrator')
    const { id } = await userOf(email)
    expect((await admin.get(`/users/${id}`)).body.user).toMatchObject({ byProvider: true, hasPassword: false })
    expectProblem(await admin.post(`/users/${id}/link`), 409, 'password_at_provider')
    expectProblem(await site.browser().login(email), 401, 'wrong_credentials')

    const live = site.services as { -readonly [Name in keyof typeof site.services]: (typeof site.services)[Name] }
    live.mail = { server: 'smtp.example.mx:587', from: 'rtk@example.mx', sendTest: () => Promise.reject() }
    try {
      expectProblem(await admin.post(`/users/${id}/link/mail`), 409, 'password_at_provider')
      expect((await site.browser().post('/links/ask', { email })).status).toBe(200)
      await expect
        .poll(async () => (await entries('user.link_asked')).map(({ actor }) => actor), { timeout: 90_000 })
        .toEqual([email])
      expect((await site.db.pool.query('select 1 from mails where recipient = $1', [email])).rowCount).toBe(0)
    } finally {
      live.mail = null
    }
  })

  it('complete the set-up as administrators, which invalidates the set-up link', async () => {
    const alone = await TestConsole.start(undefined, {}, { singleSignOn: sso })
    try {
      const token = (await makeSetupLink(alone.db, new Date()))!
      const browser = alone.browser()
      const answer = await idp.answer(await begin(browser), somebody(rolesOf('rtk-admins')).name)
      expect((await finish(browser, answer)).status).toBe(200)
      expectProblem(await alone.browser().post('/links/look', { token }), 410, 'link_not_valid')
      expect(await makeSetupLink(alone.db, new Date())).toBeNull()
      expect((await browser.get('/owners')).body.owners).toHaveLength(1)
    } finally {
      await alone.stop()
    }
  })
})

describe('signing out with single sign-on', () => {
  it('redirects to the provider with the ID token and ends the session here', async () => {
    const { browser } = await signIn(somebody(rolesOf('rtk-field')).name)
    const { url } = (await browser.post('/logout')).body
    const { origin, pathname, searchParams } = new URL(url)
    expect(origin + pathname).toBe(`${idp.issuer}/logout`)
    expect(searchParams.get('post_logout_redirect_uri')).toBe('https://rtk.example.mx/console/')
    expect(searchParams.get('client_id')).toBe(CLIENT_ID)
    expect(searchParams.get('id_token_hint')!.split('.')).toHaveLength(3)
    expectProblem(await browser.get('/me'), 401, 'signed_out')
  })

  it('stays here if the provider has no logout endpoint or the user signed in by password', async () => {
    idp.hasLogout = false
    const { browser } = await signIn(somebody(rolesOf('rtk-field')).name)
    expect((await browser.post('/logout')).body.url).toBeNull()
    expect((await (await site.signedIn('viewer')).post('/logout')).body.url).toBeNull()
  })

  it('works after the encryption keys were rotated', async () => {
    const { browser } = await signIn(somebody(rolesOf('rtk-field')).name)
    const { keys } = site.services
    const renewed = parseKeys(`${newKey()},${keys.current.secret.export().toString('base64')}`)
    const moved = new Map<string, number>()
    await rewrapKeys({ ...byTest({ db: site.db }), keys: renewed }, (table, count) => moved.set(table, count))
    expect(moved.get('console_provider_tokens')).toBeGreaterThan(0)
    // This node does not have the new key; signing out works without the ID token.
    const { url } = (await browser.post('/logout')).body
    expect(new URL(url).searchParams.has('id_token_hint')).toBe(false)
  })
})

describe('the console without local passwords', () => {
  it('admits users by the provider, or by a link created on the server', async () => {
    const strict = await TestConsole.start(undefined, {}, { singleSignOn: sso, localLogin: false })
    try {
      const { email, id } = await strict.user('operator')
      expect((await strict.browser().get('/entry')).body).toMatchObject({
        mailsLinks: false,
        hasProvider: true,
        localLogin: false,
      })
      expectProblem(await strict.browser().login(email), 403, 'local_login_off')
      expectProblem(await strict.browser().post('/links/ask', { email }), 403, 'local_login_off')
      const { token } = await makeUserLink(byTest({ db: strict.db }), id)
      const browser = strict.browser()
      const password = 'another horse battery'
      expect((await browser.post('/links/accept', { token, password })).status).toBe(200)
      expect((await browser.get('/me')).status).toBe(200)
    } finally {
      await strict.stop()
    }
  })

  it('offers no single sign-on if no provider is configured', async () => {
    const plain = await TestConsole.start()
    try {
      expect((await plain.browser().get('/entry')).body).toMatchObject({ hasProvider: false, localLogin: true })
      expectProblem(await plain.browser().post('/sso/begin', {}), 409, 'sso_off')
      expectProblem(await plain.browser().post('/sso/finish', { answer: '' }), 409, 'sso_off')
    } finally {
      await plain.stop()
    }
  })
})
