import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Call, pushRequest, streamRequest } from '../src/client-request.ts'
import { readResponse, withoutLineEnds } from '../src/client-response.ts'
import { HEAD_LIMIT } from '../src/head.ts'
import { type Dialect, readRequest } from '../src/request.ts'
import * as response from '../src/response.ts'
import { anyBytes, beginnings } from './support/splits.ts'

const call: Call = {
  revision: 1,
  host: 'caster.example',
  port: 2101,
  mountpoint: 'VRS_RTCM32',
  credentials: { username: 'peña', password: 'a:b' },
  agent: 'Vertice/1.0',
}
const requested = (text: string) => readRequest(Buffer.from(text, 'latin1'))
const answered = (text: string | Buffer) => readResponse(Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'))
const at = new Date('2026-11-14T12:00:00Z')

describe('requests', () => {
  it('are written for a stream in rev1', () => {
    const text = streamRequest(call)
    expect(text.split('\r\n')).toEqual([
      'GET /VRS_RTCM32 HTTP/1.0',
      'User-Agent: NTRIP Vertice/1.0',
      'Authorization: Basic cGXDsWE6YTpi',
      '',
      '',
    ])
    expect(requested(text)).toMatchObject({
      kind: 'stream',
      dialect: 'ntrip1',
      mountpoint: 'VRS_RTCM32',
      credentials: call.credentials,
      headLength: text.length,
    })
  })

  it('are written for a stream in rev2, with a position', () => {
    const text = streamRequest({ ...call, revision: 2, gga: '$GPGGA,1' })
    expect(text).toContain('\r\nHost: caster.example:2101\r\n')
    expect(requested(text)).toMatchObject({
      kind: 'stream',
      dialect: 'ntrip2',
      agent: 'NTRIP Vertice/1.0',
      gga: '$GPGGA,1',
      takesChunks: true,
    })
    expect(streamRequest({ ...call, revision: 2, host: '::1' })).toContain('Host: [::1]:2101')
    expect(requested(streamRequest({ ...call, revision: 2, mountpoint: '' }))).toMatchObject({ kind: 'sourcetable' })
    expect(requested(streamRequest({ ...call, credentials: null }))).toMatchObject({ credentials: null })
  })

  it('are written for a push in rev1', () => {
    expect(pushRequest(call)).toBe('SOURCE a:b /VRS_RTCM32\r\nSource-Agent: NTRIP Vertice/1.0\r\n\r\n')
    expect(requested(pushRequest({ ...call, credentials: null }))).toMatchObject({
      kind: 'push',
      dialect: 'ntrip1',
      credentials: { username: '', password: '' },
    })
  })

  it.each([true, false])('are written for a push in rev2, chunked: %s', (chunked) => {
    expect(requested(pushRequest({ ...call, revision: 2, chunked }))).toMatchObject({
      kind: 'push',
      dialect: 'ntrip2',
      mountpoint: 'VRS_RTCM32',
      credentials: call.credentials,
      chunked,
    })
  })

  it('never contain lines from their parameters', () => {
    const hostile = 'x\r\n\r\nGET /other HTTP/1.0\r\n'
    const bad: Call = { ...call, host: hostile, mountpoint: hostile, agent: hostile }
    for (const revision of [1, 2] as const) {
      const credentials = { username: hostile, password: hostile }
      const stream = streamRequest({ ...bad, revision, credentials, gga: hostile })
      const push = pushRequest({ ...bad, revision, credentials })
      for (const text of [stream, push]) {
        expect(text.indexOf('\r\n\r\n')).toBe(text.length - 4)
        expect(text.split('\r\n').filter((line) => line.startsWith('GET'))).toHaveLength(text === stream ? 1 : 0)
      }
    }
  })
})

describe('responses that open the stream', () => {
  it.each([
    ['ICY 200 OK\r\n\r\n', true],
    ['ICY 200 OK\r\n', true],
    ['ICY 200 OK\n', true],
    ['OK\r\n', true],
    ['HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\n\r\n', false],
    ['HTTP/1.1 200 OK\r\nContent-Type: Application/RTCM; version=3\r\n\r\n', false],
    ['HTTP/1.0 200 OK\n\n', false],
    ['HTTP/1.1 200\r\n\r\n', false],
  ])('%j', (head, lineEndsMayFollow) => {
    const expected = { status: 'stream', headLength: head.length, chunked: false }
    expect(answered(head)).toEqual({ ...expected, lineEndsMayFollow })
    expect(answered(`${head}\xd3\x00\x13\r\n\r\n`)).toEqual({ ...expected, lineEndsMayFollow: false })
  })

  it('may be chunked', () => {
    expect(answered('HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n')).toMatchObject({ chunked: true })
  })

  it('may have the empty line after ICY late, in pieces, or not at all: the data is the same', () => {
    const data = '\xd3\x00\x13\n'
    for (const reply of ['ICY 200 OK\r\n', 'ICY 200 OK\r\n\r\n', 'ICY 200 OK\n\n']) {
      const bytes = Buffer.from(reply + data, 'latin1')
      for (let size = 1; size < bytes.length; size++) {
        const opened = readResponse(bytes.subarray(0, size))
        if (opened === 'incomplete') continue
        if (opened.status === 'refused') throw new Error(opened.said)
        const rest = bytes.subarray(opened.headLength)
        expect((opened.lineEndsMayFollow ? withoutLineEnds(rest) : rest).toString('latin1')).toBe(data)
      }
    }
    expect(withoutLineEnds(Buffer.from('\r\n'))).toHaveLength(0)
  })
})

describe('responses that reject', () => {
  it.each([
    ['SOURCETABLE 200 OK\r\nServer: x\r\n', 'unknown_mountpoint'],
    ['HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\nSTR;', 'unknown_mountpoint'],
    ['HTTP/1.1 404 Not Found\r\n', 'unknown_mountpoint'],
    ['HTTP/1.0 401 Unauthorized\r\n', 'credentials'],
    ['HTTP/1.1 403 Forbidden\r\n', 'credentials'],
    ['ERROR - Bad Password\r\n', 'credentials'],
    ['ERROR - Mount Point Taken or Invalid\r\n', 'taken'],
    ['ERROR - Mountpoint taken\n', 'taken'],
    ['HTTP/1.1 409 Conflict\r\n', 'taken'],
    ['ERROR\r\n', 'other'],
    ['ICY 401 Service Unavailable\r\n', 'other'],
    ['HTTP/1.1 503 Service Unavailable\r\n', 'other'],
    ['HTTP/1.1\r\n', 'other'],
    ['HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>', 'not_ntrip'],
    ['HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4\r\n\r\n', 'not_ntrip'],
    ['HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n', 'not_ntrip'],
    ['SSH-2.0-OpenSSH\r\n', 'not_ntrip'],
    ['\xd3\x00\x13', 'not_ntrip'],
  ])('%j', (text, reason) => {
    const said = text.split(/\r?\n/)[0]!.replace(/[^ -~]/g, '')
    expect(answered(text)).toEqual({ status: 'refused', reason, said })
  })

  it('may have a header that does not end', () => {
    expect(answered('HTTP/1.1 200 OK\r\nX: '.padEnd(HEAD_LIMIT - 1, 'x'))).toBe('incomplete')
    expect(answered('HTTP/1.1 200 OK\r\nX: '.padEnd(HEAD_LIMIT, 'x'))).toMatchObject({ reason: 'not_ntrip' })
    expect(answered(Buffer.alloc(1 << 20, 'ICY '))).toMatchObject({ reason: 'not_ntrip', said: expect.any(String) })
  })
})

describe('the responses of our own caster', () => {
  const refusal = { dialect: 'ntrip2' as Dialect, reason: 'x', at }

  it.each(['ntrip1', 'ntrip2', 'http'] as const)('are understood when it opens a stream for %s', (dialect) => {
    for (const head of [response.streamHead(dialect, at), response.pushHead(dialect, at)]) {
      expect(answered(head)).toMatchObject({ status: 'stream', headLength: head.length })
    }
  })

  it.each([
    [response.unauthorized(refusal, 'M'), 'credentials'],
    [response.BAD_PASSWORD, 'credentials'],
    [response.notFound(refusal), 'unknown_mountpoint'],
    [response.sourcetableHead('ntrip1', 1, at), 'unknown_mountpoint'],
    [response.sourcetableHead('ntrip2', 1, at), 'unknown_mountpoint'],
    [response.conflict(refusal), 'taken'],
    [response.MOUNTPOINT_TAKEN_OR_INVALID, 'taken'],
    [response.retryLater(503, refusal, 1), 'other'],
  ])('are understood when it rejects: %#', (bytes, reason) => {
    expect(answered(bytes)).toMatchObject({ status: 'refused', reason })
  })
})

it('gives the same result however a response arrives', () => {
  const start = fc.constantFrom('', 'ICY 200', 'ICY 200 OK\r\n', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.', 'ERROR', 'OK')
  fc.assert(
    fc.property(start, anyBytes, (begin, bytes) => {
      const all = Buffer.concat([Buffer.from(begin), bytes])
      const gist = (answer: ReturnType<typeof readResponse>) =>
        answer === 'incomplete' ? null : answer.status === 'stream' ? 'stream' : answer.reason
      const whole = gist(readResponse(all))
      const gists = new Set(beginnings(all).map((beginning) => gist(readResponse(beginning))))
      expect([...gists].filter((one) => one !== null && one !== whole)).toEqual([])
    }),
    { numRuns: 500 },
  )
})
