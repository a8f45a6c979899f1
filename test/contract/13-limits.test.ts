import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../src/base/serving/app.ts'
import { rateSharer } from '../../src/store/operations/rate-slots.ts'
import { anotherNode, sendRaw } from '../support/nodes.ts'
import { expectProblem } from '../support/problems.ts'
import { type Answer, TestService } from '../support/service.ts'

const LIMIT = 240
const PROXY = '10.0.0.1'

let service: TestService
let secret: string
beforeAll(async () => {
  service = await TestService.start({ rateLimitPerMinute: LIMIT, trustProxy: ['10.0.0.0/8', 'fd00::/8'] })
  secret = (await service.token()).secret
})
afterAll(() => service.stop())

let clients = 0
const newAddress = () => `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`

/** Repeats the work with another client if it took longer than a minute. */
async function withinOneMinute<Result>(work: (address: string) => Promise<Result>): Promise<Result> {
  for (;;) {
    const from = performance.now()
    const result = await work(newAddress())
    if (performance.now() - from < 60_000) return result
  }
}

async function hit(
  remoteAddress: string,
  options: InjectOptions = {},
  app: App | Promise<App> = service.app,
): Promise<Answer> {
  const { statusCode, headers, body } = await (await app).inject({ url: '/docs', remoteAddress, ...options })
  return { status: statusCode, headers, text: body, body: body.startsWith('{') ? JSON.parse(body) : null }
}
async function exhaust(remoteAddress: string, options: InjectOptions = {}): Promise<void> {
  await Promise.all(Array.from({ length: LIMIT }, () => hit(remoteAddress, options)))
}
const forwarded = (from: string): InjectOptions => ({ headers: { 'x-forwarded-for': from } })
const remaining = ({ headers }: Answer) => Number(/^"default";r=(\d+);t=\d+$/.exec(`${headers.ratelimit}`)?.[1])

describe('the limit of 240 requests per minute and IP', () => {
  it('accepts the 240th request and rejects the 241st with 429 and Retry-After', async () => {
    const { last, over } = await withinOneMinute(async (address) => {
      const answers = await Promise.all(Array.from({ length: LIMIT }, () => hit(address)))
      return { last: answers.map(({ status }) => status), over: await hit(address) }
    })
    expect(last).toEqual(Array(LIMIT).fill(200))
    expectProblem(over, 429, 'rate_limited')
    const seconds = Number(over.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(over.headers.ratelimit).toBe(`"default";r=0;t=${seconds}`)
  })

  it('holds in any 60 seconds: never 480 requests around a full minute', async () => {
    const address = newAddress()
    const statuses = async (at: string) => {
      service.at(at)
      const answers = await Promise.all(Array.from({ length: LIMIT }, () => hit(address)))
      return new Set(answers.map(({ status }) => status))
    }
    expect(await statuses('2030-01-01T12:00:59.000Z')).toEqual(new Set([200]))
    expect(await statuses('2030-01-01T12:01:01.000Z')).toEqual(new Set([429]))
    const refused = await hit(address)
    expect([refused.headers['retry-after'], refused.headers.ratelimit]).toEqual(['58', '"default";r=0;t=58'])
    service.at('2030-01-01T12:01:58.000Z')
    expect((await hit(address)).status).toBe(429)
    service.at('2030-01-01T12:01:59.000Z')
    expect((await hit(address)).headers.ratelimit).toBe('"default";r=239;t=60')
  })

  it('does not affect another address', async () => {
    const other = await withinOneMinute(async (address) => {
      await exhaust(address)
      return hit(newAddress())
    })
    expect(other.status).toBe(200)
  })

  it('is reported with the remaining requests in every response', async () => {
    const token = { authorization: `Bearer ${secret}` }
    const requests: InjectOptions[] = [
      { url: '/docs' },
      { url: '/docs/openapi.json' },
      { url: '/docs/nothing' },
      { url: '/api/v1/stations', headers: token },
      { url: '/api/v1/stations' },
      { url: '/api/v1/nothing' },
      { url: '/api/v1/credentials', method: 'POST', headers: token, payload: { segundos: 1 } },
      { url: '/api/v1/credentials', method: 'POST', headers: token, payload: { segundos: 3600 } },
      { url: '/api/v1/credentials/999', headers: token },
    ]
    const answers = await withinOneMinute(async (address) => {
      const made: Answer[] = []
      for (const request of requests) made.push(await hit(address, request))
      return made
    })
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 200, 401, 404, 400, 201, 404])
    for (const { headers } of answers) expect(headers['ratelimit-policy']).toBe('"default";q=240;w=60')
    expect(answers.map(remaining)).toEqual(requests.map((_, index) => LIMIT - 1 - index))
  })

  it('counts before authentication: limits token guessing, and a valid token does not lift it', async () => {
    const [guess, good] = await withinOneMinute(async (address) => {
      await exhaust(address, { url: '/api/v1/stations', headers: { authorization: 'Bearer guess' } })
      const ask = (token: string) =>
        hit(address, { url: '/api/v1/stations', headers: { authorization: `Bearer ${token}` } })
      return [await ask('guess'), await ask(secret)]
    })
    expect([guess!.status, good!.status]).toEqual([429, 429])
  })

  it('counts a request however its path is written', async () => {
    const spellings = ['/%61pi/v1/stations', '/api/v%31/stations', '/%64ocs', '/api/v1/stations?x', '/docs/']
    const counts = await withinOneMinute(async (address) => {
      await hit(address)
      const made: [string, number][] = []
      for (const url of spellings) made.push([url, remaining(await hit(address, { url }))])
      return made
    })
    expect(counts).toEqual(spellings.map((url, index) => [url, LIMIT - 2 - index]))
  })

  it('counts a request that is rejected for its path alone', async () => {
    const paths = ['/api/v1/credentials/%zz', `/api/v1/credentials/${'9'.repeat(200)}`]
    const counts = await withinOneMinute(async (address) => {
      const made: number[] = []
      for (const url of paths) made.push(remaining(await hit(address, { url })))
      return made
    })
    expect(counts).toEqual([LIMIT - 1, LIMIT - 2])
  })

  it('counts a request with an absolute URL in its first line', async () => {
    const app = await anotherNode(service)
    const { status, head } = await sendRaw(
      app,
      `GET http://rtk.example.mx/api/v1/stations HTTP/1.1\r\nHost: rtk.example.mx\r\nAuthorization: Bearer ${secret}\r\nConnection: close\r\n\r\n`,
    )
    expect([200, 400, 404]).toContain(status)
    expect(head.toLowerCase()).toContain('ratelimit: "default";r=239')
  })

  it('does not count operational endpoints', async () => {
    const alive = await withinOneMinute(async (address) => {
      await exhaust(address)
      return hit(address, { url: '/livez' })
    })
    expect(alive.status).toBe(200)
  })

  it('is configurable', async () => {
    const app = await anotherNode(service, { rateLimitPerMinute: 3 })
    const statuses = await withinOneMinute(async (address) => {
      const made: number[] = []
      for (let round = 0; round < 5; round++) made.push((await hit(address, {}, app)).status)
      return made
    })
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('the client address', () => {
  it('with IPv6 is its /64', async () => {
    const [same, other] = await withinOneMinute(async () => {
      const network = `2001:db8:${(++clients).toString(16)}`
      await exhaust(`${network}:1::1`)
      return [await hit(`${network}:1:ffff:ffff:ffff:ffff`), await hit(`${network}:2::1`)]
    })
    expect([same!.status, other!.status]).toEqual([429, 200])
  })

  it('with IPv4-mapped IPv6 is its IPv4 address', async () => {
    const [same, other] = await withinOneMinute(async (address) => {
      await exhaust(`::ffff:${address}`)
      return [await hit(address), await hit(`::ffff:${newAddress()}`)]
    })
    expect([same!.status, other!.status]).toEqual([429, 200])
  })

  it('ignores X-Forwarded-For unless it comes from a configured proxy', async () => {
    const liar = await withinOneMinute(async (address) => {
      await exhaust(address)
      return hit(address, forwarded('192.0.2.77'))
    })
    expect(liar.status).toBe(429)
  })

  it('behind a configured proxy is the forwarded one', async () => {
    const [same, other, direct] = await withinOneMinute(async (address) => {
      await exhaust(PROXY, forwarded(address))
      return [await hit(PROXY, forwarded(address)), await hit(PROXY, forwarded(newAddress())), await hit(address)]
    })
    expect([same!.status, other!.status, direct!.status]).toEqual([429, 200, 429])
  })

  it('behind several configured proxies is the last untrusted one, whatever the client claims', async () => {
    const [invented, other] = await withinOneMinute(async (address) => {
      await exhaust(PROXY, forwarded(`${address}, 10.0.0.2`))
      return [
        await hit(PROXY, forwarded(`192.0.2.1, ${address}, 10.0.0.2`)),
        await hit(PROXY, forwarded(`${address}, ${newAddress()}, 10.0.0.2`)),
      ]
    })
    expect([invented!.status, other!.status]).toEqual([429, 200])
  })

  it('behind a configured proxy with IPv6 is its /64 too', async () => {
    const same = await withinOneMinute(async () => {
      const network = `2001:db8:${(++clients).toString(16)}:1`
      await exhaust('fd00::1', forwarded(`${network}::1`))
      return hit('fd00::2', forwarded(`${network}::2`))
    })
    expect(same.status).toBe(429)
  })

  it('is that of the connection if no proxy is configured', async () => {
    const app = await anotherNode(service, { trustProxy: [], rateLimitPerMinute: 1 })
    const second = await withinOneMinute(async (address) => {
      await hit(address, forwarded('192.0.2.1'), app)
      return hit(address, forwarded('192.0.2.2'), app)
    })
    expect(second.status).toBe(429)
  })
})

describe('several nodes', () => {
  it('share their counts through the database: a limit spent on one soon applies on the other', async () => {
    const share = () => ({ shareRateCounts: rateSharer(service.db) })
    const [one, two] = [await anotherNode(service, share()), await anotherNode(service, share())]
    const { asked, refused } = await withinOneMinute(async (address) => {
      await Promise.all(Array.from({ length: LIMIT }, () => hit(address, {}, one)))
      for (let asked = 1; asked <= 100; asked++) {
        if ((await hit(address, {}, two)).status === 429) return { asked, refused: true }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return { asked: 100, refused: false }
    })
    expect(refused).toBe(true)
    expect(asked).toBeLessThan(LIMIT)
  })
})
