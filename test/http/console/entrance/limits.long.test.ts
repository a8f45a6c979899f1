import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { type Browser, TestConsole } from '../support.ts'

let house: TestConsole
beforeAll(async () => {
  house = await TestConsole.start()
})
afterAll(() => house.stop())

async function times(count: number, ask: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done++) await ask()
}

describe('the rate limit of the console', () => {
  it('allows 600 requests a minute per session, then returns Retry-After to that session only', async () => {
    const [busy, calm] = [await house.signedIn('administrator'), await house.signedIn('administrator')]
    house.service.at('2026-11-14T18:00:30.000Z')
    await times(600, () => busy.get('/map'))
    const refused = await busy.get('/map')
    expectProblem(refused, 429, 'rate_limited')
    expect(refused.headers['retry-after']).toBe('60')
    expect((await calm.get('/map')).status).toBe(200)
    house.service.at('2026-11-14T18:01:30.000Z')
    expect((await busy.get('/map')).status).toBe(200)
  })

  it('allows 60 uploads and downloads a minute per session', async () => {
    const browser = await house.signedIn('administrator')
    house.service.at('2026-11-14T18:02:00.000Z')
    await times(30, () => browser.get('/credentials.csv'))
    await times(30, () => browser.send('POST', '/stations/import/preview', '[]', { 'content-type': 'text/plain' }))
    expectProblem(await browser.get('/credentials.csv'), 429, 'rate_limited')
  })
})

it('allows 3,000 requests a minute per address, whatever the session', async () => {
  const stranger: Browser = house.browser('198.51.100.9')
  house.service.at('2026-11-14T18:03:00.000Z')
  await times(3_000, () => stranger.get('/me'))
  expectProblem(await stranger.get('/me'), 429, 'rate_limited')
  expectProblem(await stranger.login('a@example.mx'), 429, 'rate_limited')
  expect((await house.browser('198.51.100.10').get('/me')).status).toBe(401)
})
