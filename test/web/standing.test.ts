// Open pages follow what becomes of their session, whoever of them asked: a list, a form or a download.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Browser, PASSWORD, SAME_ORIGIN, TestConsole } from '../console/support.ts'

/** As the browser has it: its types are not those of this side. */
interface Api {
  onStanding(tell: (standing: string, url: string) => void): void
  send(url: string, request: RequestInit): Promise<Response>
}
const { onStanding, send }: Api = await import(
  /* @vite-ignore */ new URL('../../web/src/api.ts', import.meta.url).pathname
)

let site: TestConsole
let origin: string
const told: string[] = []
beforeAll(async () => {
  site = await TestConsole.start()
  origin = await site.app.listen({ port: 0, host: '127.0.0.1' })
  onStanding((standing, url) => told.push(`${standing} ${url.split('/').at(-1)}`))
})
afterAll(() => site.stop())

const asked = async ({ cookies }: Browser, method: string, path: string, body?: object) => {
  const cookie = Array.from(cookies, (pair) => pair.join('=')).join('; ')
  const headers = { cookie, ...SAME_ORIGIN, ...(body && { 'content-type': 'application/json' }) }
  const request = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  told.length = 0
  await send(`${origin}/console/api${path}`, request).catch(() => {})
  return told
}

it('a second factor that becomes required, and a session that ends, are told by reads and changes alike', async () => {
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

it('and a page that may not do something stays as it is', async () => {
  expect(await asked(await site.signedIn('viewer'), 'GET', '/audit')).toEqual([])
})
