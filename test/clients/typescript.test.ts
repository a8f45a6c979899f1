// @vertice/client with a service on a port, and on failures. integration.long.test.ts runs it as published.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  AuthenticationError,
  ForbiddenError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimedOutError,
  UnreachableError,
  Vertice,
  verifyWebhook,
} from '../../clients/typescript/src/index.ts'
import { Transport } from '../../clients/typescript/src/transport.ts'
import { VERSION } from '../../clients/typescript/src/version.ts'
import { signatureHeaders, signerOf } from '../../src/outbound/webhooks/sign.ts'
import { STATIONS } from '../support/service.ts'
import { type Listening, startListening } from './kit.ts'

let listening: Listening
let token: string
let client: Vertice
beforeAll(async () => {
  listening = await startListening()
  await listening.service.saveStations(STATIONS.cdmx)
  token = (await listening.service.token()).secret
  client = new Vertice({ baseUrl: `${listening.url}/api/v1/`, token })
})
afterAll(() => listening.service.stop())

const DAY = 86_400

describe('the client with the service', () => {
  it('issues, reads, pages and revokes', async () => {
    const one = await client.credentials.issue({ segundos: DAY, station_codigo: 'CDMX', label: 'one' })
    expect(one).toMatchObject({ tipo: 'base', label: 'one', estado: 'activa' })
    expect(await client.credentials.get(one.id)).toMatchObject({ password: one.password })
    const many = await client.credentials.issueMany(Array.from({ length: 5 }, () => ({ segundos: DAY })))
    const listed: number[] = []
    for await (const { id } of client.credentials.all({ limit: 2 })) listed.push(id)
    expect(listed).toEqual([...many.map(({ id }) => id).reverse(), one.id])
    const page = await client.credentials.list({ estado: 'activa', limit: 2 })
    expect(page.items).toHaveLength(2)
    expect(page.nextCursor).toEqual(expect.any(String))
    expect(await client.credentials.revoke(one.id)).toMatchObject({ estado: 'revocada' })
  })

  it('reads stations, mountpoints and webhooks', async () => {
    const [station] = await client.stations.list()
    expect(station).toMatchObject({ codigo: 'CDMX' })
    expect((await client.stations.health(station!.id)).uptime.historial).toHaveLength(60)
    expect(await client.mountpoint(19.43, -99.13)).toMatchObject({ modo: 'base', mountpoint: 'CDMX_RTCM32' })
    const { webhook, secret } = await client.webhooks.create({ url: 'http://127.0.0.1:9/' })
    expect(secret).toMatch(/^whsec_/)
    expect((await client.webhooks.list()).items).toEqual([webhook])
    expect(await client.webhooks.deactivate(webhook.id)).toMatchObject({ id: webhook.id, activo: false })
  })

  it('reports errors by class', async () => {
    const invalid = await client.credentials.issue({ segundos: 60 }).catch((error) => error)
    expect(invalid).toBeInstanceOf(InvalidRequestError)
    expect(invalid).toMatchObject({ code: 'invalid_request', status: 400, requestId: expect.stringMatching(/^req-/) })
    expect(invalid.errors[0]).toMatchObject({ pointer: '/segundos' })
    await expect(client.credentials.get(999_999)).rejects.toBeInstanceOf(NotFoundError)
    const inSpanish = new Vertice({ baseUrl: listening.url, token, language: 'es' })
    await expect(inSpanish.credentials.get(999_999)).rejects.toThrow('credencial')
    const reader = (await listening.service.token(['read'])).secret
    await expect(
      new Vertice({ baseUrl: listening.url, token: reader }).credentials.issue({ segundos: DAY }),
    ).rejects.toBeInstanceOf(ForbiddenError)
    await expect(new Vertice({ baseUrl: listening.url, token: 'vrt_wrong' }).stations.list()).rejects.toBeInstanceOf(
      AuthenticationError,
    )
    const { id } = await client.credentials.issue({ segundos: DAY, referencia: 'obra-1' })
    const taken = client.credentials.issue({ segundos: DAY, referencia: 'obra-1' })
    await expect(taken).rejects.toMatchObject({ code: 'referencia_taken', credentialId: id })
    const options = { idempotencyKey: 'order-1' }
    await client.credentials.issue({ segundos: DAY }, options)
    await expect(client.credentials.issue({ segundos: 2 * DAY }, options)).rejects.toBeInstanceOf(IdempotencyError)
  })
})

/** A fake service with one scripted response per request; `asked` has the requests. */
function scripted(...answers: (() => Response | Promise<Response>)[]) {
  const asked: Request[] = []
  const ask: typeof fetch = async (input, init) => {
    asked.push(new Request(input as string, init))
    const answer = answers.shift()
    if (!answer) throw new Error('was asked once more than expected')
    return answer()
  }
  const options = { baseUrl: 'https://rtk.example.mx', token: 'vrt_x', fetch: ask }
  return { client: new Vertice(options), transport: new Transport(options), asked }
}

const answering =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  () =>
    Response.json(body, { status, headers })
const busy = answering(503, { code: 'service_unavailable' }, { 'retry-after': '0' })
const tooMany = answering(429, { code: 'rate_limited' }, { 'retry-after': '0' })
const unreachable = () => Promise.reject(new TypeError('fetch failed'))
const issued = answering(201, { ok: true, credential: { id: 1 } })

describe('the client on failures', () => {
  it('retries requests that have a key, always with the same key', async () => {
    const running = answering(409, { code: 'idempotency_in_progress' }, { 'retry-after': '0' })
    const { client, asked } = scripted(busy, unreachable, running, issued)
    expect(await client.credentials.issue({ segundos: DAY })).toEqual({ id: 1 })
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toEqual(Array(4).fill(expect.stringMatching(/^[0-9a-f-]{36}$/)))
    expect(new Set(keys).size).toBe(1)
  })

  it('retries requests that are not idempotent only if they were rejected before execution', async () => {
    const refused = scripted(tooMany, issued)
    expect(await refused.transport.call('POST /without-key' as never)).toMatchObject({ ok: true })
    const lost = scripted(unreachable)
    await expect(lost.transport.call('POST /without-key' as never)).rejects.toBeInstanceOf(UnreachableError)
    expect(lost.asked).toHaveLength(1)
  })

  it('does not repeat a change of the state that was read, unless it was refused beforehand', async () => {
    const changed = answering(200, { ok: true, credential: { id: 1 } })
    const repeated = scripted(unreachable, changed)
    await repeated.client.credentials.update(1, { label: 'x' })
    const lost = scripted(unreachable)
    const change = lost.client.credentials.update(1, { label: 'x' }, { ifMatch: '"tag"' })
    await expect(change).rejects.toBeInstanceOf(UnreachableError)
    const refused = scripted(tooMany, changed)
    await refused.client.credentials.update(1, { label: 'x' }, { ifMatch: '"tag"' })
    const sent = [...repeated.asked, ...lost.asked, ...refused.asked].map(({ headers }) => headers.get('if-match'))
    expect(sent).toEqual([null, null, '"tag"', '"tag"', '"tag"'])
  })

  it('repeats a 500 as the guide says, and does not wait longer than it may', async () => {
    const later = scripted(answering(429, { code: 'rate_limited' }, { 'retry-after': '3600' }))
    const error = await later.client.stations.list().catch((error) => error)
    expect(error).toBeInstanceOf(RateLimitError)
    expect(error.retryAfterSeconds).toBe(3600)
    const broken = answering(500, { code: 'internal_error' }, { 'retry-after': '0' })
    const staysBroken = scripted(broken, broken, broken)
    await expect(staysBroken.client.stations.list({ retries: 2 })).rejects.toBeInstanceOf(ServerError)
    const recovers = scripted(broken, issued)
    expect(await recovers.client.credentials.issue({ segundos: DAY })).toEqual({ id: 1 })
    const lost = scripted(broken)
    await expect(lost.transport.call('POST /without-key' as never)).rejects.toBeInstanceOf(ServerError)
  })

  it('reports which credential has a reference, and which quota is exceeded', async () => {
    const cuota = { nombre: 'vigentes', limite: 5 }
    const { client } = scripted(
      answering(409, { code: 'referencia_taken', credential_id: 7 }),
      answering(409, { code: 'quota_exceeded', cuota }),
    )
    const issue = () => client.credentials.issue({ segundos: DAY }).catch((error) => error)
    expect(await issue()).toMatchObject({ name: 'ConflictError', credentialId: 7, cuota: null })
    expect(await issue()).toMatchObject({ name: 'QuotaError', credentialId: null, cuota })
  })

  it('sends its name and version', async () => {
    const { client, asked } = scripted(answering(200, { stations: [] }))
    await client.stations.list()
    expect(asked[0]!.headers.get('user-agent')).toBe(`vertice-client-typescript/${VERSION}`)
  })

  it('ends after a timeout, and when the caller aborts', async () => {
    const silent: typeof fetch = (_, init) =>
      new Promise((_, reject) => init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason)))
    const client = new Vertice({ baseUrl: 'https://rtk.example.mx', token: 'vrt_x', fetch: silent, retries: 0 })
    await expect(client.stations.list({ timeoutMs: 20 })).rejects.toBeInstanceOf(TimedOutError)
    await expect(client.stations.list({ signal: AbortSignal.timeout(20) })).rejects.toThrow('aborted due to timeout')
    const waiting = scripted(answering(503, {}, { 'retry-after': '30' }))
    const reason = new Error('the customer left')
    await expect(waiting.client.stations.list({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})

describe('verifyWebhook', () => {
  const [current, previous] = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`) as [
    string,
    string,
  ]
  const body = '{"id":"evt_1","type":"credential.issued","data":{"label":"Peña 🛰️"}}'
  const sign = (at = new Date()) => signatureHeaders([signerOf(current), signerOf(previous)], { id: 'evt_1', body }, at)
  const service = () => {
    const headers = sign()
    return {
      'X-Service-Signature': headers['x-service-signature'],
      'X-Service-Signature-Previous': headers['x-service-signature-previous'],
    }
  }

  it.each([
    ['both signatures', () => sign(), {}],
    ['headers of fetch', () => new Headers(sign()), {}],
    ["the contract's alone where it is told so", service, { signature: 'service' }],
  ] as const)('accepts %s, with the new and the previous secret', async (_, headers, options) => {
    const bytes = new TextEncoder().encode(body)
    for (const secret of [current, previous, ['whsec_AAAA', current]])
      expect(await verifyWebhook(bytes, headers(), secret, options)).toMatchObject({ id: 'evt_1' })
  })

  it.each([
    ['another secret', 'wrong_signature', body, sign(), 'whsec_AAAA'],
    ['a recorded one without its time', 'no_signature', body, service(), current],
    ['a changed body', 'wrong_signature', body.replace('1', '2'), sign(), current],
    ['an old delivery', 'wrong_time', body, sign(new Date(Date.now() - 600_000)), current],
    ['one from the future', 'wrong_time', body, sign(new Date(Date.now() + 600_000)), current],
    ['an emptied signature', 'no_signature', body, { ...sign(), 'webhook-signature': '' }, current],
    ['a spoiled one', 'wrong_signature', body, { ...sign(), 'webhook-signature': 'v1,é v1, v2,AAAA' }, current],
    ['none', 'no_signature', body, {}, current],
  ])('rejects %s', async (_, code, given, headers, secret) => {
    await expect(verifyWebhook(given, headers, secret)).rejects.toMatchObject({ code })
  })

  it('can be limited to one kind of signature', async () => {
    await expect(verifyWebhook(body, service(), 'whsec_AAAA', { signature: 'service' })).rejects.toMatchObject({
      code: 'wrong_signature',
    })
    const late = sign(new Date(0))
    expect(await verifyWebhook(body, late, current, { signature: 'service' })).toMatchObject({ id: 'evt_1' })
    await expect(verifyWebhook(body, late, 'secret')).rejects.toThrow('whsec_')
  })
})
