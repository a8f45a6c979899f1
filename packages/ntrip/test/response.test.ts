import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { Dialect } from '../src/request.ts'
import {
  BAD_PASSWORD,
  badRequest,
  CONTINUE,
  conflict,
  headTooLarge,
  ICY_OK,
  MOUNTPOINT_TAKEN_OR_INVALID,
  notFound,
  notImplemented,
  pushHead,
  retryLater,
  sourcetableHead,
  streamHead,
  unauthorized,
} from '../src/response.ts'

const at = new Date('2026-11-14T12:00:00Z')
const DATE = 'Date: Sat, 14 Nov 2026 12:00:00 GMT'
const CLOSING = [DATE, 'Cache-Control: no-store', 'Connection: close']
const REV2 = ['Ntrip-Version: Ntrip/2.0', 'Server: NTRIP Vertice/2.0', ...CLOSING]
const refusal = (dialect: Dialect, reason = 'vencida: terminó ayer') => ({ dialect, reason, at })
const lines = (bytes: Buffer) => bytes.toString().split('\r\n')

describe('rev1', () => {
  it('opens a stream with exactly one line and an empty one', () => {
    expect(streamHead('ntrip1', at).toString()).toBe('ICY 200 OK\r\n\r\n')
    expect(streamHead('ntrip1', at, { chunked: true })).toBe(ICY_OK)
    expect(pushHead('ntrip1', at)).toBe(ICY_OK)
  })

  it('answers a source in the words of NTRIP 1.0', () => {
    expect(BAD_PASSWORD.toString()).toBe('ERROR - Bad Password\r\n')
    expect(MOUNTPOINT_TAKEN_OR_INVALID.toString()).toBe('ERROR - Mount Point Taken or Invalid\r\n')
  })

  it('sends a sourcetable', () => {
    expect(lines(sourcetableHead('ntrip1', 321, at))).toEqual([
      'SOURCETABLE 200 OK',
      'Server: NTRIP Vertice/1.0',
      ...CLOSING,
      'Content-Type: text/plain',
      'Content-Length: 321',
      '',
      '',
    ])
  })

  it('rejects a credential with a real 401', () => {
    expect(lines(unauthorized(refusal('ntrip1'), 'CDMX'))).toEqual([
      'HTTP/1.0 401 Unauthorized',
      'Server: NTRIP Vertice/1.0',
      ...CLOSING,
      'WWW-Authenticate: Basic realm="CDMX"',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Length: 24',
      '',
      'vencida: terminó ayer',
      '',
    ])
  })
})

describe('rev2', () => {
  it.each(['ntrip2', 'http'] as const)('opens a stream for %s', (dialect) => {
    expect(lines(streamHead(dialect, at))).toEqual(['HTTP/1.1 200 OK', ...REV2, 'Content-Type: gnss/data', '', ''])
    expect(lines(streamHead(dialect, at, { chunked: true }))).toContain('Transfer-Encoding: chunked')
  })

  it('accepts a source', () => {
    expect(lines(pushHead('ntrip2', at))).toEqual(['HTTP/1.1 200 OK', ...REV2, '', ''])
    expect(CONTINUE.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
  })

  it('sends a sourcetable with its own type, and as plain text to browsers', () => {
    expect(lines(sourcetableHead('ntrip2', 5, at))).toEqual([
      'HTTP/1.1 200 OK',
      ...REV2,
      'Ntrip-Flags: st_filter,st_match,st_strict',
      'Content-Type: gnss/sourcetable',
      'Content-Length: 5',
      '',
      '',
    ])
    expect(lines(sourcetableHead('http', 5, at))).toContain('Content-Type: text/plain; charset=utf-8')
  })
})

describe('rejections', () => {
  it.each([
    ['400 Bad Request', badRequest(refusal('http'))],
    ['401 Unauthorized', unauthorized(refusal('ntrip2'), 'CDMX')],
    ['404 Not Found', notFound(refusal('ntrip2'))],
    ['409 Conflict', conflict(refusal('ntrip2'))],
    ['429 Too Many Requests', retryLater(429, refusal('ntrip2'), 30)],
    ['431 Request Header Fields Too Large', headTooLarge(refusal('http'))],
    ['501 Not Implemented', notImplemented(refusal('http'))],
    ['503 Service Unavailable', retryLater(503, refusal('ntrip2'), 0.2)],
  ])('%s is a response that fetch understands, with the reason as text', async (status, bytes) => {
    const server = createServer((socket) => socket.once('data', () => socket.end(bytes)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/M`)
      expect(`${response.status} ${response.statusText}`).toBe(status)
      expect(await response.text()).toBe('vencida: terminó ayer\r\n')
      expect(response.headers.get('www-authenticate')).toBe(response.status === 401 ? 'Basic realm="CDMX"' : null)
      expect(response.headers.get('retry-after')).toBe({ 429: '30', 503: '1' }[response.status] ?? null)
    } finally {
      server.close()
    }
  })

  it('cannot be given extra header lines', () => {
    const hostile = 'a"b\\\r\nSet-Cookie: x\n\0é'
    const [head = '', body] = unauthorized(refusal('ntrip2', hostile), hostile).toString().split('\r\n\r\n')
    expect(head).toContain('Basic realm="abSet-Cookie: xé"')
    expect(head.split('\n').some((line) => line.startsWith('Set-Cookie'))).toBe(false)
    expect(body).toBe(`${hostile}\r\n`)
  })
})
