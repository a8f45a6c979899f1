// Live pages over a real port: contents, permissions and end of a stream.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { LiveFeed } from '../../../../src/http/console/network/live.ts'
import { measure, stationIdOf } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { connectRover, disconnectRover } from '../rovers.ts'
import { type Browser, TestConsole } from '../support.ts'

let site: TestConsole
let own: number
let other: number
beforeAll(async () => {
  site = await TestConsole.start()
  own = await site.owner('Own')
  other = await site.owner('Other')
  await site.service.saveStations(STATIONS.cdmx, STATIONS.toluca)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('truncate sessions, station_health'))

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
type Data = any

class Page {
  readonly response: IncomingMessage
  readonly events: { name: string; data: Data }[] = []
  ended = false
  #text = ''
  #wake = () => {}

  constructor(response: IncomingMessage) {
    this.response = response
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => this.#take(chunk))
    response.on('close', () => {
      this.ended = true
      this.#wake()
    })
  }

  #take(chunk: string): void {
    const blocks = (this.#text + chunk).split('\n\n')
    this.#text = blocks.pop()!
    for (const block of blocks) {
      const [, name, data] = /^event: (\w+)\ndata: (.*)$/s.exec(block) ?? []
      if (name) this.events.push({ name, data: JSON.parse(data!) })
    }
    this.#wake()
  }

  /** Returns the next event with this name that satisfies `fits`, and drops the events before it. */
  async next(name: string, fits: (data: Data) => boolean = () => true): Promise<Data> {
    for (;;) {
      const index = this.events.findIndex((event) => event.name === name && fits(event.data))
      if (index >= 0) return this.events.splice(0, index + 1).at(-1)!.data
      if (this.ended) throw new Error(`the stream ended before "${name}"`)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }
}

async function listen(browser: Browser): Promise<Page> {
  const { port } = site.app.server.address() as AddressInfo
  const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const request = get({ port, host: '127.0.0.1', path: '/console/api/events', headers: { cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  onTestFinished(() => void response.destroy())
  return new Page(response)
}

describe('a live page', () => {
  it('receives everything first, then only changes', async () => {
    const page = await listen(await site.signedIn('viewer'))
    expect(page.response.statusCode).toBe(200)
    expect(page.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    const first = await page.next('stations')
    expect(first).toMatchObject({ whole: true, gone: [] })
    expect(first.changed.map(({ code, measured }: Data) => [code, measured])).toEqual([
      ['CDMX', false],
      ['TOLU', false],
    ])
    await page.next('overview')
    await measure(site.service, 'TOLU', { measuredAt: new Date(), latencyMs: 77 })
    expect(await page.next('stations')).toMatchObject({
      whole: false,
      changed: [{ code: 'TOLU', status: 'online', measured: true, latencyMs: 77 }],
      gone: [],
    })
    await page.next('overview', ({ stations }) => stations.online === 1)
  })

  it('is notified of an archived station', async () => {
    await site.service.saveStations({ ...STATIONS.cuernavaca })
    const operator = await site.signedIn('operator')
    const page = await listen(operator)
    await page.next('stations')
    const id = await stationIdOf(site.service, 'CUER')
    await operator.delete(`/stations/${id}`)
    expect(await page.next('stations')).toEqual({ whole: false, changed: [], gone: [id] })
  })

  it('shows rovers that connect, move and disconnect; a reseller sees only its own', async () => {
    const [viewer, reseller] = [await site.signedIn('viewer'), await site.signedIn('reseller', own)]
    const [all, mine] = [await listen(viewer), await listen(reseller)]
    for (const page of [all, mine]) expect(await page.next('rovers')).toMatchObject({ whole: true, changed: [] })
    const foreign = await connectRover(site, other)
    expect(await all.next('rovers')).toMatchObject({ changed: [{ id: foreign.id, lat: 19.4 }] })
    const rover = await connectRover(site, own)
    expect(await mine.next('rovers')).toMatchObject({ changed: [{ id: rover.id }] })
    await site.db.pool.query('update sessions set lat = 20 where id = $1', [rover.id])
    expect(await mine.next('rovers')).toMatchObject({ changed: [{ id: rover.id, lat: 20 }], gone: [] })
    await disconnectRover(site, rover.id)
    expect(await mine.next('rovers')).toMatchObject({ changed: [], gone: [rover.id] })
    expect(JSON.stringify(mine.events)).not.toContain(foreign.id)
  })
})

describe('a live stream ends', () => {
  const endOf = async (page: Page) => {
    const { reason } = await page.next('end')
    if (!page.ended) await once(page.response, 'close')
    return reason
  }

  it('when an administrator ends its session', async () => {
    const { browser, id } = await site.user('operator')
    const page = await listen(browser)
    await page.next('overview')
    await (await site.signedIn('administrator')).delete(`/users/${id}/sessions`)
    expect(await endOf(page)).toBe('signed_out')
    expect((await listen(browser)).response.statusCode).toBe(401)
  })

  it('when its user is disabled or gets other permissions', async () => {
    const administrator = await site.signedIn('administrator')
    const [one, two] = [await site.user('operator'), await site.user('operator')]
    const [first, second] = [await listen(one.browser), await listen(two.browser)]
    await administrator.patch(`/users/${one.id}`, { disabled: true })
    await administrator.patch(`/users/${two.id}`, { role: 'reseller', ownerId: own })
    expect(await endOf(first)).toBe('signed_out')
    expect(await endOf(second)).toBe('forbidden')
  })

  it('when its user starts to view the console as an organization', async () => {
    const operator = await site.signedIn('operator')
    const page = await listen(operator)
    await page.next('overview')
    await operator.post(`/owners/${own}/view`)
    expect(await endOf(page)).toBe('forbidden')
  })

  it('after 12 hours without use, which listening does not count as', async () => {
    const page = await listen(await site.signedIn('operator'))
    await page.next('overview')
    site.service.at(new Date(Date.now() + 12 * 3_600_000))
    expect(await endOf(page)).toBe('signed_out')
  })

  it('when its user opens too many, the oldest first', async () => {
    const browser = await site.signedIn('operator')
    const pages = []
    for (let count = 0; count < 5; count++) pages.push(await listen(browser))
    expect(await endOf(pages[0]!)).toBe('replaced')
    await pages[4]!.next('overview')
    expect(pages.slice(1).some(({ ended }) => ended)).toBe(false)
  })

  it('when the server stops, without delaying the stop', async () => {
    const node = await site.anotherNode()
    await node.listen({ port: 0, host: '127.0.0.1' })
    const browser = await site.signedIn('operator')
    const { port } = node.server.address() as AddressInfo
    const cookie = Array.from(browser.cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const request = get({ port, host: '127.0.0.1', path: '/console/api/events', headers: { cookie } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const page = new Page(response)
    await page.next('overview')
    await node.close()
    expect(await endOf(page)).toBe('stopping')
  })
})

it('sends no queries without listeners', async () => {
  const { id, browser } = await site.user('viewer')
  const [session] = (await browser.get('/account/sessions')).body.sessions
  /** Starts a separate feed with a listener; `asked` counts its queries. */
  const listenTo = () => {
    let asked = 0
    const current = () => {
      asked += 1
      return site.services.current()
    }
    const feed = new LiveFeed({ ...site.services, current, liveEveryMs: 5 }, () => {})
    const { stream } = feed.listen({ user: { id, role: 'viewer', ownerId: null }, session } as never)!
    stream.resume()
    return { feed, stream, asked: () => asked }
  }
  const [left, kept] = [listenTo(), listenTo()]
  await expect.poll(left.asked).toBeGreaterThan(3)
  left.stream.destroy()
  await once(left.stream, 'close')
  expect(left.feed.listeners).toBe(0)
  /** Waits until the feed that still has a listener has asked a few more times. */
  const aWhile = async () => {
    const before = kept.asked()
    await expect.poll(kept.asked).toBeGreaterThan(before + 5)
  }
  await aWhile() // a running round may finish, but no new one starts
  const before = left.asked()
  await aWhile()
  expect(left.asked()).toBe(before)
  kept.stream.destroy()
})
