// Guessing links finds nothing, is rate-limited, and delays no other client.
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { BASE62, randomCode } from '../../../../src/base/secrets.ts'
import { linkOpener } from '../../../../src/reads/open-delivery.ts'
import { until } from '../../../support/process.ts'
import { CustomerSite } from '../support.ts'

const GUESSES = 100_000
const CREDENTIALS = 50

let site: CustomerSite
let urls: string[]

beforeAll(async () => {
  site = await CustomerSite.start()
  const client = await site.service.client()
  const { body } = await client.post('/credentials/batch', {
    credentials: Array.from({ length: CREDENTIALS }, () => ({ segundos: 3600 })),
  })
  urls = body.credentials.map(({ url }: { url: string }) => url)
})
afterAll(() => site.stop())

/** Freezes the service's clock for the rest of the test, so that the rate limit window does not end. */
const stopTheClock = () => site.service.at(new Date())

const keyOf = (url: string) => url.split('/c/')[1]!
const guess = (index: number) => `${((index % CREDENTIALS) + 1).toString(36)}-${randomCode(24, BASE62)}`

it('finds nothing with a hundred thousand guesses at existing credentials, and runs few queries', async () => {
  const { db, keys, current, clock, baseUrl } = site.service.services
  let questions = 0
  const counted = {
    ...db,
    query: ((...args: Parameters<typeof db.query>) => {
      questions += 1
      return db.query(...args)
    }) as typeof db.query,
  }
  const open = linkOpener({ db: counted, keys, current, clock, baseUrl })
  let found = 0
  for (let done = 0; done < GUESSES; done += 5_000) {
    const opened = await Promise.all(Array.from({ length: 5_000 }, (_, index) => open(guess(done + index))))
    found += opened.filter(Boolean).length
  }
  expect(found).toBe(0)
  expect(questions).toBeLessThan(GUESSES / 100)
  expect(await open(keyOf(urls[0]!))).not.toBeNull()
})

it('runs no query for text that is not a link', async () => {
  const nobody = { query: () => Promise.reject(new Error('asked')) } as never
  const { keys, current, clock, baseUrl } = site.service.services
  const open = linkOpener({ db: nobody, keys, current, clock, baseUrl })
  for (let index = 0; index < 1_000; index++) expect(await open(randomBytes(20).toString('hex'))).toBeNull()
})

it('limits wrong links by address, with Retry-After, and never valid links', async () => {
  stopTheClock()
  const statuses = new Map<number, number>()
  const guesser = '192.0.2.66'
  for (let index = 0; index < 100; index++) {
    const { status, headers, text } = await site.get(`/c/${guess(index)}${index % 2 ? '.pdf' : ''}`, {
      address: guesser,
    })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 429) continue
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(text).toContain('Demasiados intentos')
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 30, 429: 70 })
  // Valid links still open from the same address (a town behind one NAT), and other addresses are not limited.
  for (const url of urls) expect((await site.get(url, { address: guesser })).status).toBe(200)
  expect((await site.get(`/c/${guess(1)}`, { address: '192.0.2.67' })).status).toBe(404)
  // Addresses of one IPv6 /64 count as one client.
  for (let index = 0; index < 31; index++) await site.get(`/c/${guess(1)}`, { address: `2001:db8::${index + 1}` })
  expect((await site.get(`/c/${guess(1)}`, { address: '2001:db8::ffff' })).status).toBe(429)
})

it('limits how often one link opens per minute; other links still open', async () => {
  stopTheClock()
  const other = urls[0]!
  const { body } = await (await site.service.client()).post('/credentials', { segundos: 3600 })
  const often = body.credential.url as string
  const statuses = new Map<number, number>()
  for (let index = 0; index < 150; index++) {
    const { status, headers } = await site.get(often, { address: `198.51.100.${index % 250}` })
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    if (status !== 429) continue
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(headers.connection).toBe('close')
  }
  expect(Object.fromEntries(statuses)).toEqual({ 200: 120, 429: 30 })
  expect((await site.get(other)).status).toBe(200)
})

it('opens one link for a few requests at a time, and asks the others to retry', async () => {
  const { body } = await (await site.service.client()).post('/credentials', { segundos: 3600 })
  const url = body.credential.url as string
  const answers = await Promise.all(Array.from({ length: 100 }, () => site.get(url)))
  const opened = answers.filter(({ status }) => status === 200)
  expect(opened.length).toBeGreaterThan(0)
  expect(opened.length).toBeLessThanOrEqual(20)
  for (const { status, headers } of answers.filter((answer) => !opened.includes(answer)))
    expect({ status, wait: headers['retry-after'] }).toEqual({ status: 429, wait: '1' })
})

describe('several nodes', () => {
  beforeEach(stopTheClock)

  it('share the limit of wrong links per address exactly', async () => {
    const nodes = [site, await site.anotherNode()]
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, index) => nodes[index % 2]!.get(`/c/${guess(index)}`, { address: '192.0.2.68' })),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
  })

  it('share the limit of one link, and store no link key', async () => {
    const other = await site.anotherNode()
    const { body } = await (await site.service.client()).post('/credentials', { segundos: 3600 })
    const url = body.credential.url as string
    for (let count = 0; count < 120; count++) expect((await site.get(url)).status).toBe(200)
    let opened = 0
    await until(async () => {
      const { status } = await other.get(url)
      opened += 1
      return status === 429
    })
    expect(opened).toBeLessThan(120)
    const { rows } = await site.service.db.pool.query<{ client: string }>('select client from rate_slots')
    const names = rows.map(({ client }) => client)
    expect(names.some((name) => name.startsWith('opening '))).toBe(true)
    expect(names.filter((name) => name.includes(keyOf(url)))).toEqual([])
  })
})
