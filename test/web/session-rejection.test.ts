// Open pages follow the state of their session, whichever request reveals it: a list, a form or a download.
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { SECOND_FACTOR_MS } from '../../src/domain/people/sign-in.ts'
import { type Browser, PASSWORD, SAME_ORIGIN, TestConsole } from '../http/console/support.ts'

/** The browser module's interface, declared here because its types are not available on this side. */
interface Api {
  readonly api: { signIn(to: string, body: object): Promise<unknown> }
  onSignInNeeded(ask: () => Promise<boolean>): () => void
  onSessionRejection(tell: (standing: string, url: string) => void): void
  send(url: string, request: RequestInit): Promise<Response>
}
const { api, onSignInNeeded, onSessionRejection, send }: Api = await import(
  /* @vite-ignore */ new URL('../../web/src/service/api.ts', import.meta.url).pathname
)

const realFetch = fetch
let site: TestConsole
let origin: string
const told: string[] = []
beforeAll(async () => {
  site = await TestConsole.start()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  onSessionRejection((rejection, url) => told.push(`${rejection} ${url.split('/').at(-1)}`))
})
afterAll(() => site.stop())

const cookieOf = ({ cookies }: Browser) => Array.from(cookies, (pair) => pair.join('=')).join('; ')
const asked = async (browser: Browser, method: string, path: string, body?: object) => {
  const headers = { cookie: cookieOf(browser), ...SAME_ORIGIN, ...(body && { 'content-type': 'application/json' }) }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  told.length = 0
  await send(`${origin}/console/api${path}`, request).catch(() => {})
  return told
}

it('reports a newly required second factor and an ended session on reads and changes alike', async () => {
  const { browser, email } = await site.user('operator')
  expect(await asked(browser, 'GET', '/stations')).toEqual([])
  await site.db.pool.query(`update role_policies set second_factor = 'required' where role = 'operator'`)
  expect(await asked(browser, 'GET', '/stations')).toEqual(['changed stations'])
  expect(await asked(browser, 'PATCH', '/account', { name: 'Other' })).toEqual(['changed account'])
  expect(await asked(browser, 'POST', '/credentials.csv')).toEqual(['changed credentials.csv'])
  expect(await asked(browser, 'GET', '/me')).toEqual([])
  await site.db.pool.query('delete from console_sessions')
  expect(await asked(browser, 'GET', '/stations')).toEqual(['ended stations'])
  expect(await asked(browser, 'PATCH', '/account', { name: 'Other' })).toEqual(['ended account'])
  expect(await asked(browser, 'POST', '/login', { email, password: `not ${PASSWORD}` })).toEqual([])
})

it('does not change a page that only lacks a permission', async () => {
  expect(await asked(await site.signedIn('viewer'), 'GET', '/audit')).toEqual([])
})

it('rejects a late second-factor code at once, because waiting for the sign-in would deadlock', async () => {
  const { email } = await site.userWithSecondFactor('operator')
  const browser = site.browser()
  await browser.login(email)
  site.service.at(new Date(Date.now() + SECOND_FACTOR_MS))
  onTestFinished(() => {
    site.service.time = null
  })
  // Sends as a browser does: to the page's origin, with its cookies.
  vi.stubGlobal('fetch', (path: string, request: RequestInit) =>
    realFetch(`${origin}${path}`, {
      ...request,
      headers: { ...request.headers, ...SAME_ORIGIN, cookie: cookieOf(browser) },
    }),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(onSignInNeeded(() => new Promise(() => {})))
  told.length = 0
  await expect(api.signIn('/second-factor', { code: '123456' })).rejects.toMatchObject({ code: 'signed_out' })
  expect(told).toEqual([])
})
