// What strangers send to the caster, and what upstream casters reply.
import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import {
  ChunkedDecoder,
  chunk,
  GgaLines,
  HEAD_LIMIT,
  looksLikeSourcetable,
  parseStreamRecord,
  pushRequest,
  readBasic,
  readGga,
  readProxyHeader,
  readRequest,
  readResponse,
  reply,
  sourcetable,
  sourcetableFilter,
  streamRequest,
  writeBasic,
  writeGga,
} from '@vertice/ntrip'
import {
  proxyHeader,
  proxyHeaderOf6,
  proxyLine,
  proxyLooks,
} from '../../../packages/ntrip/test/support/proxy-headers.ts'
import { beginnings, cut, type Target } from '../target.ts'

const AT = new Date('2026-11-15T12:00:00Z')
const CALL = { host: '192.0.2.1', port: 2101, mountpoint: 'CDMX_RTCM32', agent: 'Vertice/1.0' }
const LOGIN = { username: 'k7mqx2rtwd', password: 'w8hn:4tqcz6pmv3xk' }
const GGA = writeGga({ lat: 19.43, lng: -99.13, quality: 4, age: 1 }, AT)

const request: Target = {
  name: 'ntrip-request',
  seeds: [
    streamRequest({ ...CALL, revision: 1, credentials: LOGIN }),
    streamRequest({ ...CALL, revision: 2, credentials: LOGIN, gga: GGA }),
    pushRequest({ ...CALL, revision: 1, credentials: LOGIN }),
    pushRequest({ ...CALL, revision: 2, credentials: LOGIN, chunked: true }),
    'GET / HTTP/1.1\r\nUser-Agent: curl/8\r\n\r\n',
    'GET http://rtk.example.mx:2101/%43DMX?STR;;; HTTP/1.1\r\nExpect: 100-continue\r\n\r\n',
    'SOURCE  /CDMX\n\n',
    'GET /?strict;STR;C*X|!RED;;>=19.5+<20;;;;;MEX HTTP/1.1\r\n$GPGGA,1\r\n\r\n',
  ].map((text) => Buffer.from(text)),
  words: ['GET ', 'POST ', 'SOURCE ', ' HTTP/1.1', 'Authorization: Basic ', 'Ntrip-Version: Ntrip/2.0', '\r\n\r\n'],
  run(input) {
    const whole = readRequest(input)
    // The caster parses again with every packet and uses the first complete result.
    for (const part of beginnings(input)) {
      const early = readRequest(part)
      if (early !== 'incomplete') assert.deepEqual(early, whole)
    }
    assert.notEqual(readRequest(input, true), 'incomplete')
    if (whole === 'incomplete') return assert(input.length < HEAD_LIMIT)
    if (whole.kind === 'bad') return
    assert(whole.headLength <= Math.min(input.length, HEAD_LIMIT))
    assert.match(whole.mountpoint, /^[A-Za-z0-9_.-]{0,100}$/)
    sourcetableFilter(whole.filter)?.(['STR', whole.filter])
    assert.doesNotMatch(whole.agent + (whole.gga ?? ''), /[\r\n]/)
    const said = reply
      .unauthorized({ dialect: whole.dialect, reason: 'no', at: AT }, whole.mountpoint)
      .toString('latin1')
    assert.equal(said.split('\r\n\r\n').length, 2)
    if (whole.kind !== 'stream' || !whole.credentials) return
    const again = readRequest(Buffer.from(streamRequest({ ...CALL, ...whole, revision: 2, gga: '' })))
    assert(again !== 'incomplete' && again.kind === 'stream')
    assert.equal(again.mountpoint, whole.mountpoint)
    assert.deepEqual(again.credentials, whole.credentials)
  },
}

const response: Target = {
  name: 'ntrip-response',
  seeds: [
    'ICY 200 OK\r\n\r\n\u00d3\0',
    'OK\r\n',
    'HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabcde\r\n',
    'HTTP/1.1 401 Unauthorized\r\n\r\n',
    'SOURCETABLE 200 OK\r\n\r\nSTR;A\r\nENDSOURCETABLE\r\n',
    'ERROR - Bad Password\r\n',
  ].map((text) => Buffer.from(text, 'latin1')),
  words: ['ICY 200 OK\r\n', 'HTTP/1.', ' 200 ', 'Content-Type: text/html', 'ERROR - Mount Point'],
  run(input) {
    const whole = readResponse(input)
    const kind = (answer: typeof whole) =>
      answer === 'incomplete' ? answer : answer.status === 'refused' ? answer.reason : answer.status
    for (const part of beginnings(input)) {
      const early = readResponse(part)
      if (early !== 'incomplete') assert.equal(kind(early), kind(whole))
    }
    if (whole === 'incomplete') return
    if (whole.status === 'refused') assert.match(whole.said, /^[\x20-\x7e]{0,200}$/)
    else assert(whole.headLength <= input.length)
  },
}

const chunked: Target = {
  name: 'chunked',
  seeds: [
    Buffer.concat([chunk(Buffer.from('abc')), chunk(Buffer.alloc(300, 7)), chunk(Buffer.alloc(0))]),
    Buffer.from('5;name=value\r\nabcde\r\n0\r\nTrailer: 1\r\n\r\n'),
    Buffer.from('ffffffff\r\n'),
  ],
  words: ['0\r\n\r\n', 'ffffffff', '\r\n', ';'],
  run(input) {
    const decode = (parts: readonly Buffer[]) => {
      const decoder = new ChunkedDecoder()
      const data = Buffer.concat(parts.flatMap((part) => decoder.push(part)))
      return { state: decoder.state, data }
    }
    const whole = decode([input])
    assert.deepEqual(decode(cut(input)), whole)
    assert(whole.data.length <= input.length)
    if (input.length > 0) assert.deepEqual(decode([chunk(input)]).data, input)
  },
}

const basic: Target = {
  name: 'basic',
  seeds: [Buffer.from(writeBasic(LOGIN)), Buffer.from('basic  Og=='), Buffer.from('Bearer x')],
  run(input) {
    const login = readBasic(input.toString('latin1'))
    if (login === null) return
    assert(!login.username.includes(':'))
    assert.deepEqual(readBasic(writeBasic(login)), login)
  },
}

const gga: Target = {
  name: 'gga',
  seeds: [
    GGA,
    `${GGA}\r\n${GGA.replace('GP', 'GN')}\n`,
    '$GPGGA,,,,,,0,,,,,,,,',
    '$GNGGA,235960.5,9000,N,18000,W,9,99,0.1,-100,M',
  ].map((text) => Buffer.from(text)),
  words: ['$GPGGA,', '*00', ',N,', ',W,', '$', '9000.0'],
  run(input) {
    const find = (parts: readonly Buffer[]) => {
      const lines = new GgaLines()
      return parts.flatMap((part) => lines.push(part))
    }
    const sentences = find([input])
    assert.deepEqual(find(cut(input)), sentences)
    for (const sentence of [input.toString('latin1'), ...sentences]) {
      const position = readGga(sentence)?.position
      if (!position) continue
      assert(Math.abs(position.lat) <= 90 && Math.abs(position.lng) <= 180)
      const again = readGga(writeGga(position, AT))?.position
      const near = Math.abs(position.lat) + Math.abs(position.lng) < 1e-8
      assert(near || (again && Math.abs(again.lat - position.lat) < 1e-8 && Math.abs(again.lng - position.lng) < 1e-8))
    }
  },
}

const table: Target = {
  name: 'sourcetable',
  seeds: [
    'STR;CDMX_RTCM32;CDMX;RTCM 3.2;1006(10),1077(1);2;GPS+GLO;RED;MEX;19.43;260.87;0;0;Vertice;none;B;N;9600;',
    'SOURCETABLE 200 OK\r\nContent-Type: text/plain\r\n\r\nCAS;h;2101;x;y;0;MEX;1;2;0.0.0.0;0;\r\nENDSOURCETABLE\r\n',
    'NET;RED;Operator;B;N;none;none;none;',
  ].map((text) => Buffer.from(text)),
  words: ['STR;', ';', '\r\n', '"', 'ENDSOURCETABLE'],
  run(input) {
    const text = input.toString('utf8')
    looksLikeSourcetable(text)
    for (const line of text.split(/\r?\n/).slice(0, 50)) parseStreamRecord(line)
    // Names come from the operator and the stations; none of them may add a line or a field.
    const stream = { mountpoint: text, identifier: text, format: text, country: text, lat: null, lng: null }
    const written = sourcetable({
      caster: { host: text, port: 1, identifier: text, operator: text, readsGga: true, country: text, lat: 1, lng: 2 },
      network: { identifier: text, operator: text, fee: false, website: text },
      streams: [{ ...stream, constellations: [text], needsGga: false, fromNetwork: false }],
    })
    assert.deepEqual(
      written.split(/\r\n|[\r\n\u2028\u2029]/).map((line) => line.split(';').length),
      [12, 9, 19, 1, 1],
    )
    assert(reply.sourcetableHead('ntrip1', Buffer.byteLength(written), AT).length < 300)
  },
}

const LONGEST_PROXY_HEADER = 536

const introduction: Target = {
  name: 'proxy-header',
  seeds: [
    proxyLine('189.203.4.7'),
    proxyLine('2001:db8::7', 6),
    Buffer.from('PROXY UNKNOWN\r\nGET / HTTP/1.0'),
    proxyHeader('189.203.4.7', Buffer.from('030004a1b2c3d4', 'hex')),
    proxyHeaderOf6('20010db8000000000000000000000007'),
    proxyLooks(),
  ],
  words: ['PROXY TCP4 ', 'PROXY TCP6 ', 'PROXY UNKNOWN', '\r\n\r\n\0\r\nQUIT\n!', ' 65535\r\n', '::ffff:', '127.0.0.1'],
  run(input) {
    const whole = readProxyHeader(input)
    for (const part of beginnings(input)) {
      const early = readProxyHeader(part)
      if (early !== 'incomplete') assert.deepEqual(early, whole)
    }
    if (whole === 'incomplete') return assert(input.length < LONGEST_PROXY_HEADER)
    if (whole === 'bad') return
    assert(whole.length <= Math.min(input.length, LONGEST_PROXY_HEADER))
    // Bytes after the header are ignored.
    assert.deepEqual(readProxyHeader(input.subarray(0, whole.length)), whole)
    if (whole.address !== null) assert(isIP(whole.address) > 0 && !/^::ffff:\d+\./.test(whole.address))
  },
}

export const NTRIP_TARGETS = [request, introduction, response, chunked, basic, gga, table]
