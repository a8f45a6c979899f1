// One link requested over and over by impatient clients: the cost for the service and for others.
import { execFile } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { request } from 'undici'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measuresTime } from '../../../support/loop-watch.ts'
import { sized } from '../../../support/size.ts'
import { CustomerSite } from '../support.ts'

const TIMES = sized({ ci: 3_000, nightly: 20_000 })
const CONNECTIONS = 200
const MEGABYTE = 1024 * 1024

let site: CustomerSite
let origin: string
beforeAll(async () => {
  site = await CustomerSite.start()
  await site.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`
})
afterAll(() => site.stop())

async function newLink(owner: string): Promise<string> {
  const client = await site.service.client(undefined, owner)
  const { body } = await client.post('/credentials', { segundos: 3600 })
  return `${origin}/c/${body.credential.url.split('/c/')[1]}.pdf`
}

async function timed(url: string): Promise<number> {
  const from = performance.now()
  const { statusCode, body } = await request(url)
  expect(statusCode).toBe(200)
  expect((await body.text()).startsWith('%PDF-')).toBe(true)
  return performance.now() - from
}

it(`uses little memory for ${TIMES} requests of one link, and still serves other links`, {
  ...measuresTime(),
  timeout: 600_000,
}, async () => {
  const flooded = await newLink('Flooded')
  await timed(await newLink('Quiet')) // starts the thread and loads the fonts
  const quiet = await timed(await newLink('Quiet'))

  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 100)
  const flood = promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('../flood.ts', import.meta.url)),
    flooded,
    String(TIMES),
    String(CONNECTIONS),
  ])
  let over = false
  void flood.finally(() => {
    over = true
  })
  const meanwhile: number[] = []
  while (!over) meanwhile.push(await timed(await newLink('Beside')))
  clearInterval(watch)
  const statuses = JSON.parse((await flood).stdout) as Record<string, number>

  expect(Object.values(statuses).reduce((sum, count) => sum + count, 0)).toBe(TIMES)
  expect(Object.keys(statuses).every((status) => ['200', '429', '503'].includes(status))).toBe(true)
  expect(statuses[429]).toBeGreaterThan(TIMES / 2)
  expect(peak - before).toBeLessThan(150 * MEGABYTE)
  const inTheMiddle = meanwhile.sort((a, b) => a - b)[meanwhile.length >> 1]!
  console.info(
    `peak +${Math.round((peak - before) / MEGABYTE)} MB; another link ${Math.round(quiet)} ms before, ${Math.round(inTheMiddle)} ms meanwhile, at most ${Math.round(meanwhile.at(-1)!)} ms`,
  )
  expect(inTheMiddle).toBeLessThan(10 * quiet)
})
