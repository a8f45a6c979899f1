import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measure } from '../support/rows.ts'
import { STATIONS, TestService } from '../support/service.ts'

let service: TestService
let authorization: string
let stationId: number

beforeAll(async () => {
  service = await TestService.start()
  authorization = `Bearer ${(await service.token()).secret}`
  const many = Array.from({ length: 20 }, (_, index) => ({
    ...STATIONS.cdmx,
    code: `S${index}`,
    mountpoint: `S${index}`,
  }))
  await service.saveStations(...many)
  await measure(service, 'S0', { measuredAt: new Date() })
  stationId = JSON.parse((await ask('/api/v1/stations')).body).stations[0].id
})
afterAll(() => service.stop())

const ask = (url: string, accepted?: string, headers: Record<string, string> = {}) =>
  service.inject({
    url,
    headers: { authorization, ...headers, ...(accepted !== undefined && { 'accept-encoding': accepted }) },
  })

describe('a response without secrets', () => {
  const open = () => [
    '/api/v1/stations',
    `/api/v1/stations/${stationId}/health`,
    '/docs/openapi.json',
    '/docs/problems',
    '/docs/en/reference',
  ]

  it('is compressed if accepted, with the same content', async () => {
    service.at(new Date())
    for (const url of open()) {
      const plain = await ask(url)
      const [zipped, brotli] = [await ask(url, 'gzip'), await ask(url, 'br')]
      const length = plain.rawPayload.length
      expect([url, length > 1024, plain.headers['content-encoding']]).toEqual([url, true, undefined])
      for (const { headers } of [plain, zipped, brotli]) expect(`${headers.vary}`).toMatch(/accept-encoding/i)
      expect([zipped.headers['content-encoding'], brotli.headers['content-encoding']]).toEqual(['gzip', 'br'])
      for (const { headers, rawPayload } of [zipped, brotli]) {
        expect(rawPayload.length).toBeLessThan(length / 2)
        expect(headers['content-type']).toBe(plain.headers['content-type'])
        expect(Number(headers['content-length'])).toBe(rawPayload.length)
      }
      expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
      expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    }
  })

  it.each([
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate', undefined],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; q=0.1', 'br'],
    ['gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['nonsense;;,', undefined],
  ])('follows Accept-Encoding: %s is %s', async (accepted, encoding) => {
    expect((await ask('/api/v1/stations', accepted)).headers['content-encoding']).toBe(encoding)
  })

  it('is not compressed if short', async () => {
    const { headers, rawPayload } = await ask(`/api/v1/stations/${stationId}`, 'gzip')
    expect(rawPayload.length).toBeLessThan(1024)
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, 'accept-encoding'])
  })

  it('has an ETag for the same state, compressed or not', async () => {
    for (const url of ['/api/v1/stations', '/docs/openapi.json']) {
      const { etag } = (await ask(url)).headers
      const zipped = await ask(url, 'gzip')
      expect(zipped.headers.etag).toBe(`W/${etag}`)
      for (const given of [`${etag}`, `W/${etag}`])
        for (const accepted of [undefined, 'br']) {
          const again = await ask(url, accepted, { 'if-none-match': given })
          expect([again.statusCode, again.body, again.headers['content-encoding']]).toEqual([304, '', undefined])
        }
    }
  })

  it('is up to date when compressed', async () => {
    const names = async () =>
      JSON.parse(gunzipSync((await ask('/api/v1/stations', 'gzip')).rawPayload).toString()).stations.length
    const before = await names()
    await service.saveStations({ ...STATIONS.cdmx, code: 'NEWS', mountpoint: 'NEWS' })
    expect(await names()).toBe(before + 1)
  })

  it('has the same headers for HEAD and GET', async () => {
    for (const url of ['/api/v1/stations', `/api/v1/stations/${stationId}/health`]) {
      service.at(new Date())
      const headers = { authorization, 'accept-encoding': 'gzip' }
      const [head, get] = [await service.inject({ method: 'HEAD', url, headers }), await ask(url, 'gzip')]
      expect([head.statusCode, head.body]).toEqual([200, ''])
      for (const name of ['content-encoding', 'content-length', 'vary', 'etag'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
    }
  })
})

it('never compresses responses that may contain a secret', async () => {
  const credentials = Array.from({ length: 10 }, () => ({ segundos: 3600 }))
  const headers = { authorization, 'accept-encoding': 'gzip, br' }
  const made = await service.inject({
    method: 'POST',
    url: '/api/v1/credentials/batch',
    headers,
    payload: { credentials },
  })
  const { id } = made.json().credentials[0]
  for (const answer of [
    made,
    await ask('/api/v1/credentials', 'gzip, br'),
    await ask(`/api/v1/credentials/${id}`, 'gzip, br'),
    await service.inject({
      method: 'POST',
      url: '/api/v1/webhooks',
      headers,
      payload: { url: 'https://93.184.215.14/' },
    }),
  ]) {
    expect(answer.statusCode).toBeLessThan(300)
    expect(answer.headers['content-encoding']).toBeUndefined()
  }
})

describe('the OpenAPI description', () => {
  it('can be read from any origin', async () => {
    const url = '/docs/openapi.json'
    const origin = 'https://editor.example'
    const { headers } = await service.inject({ url, headers: { origin } })
    expect(headers['access-control-allow-origin']).toBe('*')
    const again = await service.inject({ url, headers: { origin, 'if-none-match': `${headers.etag}` } })
    expect([again.statusCode, again.headers['access-control-allow-origin']]).toEqual([304, '*'])
    const asked = { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'if-none-match' }
    const preflight = await service.inject({ method: 'OPTIONS', url, headers: asked })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
    })
  })

  it('is the only part of the API that allows other origins', async () => {
    const headers = { authorization, origin: 'https://editor.example' }
    const { headers: said } = await service.inject({ url: '/api/v1/stations', headers })
    expect(said['access-control-allow-origin']).toBeUndefined()
  })
})
