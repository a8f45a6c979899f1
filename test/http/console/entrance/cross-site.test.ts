// Requests of other sites change nothing, and other sites cannot use the console's responses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { BASE_URL } from '../../../support/service.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let browser: Browser
beforeAll(async () => {
  site = await TestConsole.start()
  browser = await site.signedIn('administrator')
})
afterAll(() => site.stop())

/** A change with only these headers about its origin. */
const change = (headers: Record<string, string>) =>
  browser.ask({
    method: 'PATCH',
    url: '/account',
    headers: { 'content-type': 'application/json', ...headers },
    payload: '{"language":"en"}',
  })

describe('a changing request', () => {
  it.each([
    ['our own page', { 'sec-fetch-site': 'same-origin', origin: BASE_URL }],
    [
      'our own page, behind a proxy that changes the host',
      { 'sec-fetch-site': 'same-origin', origin: 'https://inner' },
    ],
    ['our own page in an older browser', { origin: BASE_URL }],
    [
      'our own page in an older browser, by another name of ours',
      { origin: 'http://console.lan', host: 'console.lan' },
    ],
    ['a program that says what it is', { 'x-requested-with': 'vertice' }],
  ])('is accepted from %s', async (_, headers) => {
    expect((await change(headers as never)).status).toBe(200)
  })

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another host of our domain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.example.mx' }],
    [
      'a page that would lie about the rest',
      { 'sec-fetch-site': 'cross-site', origin: BASE_URL, 'x-requested-with': 'vertice' },
    ],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['another site in an older browser', { origin: 'https://evil.example', 'x-requested-with': 'vertice' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['another port of our host', { origin: `${BASE_URL}:8443` }],
    ['nobody knows where', {}],
  ])('is rejected with 403 from %s', async (_, headers) => {
    expectProblem(await change(headers as never), 403, 'cross_site')
  })

  it('must be JSON; content types that a form can send are rejected', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const answer = await browser.ask({
        method: 'POST',
        url: '/login',
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' },
        payload: '{"email":"a@example.mx","password":"x"}',
      })
      expectProblem(answer, 415, 'unsupported_media_type')
    }
  })

  it('is checked on every route, also on those without a session', async () => {
    for (const path of ['/login', '/setup', '/logout', '/links/accept', '/second-factor', '/tokens']) {
      const foreign = { 'sec-fetch-site': 'cross-site' }
      expectProblem(await site.browser().post(path, {}, foreign), 403, 'cross_site')
    }
  })

  it('is never a GET', async () => {
    // Earlier refusals may be recorded late.
    const entries = async () => (await site.audit()).filter(({ action }) => action !== 'access.refused')
    const before = await entries()
    for (const path of ['/logout', '/account', '/users/1/link', '/links/accept'])
      expectProblem(await browser.get(path, { 'sec-fetch-site': 'cross-site' }), 404, 'route_not_found')
    expect(await entries()).toEqual(before)
    expect((await browser.get('/me')).status).toBe(200)
  })
})

describe('every response under /console', () => {
  it('has a strict content policy, forbids frames and sends no referrer', async () => {
    const answers = [
      await browser.get('/me'),
      await site.browser().get('/me'),
      await browser.get('/nothing'),
      await browser.post('/console/nothing'),
      await browser.post('/tokens', { unknown: true }),
      await change({}),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404, 404, 400, 403])
    for (const { headers } of answers) {
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).not.toMatch(/unsafe|\*|https?:/)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'cache-control': 'no-store',
      })
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
  })

  it('rejects API tokens, and the API rejects console sessions', async () => {
    const { secret } = await site.service.token()
    expectProblem(await site.browser().get('/me', { authorization: `Bearer ${secret}` }), 401, 'signed_out')
    expectProblem(await browser.elsewhere('/api/v1/stations'), 401, 'missing_token')
  })

  it('is not part of the OpenAPI description', async () => {
    const { paths } = (await site.app.inject('/docs/openapi.json')).json()
    expect(Object.keys(paths)).toContain('/credentials')
    expect(Object.keys(paths).filter((path) => /console|login|users|tokens/.test(path))).toEqual([])
  })
})
