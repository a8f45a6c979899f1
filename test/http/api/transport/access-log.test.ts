// The access log, over real connections: one line per request, with the request id of the response and no secrets.
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { App } from '../../../../src/base/serving/app.ts'
import { shownPath } from '../../../../src/domain/text/shown-path.ts'
import { buildApi } from '../../../../src/http/api/server.ts'
import type { ApiServices } from '../../../../src/http/api/services.ts'
import { type AccessLine, AccessLines } from '../../../../src/http/api/transport/access-log.ts'
import { requestIds } from '../../../../src/http/api/transport/request-ids.ts'
import { until } from '../../../support/process.ts'
import { TestService } from '../../../support/service.ts'
import { TestConsole } from '../../console/support.ts'

const KEY = 'k3y-0123456789abcdefgh'

describe('the logged path', () => {
  it.each([
    ['/api/v1/stations', '/api/v1/stations', '/api/v1/stations'],
    ['/api/v1/credentials/17', '/api/v1/credentials/:id', '/api/v1/credentials/17'],
    ['/api/v1/vrs?lat=19.4&lng=-99.1', '/api/v1/vrs', '/api/v1/vrs?lat&lng'],
    ['/api/v1/stations?', '/api/v1/stations', '/api/v1/stations?[hidden]'],
    [`/c/${KEY}.pdf`, '/c/:name', '/c/[hidden]'],
    [`/c/${KEY}/now`, '/c/:key/now', '/c/[hidden]/now'],
    [`/public/orders/${KEY}/checkout`, '/public/orders/:key/checkout', '/public/orders/[hidden]/checkout'],
    [`/status/subscription/${KEY}`, undefined, '/status/subscription/[hidden]'],
    [`/nowhere?token=${KEY}&${KEY}`, undefined, '/nowhere?token&[hidden]'],
    ['/a@example.mx', undefined, '/[hidden]'],
    ['/people/ana%40example.mx', undefined, '/people/[hidden]'],
    ['http://ana:pw@h/x', undefined, 'http://[hidden]/x'],
    ['/console/api/a-word-of-ours-that-is-long/1', '/console/api/a-word-of-ours-that-is-long/:id', undefined],
  ])('%s', (url, route, shown = url) => {
    expect(shownPath(url, route)).toBe(shown)
  })

  it('contains no key and no query value, whatever surrounds it', () => {
    const part = fc.stringMatching(/^[a-z0-9?&=.:%~-]{0,8}$/)
    fc.assert(
      fc.property(part, part, (before, after) => {
        for (const url of [`/c/${before}${KEY}${after}`, `/x?${before}=${KEY}${after}`, `/${before}/${KEY}/${after}`])
          expect(shownPath(url, '/c/:name')).not.toContain(KEY)
      }),
    )
    expect(shownPath(`/${'x/'.repeat(9_000)}`).length).toBeLessThanOrEqual(300)
  })
})

describe('the request id', () => {
  const idFor = (given?: string | string[]) => requestIds()({ headers: { 'x-request-id': given as string } })

  it.each(['0f2a9c1e-5b7d-4a1f-9b1e-7d2c3b4a5f60', '0123456789abcdef0123456789abcdef', 'lb-1.2026_11'])(
    'is the id that the caller sent: %s',
    (given) => expect(idFor(given)).toBe(given),
  )

  it.each([
    undefined,
    '',
    'short',
    'with space',
    'a"quote-in-it',
    'line\nbreak-in-it',
    '-begins-badly',
    'x'.repeat(101),
    'abcdefgh, abcdefgh',
    `vrt_${'x'.repeat(36)}`,
  ])('is generated if the caller sent no valid id: %s', (given) => {
    expect(idFor(given)).toMatch(/^req-[\w]+-0$/)
  })
})

describe('access log lines', () => {
  let service: TestService
  let app: App
  let url: string
  const lines: AccessLine[] = []
  const open = async (fraction: number, more: Partial<ApiServices> = {}) => {
    const opened = await buildApi({
      ...service.services,
      accessLog: { fraction, write: (line) => lines.push(line) },
      ...more,
    })
    await opened.listen({ host: '127.0.0.1', port: 0 })
    return { opened, at: `http://127.0.0.1:${(opened.server.address() as AddressInfo).port}` }
  }
  const lineOf = async (answer: Response): Promise<AccessLine> => {
    await answer.arrayBuffer()
    const id = answer.headers.get('x-request-id')
    await until(() => lines.some(({ reqId }) => reqId === id))
    const found = lines.filter(({ reqId }) => reqId === id)
    expect(found).toHaveLength(1)
    return found[0]!
  }

  beforeAll(async () => {
    service = await TestService.start()
    const { opened, at } = await open(1)
    app = opened
    url = at
  })
  beforeEach(() => void lines.splice(0))
  afterAll(async () => {
    await app?.close()
    await service?.stop()
  })

  it('contain the request, its token and the result', async () => {
    const { secret, token } = await service.token()
    const answer = await fetch(`${url}/api/v1/credentials?limit=1`, {
      headers: { authorization: `Bearer ${secret}`, 'x-request-id': 'from-the-proxy-17' },
    })
    expect(answer.headers.get('x-request-id')).toBe('from-the-proxy-17')
    expect(await lineOf(answer)).toEqual({
      method: 'GET',
      route: '/api/v1/credentials',
      path: '/api/v1/credentials?limit',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
      address: '127.0.0.1',
      reqId: 'from-the-proxy-17',
      tokenId: token.id,
      ownerId: token.ownerId,
    })
    expect(JSON.stringify(lines)).not.toContain(secret.slice(4))
  })

  it('count the bytes of the response, head and body', async () => {
    const answer = await fetch(`${url}/livez`)
    const body = await answer.clone().text()
    const { bytes } = await lineOf(answer)
    expect(bytes).toBeGreaterThan(body.length + 100)
    expect(bytes).toBeLessThan(body.length + 2_000)
  })

  it('include unknown routes and paths that cannot be decoded', async () => {
    expect(await lineOf(await fetch(`${url}/nowhere/${KEY}`))).toMatchObject({
      status: 404,
      path: '/nowhere/[hidden]',
    })
    expect(await lineOf(await fetch(`${url}/api/v1/%zz`))).toMatchObject({ status: 400, path: '/api/v1/%zz' })
  })

  it('include requests that are not HTTP, with the id in the response', async () => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    const ended = once(socket, 'close')
    let said = ''
    socket.on('data', (data) => {
      said += data
    })
    socket.write('NONSENSE\r\n\r\n')
    await ended
    const [, id] = /x-request-id: (\S+)/.exec(said)!
    expect(lines).toEqual([expect.objectContaining({ reqId: id, status: 400, method: null, bytes: said.length })])
  })

  it('include requests whose client did not wait for the response', async () => {
    const called = Promise.withResolvers<void>()
    const { opened, at } = await open(1, {
      notReady: async () => {
        called.resolve()
        await sleep(60_000, undefined, { ref: false })
        return null
      },
    })
    const impatient = new AbortController()
    const asked = fetch(`${at}/readyz`, { signal: impatient.signal }).catch(() => {})
    await called.promise
    impatient.abort()
    await asked
    await until(() => lines.length > 0)
    expect(lines).toEqual([expect.objectContaining({ route: '/readyz', status: null, aborted: true })])
    opened.server.closeAllConnections()
    await opened.close()
  })

  it('include every error when only a fraction of requests is logged', async () => {
    const { opened, at } = await open(0.000001)
    await Promise.all(Array.from({ length: 5 }, () => fetch(`${at}/livez`).then((answer) => answer.text())))
    await lineOf(await fetch(`${at}/nowhere`))
    expect(lines).toHaveLength(1)
    await opened.close()
  })

  it('are limited during a flood of errors', () => {
    const flood = new AccessLines({ fraction: 0.000001, write: (line) => lines.push(line) })
    const began = performance.now()
    for (let times = 0; times < 5_000; times++) flood.notHttp(`req-${times}`, 400, '203.0.113.7', 100)
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1
    expect(lines.length).toBeGreaterThanOrEqual(100)
    expect(lines.length).toBeLessThanOrEqual(100 * seconds + 1)
    lines.splice(0)
    flood.notHttp('req-ok', 200, '203.0.113.7', 100)
    expect(lines).toEqual([])
  })
})

it('logs the signed-in user, and the audit log entry names the request', async ({ onTestFinished }) => {
  const lines: AccessLine[] = []
  const console = await TestConsole.start(undefined, {
    accessLog: { fraction: 1, write: (line) => void lines.push(line) },
  })
  onTestFinished(() => console.stop())
  const { browser, id } = await console.user()
  const made = await browser.post('/stations', { code: 'LEON', name: 'León', lat: 21.1, lng: -101.7 })
  expect(made.status).toBe(201)
  const reqId = made.headers['x-request-id']
  await until(() => lines.some((line) => line.reqId === reqId))
  expect(lines.find((line) => line.reqId === reqId)).toMatchObject({ userId: id, status: 201, method: 'POST' })
  const audit = (await console.audit()) as unknown as { action: string; actor_kind: string; request_id: string }[]
  expect(audit.find(({ request_id }) => request_id === reqId)).toMatchObject({ action: 'station.added' })
  expect(audit.filter(({ actor_kind, request_id }) => actor_kind === 'person' && request_id === null)).toEqual([])
})
