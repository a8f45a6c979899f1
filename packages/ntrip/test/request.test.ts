import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEAD_LIMIT } from '../src/head.ts'
import { readRequest } from '../src/request.ts'
import { anyBytes, beginnings } from './support/splits.ts'

const read = (text: string) => readRequest(Buffer.from(text, 'latin1'))
const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const basic = (text: string | Buffer) => `Authorization: Basic ${Buffer.from(text as string).toString('base64')}`

const RTKLIB = head('GET /CDMX HTTP/1.0', 'User-Agent: NTRIP RTKLIB/2.4.3', basic('ana:secreto'))
const REV2 = head(
  'GET /CDMX HTTP/1.1',
  'Host: caster.example:2101',
  'Ntrip-Version: Ntrip/2.0',
  'User-Agent: NTRIP BNC/2.13',
  'Ntrip-GGA: $GPGGA,120000.00,1926.0,N,09908.0,W,1,12,1.0,2240,M,0,M,,*4E',
  basic('ana:secreto'),
  'Connection: close',
)
const SOURCE = head('SOURCE letmein /CDMX', 'Source-Agent: NTRIP RTKLIB/2.4.3', 'STR: ')
const POST = head(
  'POST /CDMX HTTP/1.1',
  'Host: x',
  'Ntrip-Version: Ntrip/2.0',
  basic('base:pw'),
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
)

describe('a complete request header', () => {
  it('is read from RTKLIB in rev1', () => {
    expect(read(RTKLIB)).toEqual({
      kind: 'stream',
      dialect: 'ntrip1',
      mountpoint: 'CDMX',
      agent: 'NTRIP RTKLIB/2.4.3',
      credentials: { username: 'ana', password: 'secreto' },
      filter: '',
      gga: null,
      chunked: false,
      takesChunks: false,
      expectsContinue: false,
      headOnly: false,
      keepsAlive: false,
      forwardedFor: '',
      headLength: RTKLIB.length,
    })
  })

  it('is read from BNC in rev2, with its position', () => {
    expect(read(REV2)).toMatchObject({
      kind: 'stream',
      dialect: 'ntrip2',
      mountpoint: 'CDMX',
      gga: '$GPGGA,120000.00,1926.0,N,09908.0,W,1,12,1.0,2240,M,0,M,,*4E',
      takesChunks: true,
    })
  })

  it('is read from a source in rev1', () => {
    expect(read(SOURCE)).toMatchObject({
      kind: 'push',
      dialect: 'ntrip1',
      mountpoint: 'CDMX',
      agent: 'NTRIP RTKLIB/2.4.3',
      credentials: { username: '', password: 'letmein' },
      chunked: false,
    })
  })

  it('is read from a source in rev2', () => {
    expect(read(POST)).toMatchObject({
      kind: 'push',
      dialect: 'ntrip2',
      mountpoint: 'CDMX',
      credentials: { username: 'base', password: 'pw' },
      chunked: true,
      expectsContinue: true,
      headOnly: false,
      keepsAlive: false,
      forwardedFor: '',
    })
  })

  it('is rev2 for a source that posts without a version, because rev1 has no POST', () => {
    expect(read(head('POST /A HTTP/1.1'))).toMatchObject({ kind: 'push', dialect: 'ntrip2', credentials: null })
  })

  it.each([
    ['GGA lines', RTKLIB, '$GPGGA,1\r\n'],
    ['data', SOURCE, '\xd3\x00\x13\r\n\r\n'],
  ])('ends before %s that follow it', (_, text, rest) => {
    expect(read(text + rest)).toEqual(read(text))
    expect(read(text + rest)).toMatchObject({ headLength: text.length })
  })
})

describe('the dialect', () => {
  it.each([
    ['ntrip1', ['User-Agent: NTRIP RTKLIB/2.4.3']],
    ['ntrip1', ['User-Agent: ntrip-client']],
    ['ntrip1', ['user-agent:GNSS/NtRiP']],
    ['ntrip1', []],
    ['ntrip1', ['User-Agent:']],
    ['ntrip1', ['User-Agent: curl/8', 'Ntrip-Version: Ntrip/1.0']],
    ['ntrip1', ['Ntrip-Version: ', 'User-Agent: NTRIP x']],
    ['ntrip2', ['User-Agent: NTRIP x', 'Ntrip-Version: Ntrip/2.0']],
    ['ntrip2', ['NTRIP-VERSION: NTRIP/2.0']],
    ['ntrip2', ['ntrip-version :ntrip/2.0']],
    ['ntrip2', ['User-Agent: curl/8', 'Ntrip-Version: Ntrip/2.0']],
    ['http', ['User-Agent: Mozilla/5.0']],
    ['http', ['User-Agent: curl/8.5.0']],
  ])('%s: %j', (dialect, lines) => {
    expect(read(head('GET /M HTTP/1.1', ...lines))).toMatchObject({ kind: 'stream', dialect })
    expect(read(head('GET / HTTP/1.1', ...lines))).toMatchObject({ kind: 'sourcetable', dialect, mountpoint: '' })
  })
})

describe('a client without a user agent', () => {
  it('is rev1 with an HTTP/1.0 request, and plain HTTP with an HTTP/1.1 request and its Host', () => {
    expect(read(head('GET / HTTP/1.0'))).toMatchObject({ dialect: 'ntrip1' })
    expect(read(head('GET / HTTP/1.0', 'Host: h'))).toMatchObject({ dialect: 'ntrip1' })
    expect(read(head('GET / HTTP/1.1'))).toMatchObject({ dialect: 'ntrip1' })
    expect(read(head('GET / HTTP/1.1', 'Host: 10.0.0.1'))).toMatchObject({ dialect: 'http', kind: 'sourcetable' })
    expect(read(head('GET /M HTTP/1.1', 'host:h', 'User-Agent:'))).toMatchObject({ dialect: 'http' })
  })
})

describe('the request line', () => {
  it.each([
    'GET /M-1_a.b HTTP/1.0',
    'GET M-1_a.b HTTP/1.0',
    'GET //M-1_a.b HTTP/1.0',
    'GET  /M-1_a.b  HTTP/1.0',
    'GET /M-1_a.b',
    'GET /M%2D1_a.b HTTP/1.1',
    'GET /M-1_a.b?x=1 HTTP/1.1',
    'GET http://host:2101/M-1_a.b HTTP/1.1',
    'GET HTTP://host/M-1_a.b HTTP/1.1',
    'GET https://[::1]:2101/M-1_a.b?x HTTP/1.1',
    'GET /M-1_a.b/ HTTP/1.0',
    'GET /M-1_a.b%20 HTTP/1.0',
    'GET /%20M-1_a.b%2F HTTP/1.0',
    'GET /M-1_a.b HTTP/1.1 ',
    'GET /M-1_a.b HTTP/1',
    'GET /M-1_a.b HTTP/2.0',
  ])('%s requests a stream', (line) => {
    expect(read(head(line))).toMatchObject({ kind: 'stream', mountpoint: 'M-1_a.b' })
  })

  it.each([
    'GET / HTTP/1.1',
    'GET  HTTP/1.0',
    'GET HTTP/1.0',
    'GET /',
    'GET /?STR;;;;GPS + GLO;;DEU HTTP/1.1',
    'GET http://host:2101 HTTP/1.1',
    'GET http://host:2101/ HTTP/1.1',
    'GET http://host?STR HTTP/1.1',
  ])('%s requests the sourcetable', (line) => {
    expect(read(head(line))).toMatchObject({ kind: 'sourcetable', mountpoint: '' })
  })

  it.each([
    ['SOURCE pw /M', 'pw'],
    ['SOURCE pw M', 'pw'],
    ['SOURCE pw /M HTTP/1.1', 'pw'],
    ['SOURCE pw  /M ', 'pw'],
    ['SOURCE pw /M/', 'pw'],
    ['SOURCE pw M%20', 'pw'],
    ['SOURCE  /M', ''],
    ['SOURCE /M', ''],
    ['SOURCE two words /M', 'two words'],
    [`SOURCE ${Buffer.from('contraseña').toString('latin1')} /M`, 'contraseña'],
  ])('%s pushes a stream', (line, password) => {
    expect(read(head(line))).toMatchObject({
      kind: 'push',
      mountpoint: 'M',
      credentials: { username: '', password },
    })
  })

  it.each([
    ['GET /a/b HTTP/1.1', 'bad_mountpoint'],
    ['GET /a b HTTP/1.1', 'bad_mountpoint'],
    ['GET /% HTTP/1.1', 'bad_mountpoint'],
    ['GET /a%0d%0ab HTTP/1.1', 'bad_mountpoint'],
    ['GET /a%00 HTTP/1.1', 'bad_mountpoint'],
    ['GET /caf\xe9 HTTP/1.1', 'bad_mountpoint'],
    [`GET /${'a'.repeat(101)} HTTP/1.1`, 'bad_mountpoint'],
    ['SOURCE pw /a;b', 'bad_mountpoint'],
    ['SOURCE pw', 'no_mountpoint'],
    ['SOURCE pw /', 'no_mountpoint'],
    ['POST / HTTP/1.1', 'no_mountpoint'],
    ['GET / HTTP/1.101234567890', 'not_ntrip'],
    ['GET /a HTTP/x', 'not_ntrip'],
    ['POST /a HTTP/', 'not_ntrip'],
  ])('%s is rejected', (line, reason) => {
    expect(read(head(line))).toMatchObject({ kind: 'bad', reason, method: line.split(' ')[0] })
  })

  it('keeps the client’s details if the requested name is not a valid mountpoint', () => {
    expect(read(head('GET /RED CDMX HTTP/1.0', 'User-Agent: NTRIP x', basic('ana:secreto')))).toMatchObject({
      kind: 'bad',
      asked: { kind: 'stream', dialect: 'ntrip1', mountpoint: 'RED CDMX', credentials: { username: 'ana' } },
    })
    const [long, odd] = [read(head(`GET /${'a'.repeat(300)}`)), read(head('GET /a%0ab\xe9%1b'))]
    expect(long).toMatchObject({ asked: { mountpoint: 'a'.repeat(100) } })
    expect(odd).toMatchObject({ asked: { mountpoint: 'ab\xe9' } })
    expect(read(head('SOURCE pw /a;b'))).toMatchObject({ asked: null })
  })

  it('accepts HEAD for the sourcetable only', () => {
    expect(read(head('HEAD / HTTP/1.1', 'Host: x'))).toMatchObject({ kind: 'sourcetable', headOnly: true })
    expect(read(head('HEAD /CDMX HTTP/1.1'))).toMatchObject({ kind: 'bad', reason: 'unknown_method' })
  })

  it('accepts a method in lower case, PUT, and a push with a user name', () => {
    expect(read(head('get /CDMX HTTP/1.0', basic('ana:pw')))).toMatchObject({
      kind: 'stream',
      mountpoint: 'CDMX',
      headOnly: false,
      keepsAlive: false,
      forwardedFor: '',
      credentials: { username: 'ana', password: 'pw' },
    })
    expect(read(head('PUT /CDMX HTTP/1.1', basic('base:pw')))).toMatchObject({ kind: 'push', dialect: 'ntrip2' })
    expect(read(head('source base:p:w CDMX'))).toMatchObject({
      kind: 'push',
      dialect: 'ntrip1',
      credentials: { username: 'base', password: 'p:w' },
    })
  })

  it('accepts credentials that are folded over lines, with or without a space', () => {
    const long = `${'u'.repeat(60)}:${'p'.repeat(60)}`
    const encoded = Buffer.from(long).toString('base64')
    const [first, second] = [encoded.slice(0, 76), encoded.slice(76)]
    for (const fold of ['', ' ', '\t'])
      expect(
        read(head('GET /CDMX HTTP/1.0', `Authorization: Basic ${first}`, fold + second, 'User-Agent: NTRIP x')),
      ).toMatchObject({ credentials: { username: 'u'.repeat(60), password: 'p'.repeat(60) }, agent: 'NTRIP x' })
  })

  it('accepts lines that end with CR alone, and excludes what follows the header', () => {
    const text = ['GET /CDMX HTTP/1.0', 'User-Agent: NTRIP x', basic('ana:pw'), '', ''].join('\r')
    const request = read(`${text}$GPGGA`)
    expect(request).toMatchObject({ mountpoint: 'CDMX', agent: 'NTRIP x', credentials: { password: 'pw' } })
    expect(request).toMatchObject({ headLength: text.length })
    expect(read(text.slice(0, -1))).toBe('incomplete')
  })

  it.each(['OPTIONS * HTTP/1.0', 'GETS ', 'SETUP rtsp://caster/CDMX RTSP/1.0'])('%j has an unknown method', (text) => {
    expect(read(text)).toEqual({ kind: 'bad', reason: 'unknown_method', method: null, asked: null })
  })

  it.each(['SSH-2.0-x', '\x16\x03\x01', '$GPGGA', 'GET\r\n', ' GET /', '\0', 'x'.repeat(17)])(
    '%j is rejected as not NTRIP without waiting for more',
    (text) => {
      expect(read(text)).toEqual({ kind: 'bad', reason: 'not_ntrip', method: null, asked: null })
    },
  )
})

describe('tolerance', () => {
  it.each([
    ['bare line feeds', RTKLIB.replaceAll('\r\n', '\n')],
    ['mixed line ends', RTKLIB.replace('\r\n', '\n')],
    ['an empty line with a bare line feed', RTKLIB.replace(/\r\n$/, '\n')],
    ['empty lines before', `\r\n\n\r\n${RTKLIB}`],
    ['names in capitals', RTKLIB.replace('User-Agent', 'USER-AGENT').replace('Authorization', 'AUTHORIZATION')],
    ['no space after the colon', RTKLIB.replaceAll(': ', ':')],
    ['lines that are no headers', RTKLIB.replace('\r\n', '\r\nwhat\r\n: x\r\n')],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ ...(read(RTKLIB) as object), headLength: text.length })
  })

  it('removes unprintable characters from the agent and the position', () => {
    expect(read(head('GET /M', 'User-Agent: NTRIP\0 \x1b[1mx\x7f\r', 'Ntrip-GGA: $G\0P'))).toMatchObject({
      agent: 'NTRIP [1mx',
      gga: '$GP',
    })
    expect(read(head('GET /M', 'Ntrip-GGA:'))).toMatchObject({ gga: null })
  })
})

describe('a request header without its empty line', () => {
  const all = (text: string) => readRequest(Buffer.from(text, 'latin1'), true)
  const unended = RTKLIB.slice(0, -2)

  it.each([
    ['with the end of its last line', unended],
    ['without even that', RTKLIB.slice(0, -4)],
  ])('is accepted when no more data arrives: %s', (_, text) => {
    expect(read(text)).toBe('incomplete')
    expect(all(text)).toEqual({ ...(read(RTKLIB) as object), headLength: text.length })
  })

  it('is read like any other if the empty line is there', () => {
    expect(all(RTKLIB)).toEqual(read(RTKLIB))
    expect(all(`${SOURCE}data`)).toEqual(read(`${SOURCE}data`))
  })

  it('is rejected if nothing can be read from it', () => {
    expect(all('')).toMatchObject({ reason: 'head_unfinished' })
    expect(all('\r\n')).toMatchObject({ reason: 'head_unfinished' })
    expect(all('GE')).toMatchObject({ reason: 'not_ntrip' })
    expect(all('POST ')).toMatchObject({ reason: 'no_mountpoint' })
  })

  it('always has a result', () => {
    fc.assert(
      fc.property(fc.constantFrom('', 'GET /', 'SOURCE '), anyBytes, (begin, bytes) => {
        expect(readRequest(Buffer.concat([Buffer.from(begin), bytes]), true)).not.toBe('incomplete')
      }),
    )
  })
})

describe('a position in the request header', () => {
  const GGA = '$GPGGA,120000.00,1926.0,N,09908.0,W,1,12,1.0,2240,M,0,M,,*4E'

  it('may be a line of its own; the last one counts, and Ntrip-GGA takes precedence', () => {
    expect(read(head('GET /M HTTP/1.0', basic('a:b'), GGA, 'Accept: */*'))).toMatchObject({ gga: GGA })
    expect(read(head('GET /M HTTP/1.0', '$GNGGA,1', GGA))).toMatchObject({ gga: GGA })
    expect(read(head('GET /M HTTP/1.0', GGA, 'Ntrip-GGA: $GPGGA,2'))).toMatchObject({ gga: '$GPGGA,2' })
    expect(read(head('GET /M HTTP/1.0', '$GPRMC,1', `X: ${GGA}`))).toMatchObject({ gga: null })
  })
})

describe('a rev1 source with a Basic password', () => {
  it('may leave out the password before its mountpoint', () => {
    for (const line of ['SOURCE M', 'SOURCE /M', 'SOURCE x /M'])
      expect(read(head(line, basic('any:secreto')))).toMatchObject({
        mountpoint: 'M',
        dialect: 'ntrip1',
        credentials: { password: 'secreto' },
      })
  })
})

describe('credentials', () => {
  const credentials = (line: string) => {
    const request = read(head('GET /M HTTP/1.0', line))
    return request !== 'incomplete' && request.kind !== 'bad' ? request.credentials : request
  }

  it.each([
    ['a colon in the password', 'ana:a:b:', 'ana', 'a:b:'],
    ['no password', 'ana:', 'ana', ''],
    ['nothing but a colon', ':', '', ''],
    ['UTF-8', 'peña:contraseña🛰', 'peña', 'contraseña🛰'],
  ])('%s', (_, text, username, password) => {
    expect(credentials(basic(text))).toEqual({ username, password })
  })

  it('are read as Latin-1 if they are not UTF-8', () => {
    expect(credentials(basic(Buffer.from('peña:ñ', 'latin1')))).toEqual({ username: 'peña', password: 'ñ' })
  })

  it.each(['Basic YTpi', 'basic YTpi', 'basic\t YTpi  ', 'BASIC   YTpi', 'Basic YTpi='])(
    'are read from %s',
    (value) => {
      expect(credentials(`Authorization: ${value}`)).toEqual({ username: 'a', password: 'b' })
    },
  )

  it.each([
    'Authorization: Basic',
    'Authorization: Basic YTpi YTpi',
    'Authorization: Basic !!!!',
    'Authorization: Bearer YTpi',
    'Authorization: YTpi',
    basic('without a colon'),
    basic('a\0:b'),
    basic('a:b\r\nX: y'),
    'X: y',
  ])('are missing for %s', (line) => {
    expect(credentials(line)).toBeNull()
  })

  it('are read unchanged for any pair', () => {
    const printable = fc.string({ unit: 'grapheme' }).filter((text) => !/\p{Cc}/u.test(text))
    fc.assert(
      fc.property(printable, printable, (name, password) => {
        const username = name.replaceAll(':', '')
        expect(credentials(basic(`${username}:${password}`))).toEqual({ username, password })
      }),
    )
  })
})

describe('the size of a request header', () => {
  it('is limited, whatever the content', () => {
    const open = 'GET /M HTTP/1.0\r\nX: '
    expect(read(open.padEnd(HEAD_LIMIT - 1, 'x'))).toBe('incomplete')
    expect(read(open.padEnd(HEAD_LIMIT, 'x'))).toMatchObject({ reason: 'head_too_long', method: 'GET' })
    expect(read(`${open.padEnd(HEAD_LIMIT, 'x')}\r\n\r\n`)).toMatchObject({ reason: 'head_too_long' })
    expect(read('\r\n'.repeat(HEAD_LIMIT))).toMatchObject({ reason: 'head_too_long', method: null })
    expect(read('a\n'.repeat(HEAD_LIMIT))).toMatchObject({ reason: 'not_ntrip' })
  })

  it('may reach the limit, with any amount of data after it', () => {
    const full = `${'GET /M HTTP/1.0\r\nX: '.padEnd(HEAD_LIMIT - 4, 'x')}\r\n\r\n`
    expect(read(full + 'data'.repeat(100_000))).toMatchObject({ mountpoint: 'M', headLength: HEAD_LIMIT })
  })
})

describe('a request that arrives in any pieces', () => {
  /** Every prefix is incomplete or already gives the result of the whole request. */
  const check = (bytes: Buffer) => {
    const whole = readRequest(bytes)
    for (const beginning of beginnings(bytes)) {
      const answer = readRequest(beginning)
      if (answer !== 'incomplete') expect(answer).toEqual(whole)
    }
  }

  it.each([RTKLIB, REV2, SOURCE, POST])('%j', (text) => {
    const bytes = Buffer.from(`${text}rest`)
    check(bytes)
    expect(beginnings(bytes).filter((beginning) => readRequest(beginning) === 'incomplete')).toHaveLength(text.length)
  })

  it('gives the same result for any bytes, alone and inside a header', () => {
    const line = fc.constantFrom(
      'GET ',
      'SOURCE ',
      'POST ',
      'GET /M HTTP/1.1\r\n',
      'SOURCE pw /M\r\nSource-Agent: ',
      '',
    )
    fc.assert(
      fc.property(line, anyBytes, (start, bytes) => check(Buffer.concat([Buffer.from(start), bytes]))),
      { numRuns: 500 },
    )
  })

  it('yields texts that are safe for a log and a database', () => {
    const start = fc.constantFrom('GET ', 'SOURCE ', 'GET /M HTTP/1.1\r\nUser-Agent: ', 'GET /M\r\nNtrip-GGA: ')
    fc.assert(
      fc.property(start, anyBytes, (begin, bytes) => {
        const request = readRequest(Buffer.concat([Buffer.from(begin), bytes, Buffer.from('\r\n\r\n')]))
        if (request === 'incomplete' || request.kind === 'bad') return
        const { mountpoint, agent, gga, credentials } = request
        const texts = [mountpoint, agent, gga, credentials?.username, credentials?.password]
        expect(texts.filter((text) => text != null && /\p{Cc}/u.test(text))).toEqual([])
      }),
      { numRuns: 1000 },
    )
  })
})
