// Every kind of reply, byte for byte where equipment depends on it.

import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pushSecret } from '../../../src/actions/stations/source.ts'
import type { CasterRole } from '../../../src/start/roles/caster.ts'
import { byTest } from '../../support/action-context.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { stationIdOf } from '../../support/rows.ts'
import { STATIONS } from '../../support/service.ts'
import {
  ask,
  basic,
  changeCredential,
  flowingBase,
  quietBase,
  rev2Request,
  secondsFromNow,
  statusOf,
  undated,
} from '../helpers.ts'

const { cdmx, toluca, cuernavaca } = STATIONS
const puebla = { code: 'PUEB', name: 'Puebla', lat: 19.0414, lng: -98.2063, mountpoint: 'PUEB' }
const DATA = Buffer.from([0xd3, 0x00, 0x04, 0x0d, 0x0a, 0x24, 0x00, 0xff, 0x48, 0x54])

let caster: TestCaster
let login: Login
let base: Awaited<ReturnType<typeof flowingBase>>

beforeAll(async () => {
  caster = await TestCaster.start()
  await caster.service.saveStations(cdmx, toluca, cuernavaca, puebla)
  base = await flowingBase(caster, cdmx)
  login = await caster.issue({ station_codigo: 'CDMX' })
})
afterAll(() => caster.stop())

const HEAD_REV2 =
  'HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nServer: NTRIP Vertice/2.0\r\nDate: then\r\nCache-Control: no-store\r\n' +
  'Connection: close\r\nContent-Type: gnss/data\r\n\r\n'

describe('a rover', () => {
  it('receives ICY 200 OK, an empty line, and then only the bytes of the base in rev1', async () => {
    const station = await quietBase(caster, puebla)
    const { username, password } = await caster.issue({ station_codigo: 'PUEB' })
    const rover = await Peer.open(caster.port, rev1Request('PUEB', username, password))
    await rover.until('ICY 200 OK\r\n\r\n')
    station.write(DATA)
    await expect.poll(() => rover.received.length).toBe(14 + DATA.length)
    expect(rover.received.equals(Buffer.concat([Buffer.from('ICY 200 OK\r\n\r\n'), DATA]))).toBe(true)
    rover.close()
    station.close()
  })

  it('receives the rev2 header, unchunked, and then the bytes in rev2', async () => {
    const station = await quietBase(caster, puebla)
    const rover = await Peer.open(caster.port, rev2Request('PUEB', await caster.issue({ station_codigo: 'PUEB' })))
    await rover.until('\r\n\r\n')
    station.write(DATA)
    await rover.until(DATA.toString('latin1'))
    expect(undated(rover.text)).toBe(HEAD_REV2 + DATA.toString('latin1'))
    rover.close()
    station.close()
  })

  const auth = () => basic(login.username, login.password)
  it.each<[string, () => string, 'rev1' | 'rev2']>([
    ['as RTKLIB asks', () => `GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP RTKLIB/2.4.3\r\n${auth()}\r\n`, 'rev1'],
    [
      'with another case of NTRIP',
      () => `GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: MyNtripClient\r\n${auth()}\r\n`,
      'rev1',
    ],
    ['with bare line ends', () => `GET /CDMX_RTCM32 HTTP/1.0\nUser-Agent: NTRIP x\n${auth().trim()}\n\n`, 'rev1'],
    ['with mixed line ends', () => `GET /CDMX_RTCM32 HTTP/1.0\nUser-Agent: NTRIP x\r\n${auth()}\n`, 'rev1'],
    ['without any optional header', () => `GET /CDMX_RTCM32 HTTP/1.1\r\n${auth()}\r\n`, 'rev1'],
    ['without a version of HTTP', () => `GET /CDMX_RTCM32\r\nUser-Agent: NTRIP x\r\n${auth()}\r\n`, 'rev1'],
    ['after empty lines', () => `\r\n\r\nGET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP x\r\n${auth()}\r\n`, 'rev1'],
    ['with two slashes', () => `GET //CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP x\r\n${auth()}\r\n`, 'rev1'],
    ['in another case', () => `GET /cdmx_rtcm32 HTTP/1.0\r\nUser-Agent: NTRIP x\r\n${auth()}\r\n`, 'rev1'],
    [
      'that says it speaks rev1',
      () => `GET /CDMX_RTCM32 HTTP/1.1\r\nNtrip-Version: Ntrip/1.0\r\n${auth()}\r\n`,
      'rev1',
    ],
    ['of rev2 with HTTP/1.0', () => `GET /CDMX_RTCM32 HTTP/1.0\r\nNtrip-Version: Ntrip/2.0\r\n${auth()}\r\n`, 'rev2'],
    ['of rev2 without Host', () => `GET /CDMX_RTCM32 HTTP/1.1\r\nntrip-version:NTRIP/2.0\r\n${auth()}\r\n`, 'rev2'],
    ['that is curl', () => `GET /CDMX_RTCM32 HTTP/1.1\r\nHost: h\r\nUser-Agent: curl/8.5.0\r\n${auth()}\r\n`, 'rev2'],
  ])('%s', async (_, request, revision) => {
    login = await caster.issue({ station_codigo: 'CDMX' })
    const rover = await Peer.open(caster.port, request())
    await rover.until('\r\n\r\n.')
    expect(undated(rover.text).replace(/\.+$/, '')).toBe(revision === 'rev1' ? 'ICY 200 OK\r\n\r\n' : HEAD_REV2)
    rover.close()
  })

  it('may send its request in pieces of any size', async () => {
    const { username, password } = await caster.issue({ station_codigo: 'CDMX' })
    const rover = await Peer.open(caster.port)
    rover.socket.setNoDelay(true)
    for (const letter of rev1Request(cdmx.mountpoint, username, password)) {
      rover.write(letter)
      await new Promise(setImmediate)
    }
    await rover.until('ICY 200 OK\r\n\r\n.')
    rover.close()
  })

  const sessionOf = ({ id }: Login) => caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === id)

  it('may send its position in the request header', async () => {
    const own = await caster.issue({ station_codigo: 'CDMX' })
    const gga = writeGga({ lat: 19.4, lng: -99.1, quality: 5 }, new Date())
    const rover = await Peer.open(caster.port, rev2Request(cdmx.mountpoint, own, `Ntrip-GGA: ${gga}\r\n`))
    await rover.until('\r\n\r\n.')
    expect(sessionOf(own)!.position).toMatchObject({ quality: 5, count: 1 })
    expect(sessionOf(own)!.position.lat).toBeCloseTo(19.4, 6)
    rover.close()
  })

  it('may send its position right after the header, and any time later', async () => {
    const own = await caster.issue({ station_codigo: 'CDMX' })
    const gga = (lat: number) => `${writeGga({ lat, lng: -99.1, quality: 4 }, new Date())}\r\n`
    const rover = await Peer.open(
      caster.port,
      `${rev1Request(cdmx.mountpoint, own.username, own.password)}${gga(19.1)}`,
    )
    await rover.until('ICY 200 OK\r\n\r\n.')
    expect(sessionOf(own)!.position.lat).toBeCloseTo(19.1, 6)
    rover.write(gga(19.2))
    await expect.poll(() => sessionOf(own)!.position.lat).toBeCloseTo(19.2, 6)
    rover.close()
  })
})

describe('the sourcetable', () => {
  const lines = (table: string) => table.split('\r\n').map((line) => line.split(';'))

  it('is sent in rev1 format', async () => {
    const answer = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    const [head, body = ''] = answer.split('\r\n\r\n')
    expect(undated(`${head}\r\n\r\n`)).toBe(
      'SOURCETABLE 200 OK\r\nServer: NTRIP Vertice/1.0\r\nDate: then\r\nCache-Control: no-store\r\nConnection: close\r\n' +
        `Content-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body, 'latin1')}\r\n\r\n`,
    )
    expect(body.endsWith('\r\nENDSOURCETABLE\r\n')).toBe(true)
  })

  it('is sent in rev2 format', async () => {
    const answer = await ask(
      caster.port,
      'GET / HTTP/1.1\r\nHost: h\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP t\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nNtrip-Version: Ntrip\/2\.0\r\n/)
    expect(answer).toContain('\r\nContent-Type: gnss/sourcetable\r\n')
    expect(answer.endsWith('\r\nENDSOURCETABLE\r\n')).toBe(true)
  })

  it('is sent to a browser', async () => {
    const answer = await ask(
      caster.port,
      'GET / HTTP/1.1\r\nHost: h\r\nUser-Agent: Mozilla/5.0\r\nAccept: text/html\r\n\r\n',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toContain('\r\nContent-Type: text/plain; charset=utf-8\r\n')
    expect(answer.endsWith('\r\nENDSOURCETABLE\r\n')).toBe(true)
  })

  it('lists the network and the stations that send data, and no other', async () => {
    const answer = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    const table = lines(answer.split('\r\n\r\n')[1]!)
    expect(table.filter(([type]) => type === 'CAS')).toHaveLength(1)
    expect(table.filter(([type]) => type === 'NET')).toHaveLength(1)
    const streams = table.filter(([type]) => type === 'STR')
    expect(streams.map(([, mountpoint]) => mountpoint)).toEqual(['RED', 'CDMX_RTCM32'])
    // mountpoint, format, nav-system, latitude, longitude, GGA needed
    expect(streams.map((fields) => [1, 3, 6, 9, 10, 11].map((place) => fields[place]))).toEqual([
      ['RED', 'RTCM 3.2', expect.any(String), '19.4326', '-99.1332', '1'],
      ['CDMX_RTCM32', 'RTCM 3.2', expect.any(String), '19.4326', '-99.1332', '0'],
    ])
    for (const fields of streams) expect(fields).toHaveLength(19)
  })

  it('is sent to a client that half-closes its connection after the request', async () => {
    const peer = await Peer.open(caster.port)
    peer.socket.end('GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
    expect(await peer.all()).toMatch(/^SOURCETABLE 200 OK\r\n[\s\S]*ENDSOURCETABLE\r\n$/)
  })
})

describe('an unknown mountpoint', () => {
  const auth = () => basic(login.username, login.password)

  it('returns the sourcetable to rev1', async () => {
    const answer = await ask(caster.port, `GET /NOWHERE HTTP/1.0\r\nUser-Agent: NTRIP x\r\n${auth()}\r\n`)
    expect(answer).toMatch(/^SOURCETABLE 200 OK\r\n/)
    expect(answer.endsWith('ENDSOURCETABLE\r\n')).toBe(true)
  })

  it.each(['Ntrip-Version: Ntrip/2.0\r\n', 'User-Agent: Mozilla/5.0\r\n'])(
    'returns 404 to rev2 and browsers (%s)',
    async (line) => {
      const answer = await ask(caster.port, `GET /NOWHERE HTTP/1.1\r\n${line}${auth()}\r\n`)
      expect(statusOf(answer)).toBe(404)
      expect(answer).not.toContain('STR;')
      expect(answer.split('\r\n\r\n')[1]).toBe('No such mountpoint. / No existe ese punto de montaje.\r\n')
    },
  )
})

describe('a credential that is rejected', () => {
  const cases: [string, string, () => Promise<Omit<Login, 'id'> | null>][] = [
    ['none', 'Faltan usuario', async () => null],
    ['an unknown user', 'Usuario o contraseña incorrectos', async () => ({ username: 'nobody', password: 'x' })],
    [
      'a wrong password',
      'Usuario o contraseña incorrectos',
      async () => ({ ...(await caster.issue({ station_codigo: 'CDMX' })), password: 'wrong' }),
    ],
    [
      'an expired one',
      'ya venció',
      async () => {
        const own = await caster.issue({ station_codigo: 'CDMX' })
        await changeCredential(caster, own.id, { starts_at: secondsFromNow(-7200), expires_at: secondsFromNow(-1) })
        return own
      },
    ],
    [
      'one that has not started',
      'aún no está vigente',
      () => caster.issue({ station_codigo: 'CDMX', inicia_at: secondsFromNow(60).toISOString() }),
    ],
    [
      'a revoked one',
      'fue revocada',
      async () => {
        const own = await caster.issue({ station_codigo: 'CDMX' })
        await caster.client.delete(`/credentials/${own.id}`)
        return own
      },
    ],
    ['one of the network', 'para otro punto de montaje', () => caster.issue()],
  ]

  it.each(cases)('gets a 401 with the reason in both NTRIP versions: %s', async (_, words, make) => {
    const own = await make()
    const auth = own ? basic(own.username, own.password) : ''
    const rev1 = await ask(caster.port, `GET /CDMX_RTCM32 HTTP/1.0\r\nUser-Agent: NTRIP x\r\n${auth}\r\n`)
    const rev2 = await ask(caster.port, `GET /CDMX_RTCM32 HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n${auth}\r\n`)
    const body = Buffer.from(rev1.split('\r\n\r\n')[1]!, 'latin1')
    expect(body.toString()).toContain(words)
    expect(undated(rev1)).toBe(
      'HTTP/1.0 401 Unauthorized\r\nServer: NTRIP Vertice/1.0\r\nDate: then\r\nCache-Control: no-store\r\n' +
        'Connection: close\r\nWWW-Authenticate: Basic realm="CDMX_RTCM32"\r\n' +
        `Content-Type: text/plain; charset=utf-8\r\nContent-Length: ${body.length}\r\n\r\n${body.toString('latin1')}`,
    )
    expect(rev2).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\nNtrip-Version: Ntrip\/2\.0\r\n/)
    expect(rev2).toContain('\r\nWWW-Authenticate: Basic realm="CDMX_RTCM32"\r\n')
    expect(rev2.split('\r\n\r\n')[1]).toBe(body.toString('latin1'))
  })

  it('counts as missing if it is not a Basic authorization', async () => {
    for (const authorization of [
      'Bearer abc',
      'Basic !!!',
      'Basic',
      `Basic ${Buffer.from('no colon').toString('base64')}`,
    ])
      expect(
        statusOf(await ask(caster.port, `GET /CDMX_RTCM32 HTTP/1.0\r\nAuthorization: ${authorization}\r\n\r\n`)),
      ).toBe(401)
  })

  it('gets the reason even if the client has half-closed its connection', async () => {
    const peer = await Peer.open(caster.port)
    peer.socket.end(rev1Request(cdmx.mountpoint, 'nobody', 'x'))
    expect(await peer.all()).toContain('Unknown user or wrong password')
  })
})

const post = (mountpoint: string, secret: string | null, more = '') =>
  `POST /${mountpoint} HTTP/1.1\r\nHost: h:2101\r\nNtrip-Version: Ntrip/2.0\r\nUser-Agent: NTRIP test\r\n${secret === null ? '' : basic('any', secret)}Content-Type: gnss/data\r\n${more}\r\n`

describe('a push of rev1', () => {
  const bytesOf = async (code: string) => {
    const id = await stationIdOf(caster.service, code)
    return caster.role.caster.sources.stations.isFlowing(id)
  }

  it.each(['/', ''])('SOURCE with the right secret and the mountpoint as "%s" returns ICY 200 OK', async (slash) => {
    const source = await Peer.open(
      caster.port,
      `SOURCE ${await caster.secretOf('TOLU')} ${slash}TOLU_RTCM32\r\nSource-Agent: NTRIP test\r\n\r\ndata`,
    )
    await source.until('\n')
    expect(source.text).toBe('ICY 200 OK\r\n\r\n')
    await expect.poll(() => bytesOf('TOLU')).toBe(true)
    source.close()
    await expect.poll(() => bytesOf('TOLU')).toBe(false)
  })

  it.each([
    ['bare line ends and no agent', (secret: string) => `SOURCE ${secret} /TOLU_RTCM32\n\n`],
    ['a version of HTTP', (secret: string) => `SOURCE ${secret} /TOLU_RTCM32 HTTP/1.0\r\n\r\n`],
    ['another case', (secret: string) => `SOURCE ${secret} tolu_rtcm32\r\nSTR: some;record\r\n\r\n`],
  ])('SOURCE with %s is accepted', async (_, request) => {
    const source = await Peer.open(caster.port, request(await caster.secretOf('TOLU')))
    await source.until('\n')
    expect(source.text).toBe('ICY 200 OK\r\n\r\n')
    source.close()
  })

  it('returns ERROR - Mount Point Taken or Invalid for a mountpoint that accepts no push', async () => {
    const secret = await caster.secretOf('CDMX')
    await expect(
      Promise.all([
        ask(caster.port, `SOURCE ${secret} /CDMX_RTCM32\r\n\r\n`), // taken by a live source
        ask(caster.port, `SOURCE ${secret} /NOWHERE\r\n\r\n`),
        ask(caster.port, `SOURCE ${secret} /RED\r\n\r\n`), // the network mountpoint
        ask(caster.port, `SOURCE ${secret} /no*name\r\n\r\n`),
        ask(caster.port, `SOURCE ${secret}\r\n\r\n`),
      ]),
    ).resolves.toEqual(Array(5).fill('ERROR - Mount Point Taken or Invalid\r\n'))
  })

  it('takes over from one that is connected and silent', async () => {
    const role = await caster.addNode({ firstBytesMs: 100 })
    const dead = await caster.base('CUER', cuernavaca.mountpoint, role.caster.address.port)
    const id = await stationIdOf(caster.service, 'CUER')
    await expect.poll(() => role.caster.sources.isTaken(id), { interval: 5 }).toBe(false)
    const living = await quietBase(caster, cuernavaca, role)
    await dead.closed
    expect(living.closedAt).toBeNull()
    living.close()
  })
})

describe('a push of rev2', () => {
  const ACCEPTED =
    'HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nServer: NTRIP Vertice/2.0\r\nDate: then\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n'

  /** Bytes that a rover of the station receives while `send` runs. */
  async function relayed(source: Peer, send: () => void, length: number): Promise<string> {
    const id = await stationIdOf(caster.service, 'TOLU')
    await expect.poll(() => caster.role.caster.sources.stations.isFlowing(id), { interval: 5 }).toBe(true)
    const rover = await caster.rover(await caster.issue({ station_codigo: 'TOLU' }), toluca.mountpoint)
    send()
    await expect.poll(() => rover.received.length).toBe(length)
    rover.close()
    source.close()
    return rover.received.toString('latin1')
  }

  it('returns 200 and forwards raw bytes unchanged', async () => {
    const source = await Peer.open(caster.port, `${post('TOLU_RTCM32', await caster.secretOf('TOLU'))}early`)
    await source.until('\r\n\r\n')
    expect(undated(source.text)).toBe(ACCEPTED)
    expect(await relayed(source, () => source.write(DATA), DATA.length)).toBe(DATA.toString('latin1'))
  })

  it('returns 200 and forwards the content of chunks, even if they arrive in pieces', async () => {
    const source = await Peer.open(
      caster.port,
      `${post('TOLU_RTCM32', await caster.secretOf('TOLU'), 'Transfer-Encoding: chunked\r\n')}5\r\nearly\r\n`,
    )
    await source.until('\r\n\r\n')
    expect(undated(source.text)).toBe(ACCEPTED)
    const send = async () => {
      for (const part of ['a', '\r\n01234', '56789\r', '\n3;some=thing\r\nabc\r\n2\r\nd']) {
        source.write(part)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      source.write('e\r\n')
    }
    expect(await relayed(source, send, 15)).toBe('0123456789abcde')
  })

  it('ends with its last chunk or with a malformed one', async () => {
    for (const last of ['0\r\n\r\n', 'what?\r\n']) {
      const source = await Peer.open(
        caster.port,
        post('TOLU_RTCM32', await caster.secretOf('TOLU'), 'Transfer-Encoding: chunked\r\n'),
      )
      await source.until('\r\n\r\n')
      source.write(`2\r\nhi\r\n${last}`)
      await source.all()
    }
  })

  it('waits for 100 Continue if it asks for it', async () => {
    const source = await Peer.open(
      caster.port,
      post('TOLU_RTCM32', await caster.secretOf('TOLU'), 'Expect: 100-continue\r\n'),
    )
    await source.until('200 OK')
    await source.until('close\r\n\r\n')
    expect(undated(source.text)).toBe(`HTTP/1.1 100 Continue\r\n\r\n${ACCEPTED}`)
    source.close()
  })

  it('returns 404 for an unknown mountpoint and 409 for one that is taken', async () => {
    const secret = await caster.secretOf('CDMX')
    expect(statusOf(await ask(caster.port, post('NOWHERE', secret)))).toBe(404)
    expect(statusOf(await ask(caster.port, post('CDMX_RTCM32', secret)))).toBe(409)
    expect(base.peer.closedAt).toBeNull()
  })
})

describe('a push with a wrong secret', () => {
  // Each reply is delayed by a second against guessing, so the requests run concurrently.
  it('returns only ERROR - Bad Password to rev1, and 401 without a 100 to rev2', async () => {
    const { services } = caster.service
    const old = await caster.secretOf('PUEB')
    const renewed = (await pushSecret(byTest(services), { code: 'pueb' }, true)).secret
    expect(renewed).not.toBe(old)
    const ofAnother = await caster.secretOf('CUER')
    const rev1 = [
      'SOURCE wrong /TOLU_RTCM32\r\n\r\n',
      `SOURCE ${ofAnother} /TOLU_RTCM32\r\n\r\n`,
      'SOURCE /TOLU_RTCM32\r\n\r\n', // no secret
      `SOURCE ${login.password} /CDMX_RTCM32\r\n\r\n`, // a rover's password
      `SOURCE ${old} /PUEB\r\n\r\n`,
    ]
    const rev2 = [
      post('CDMX_RTCM32', null),
      post('CDMX_RTCM32', 'wrong'),
      post('CDMX_RTCM32', 'wrong', 'Expect: 100-continue\r\n'),
    ]
    const answers = await Promise.all([...rev1, ...rev2].map((request) => ask(caster.port, request)))
    expect(answers.slice(0, rev1.length)).toEqual(rev1.map(() => 'ERROR - Bad Password\r\n'))
    for (const answer of answers.slice(rev1.length)) {
      expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\nNtrip-Version: Ntrip\/2\.0\r\n/)
      expect(answer).toContain('\r\nWWW-Authenticate: Basic realm="CDMX_RTCM32"\r\n')
    }
    expect(base.peer.closedAt).toBeNull()
    ;(await quietBase(caster, puebla)).close() // with the new secret
  })
})

describe('with CASTER_CHUNKED', () => {
  let role: CasterRole
  let port: number
  let station: Peer

  beforeAll(async () => {
    role = await caster.addNode({}, { chunked: true })
    port = role.caster.address.port
    station = await quietBase(caster, cuernavaca, role)
  })
  afterAll(() => station.close())

  const open = async (request: (own: Login) => string) => {
    const rover = await Peer.open(port, request(await caster.issue({ station_codigo: 'CUER' })))
    await rover.until('\r\n\r\n')
    return rover
  }

  it('sends each message in a chunk to rev2 with HTTP/1.1, and no chunks to other clients', async () => {
    const auth = ({ username, password }: Login) => basic(username, password)
    const rev2 = await open((own) => rev2Request('CUER_RTCM32', own))
    const another = await open((own) => rev2Request('CUER_RTCM32', own))
    const rev1 = await open(({ username, password }) => rev1Request('CUER_RTCM32', username, password))
    const old = await open((own) => `GET /CUER_RTCM32 HTTP/1.0\r\nNtrip-Version: Ntrip/2.0\r\n${auth(own)}\r\n`)
    const curl = await open((own) => `GET /CUER_RTCM32 HTTP/1.1\r\nUser-Agent: curl/8\r\n${auth(own)}\r\n`)
    station.write('hello')
    await rev1.until('hello')
    station.write(DATA)
    for (const rover of [rev2, another, rev1, old, curl]) await rover.until(DATA.toString('latin1'))
    await rev2.until('HT\r\n')
    await another.until('HT\r\n')

    const chunks = `5\r\nhello\r\na\r\n${DATA.toString('latin1')}\r\n`
    const chunkedHead = HEAD_REV2.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')
    for (const rover of [rev2, another]) expect(undated(rover.text)).toBe(chunkedHead + chunks)
    expect(rev1.text).toBe(`ICY 200 OK\r\n\r\nhello${DATA.toString('latin1')}`)
    for (const rover of [old, curl]) expect(undated(rover.text)).toBe(`${HEAD_REV2}hello${DATA.toString('latin1')}`)
    for (const rover of [rev2, another, rev1, old, curl]) rover.close()
  })
})

describe('an invalid request', () => {
  it.each([
    ['a name that no mountpoint has', 'GET /a*b HTTP/1.1\r\n\r\n'],
    ['a path', 'GET /../../etc/passwd HTTP/1.1\r\n\r\n'],
    ['a push to nowhere', 'POST / HTTP/1.1\r\n\r\n'],
  ])('returns 400: %s', async (_, request) => {
    expect(statusOf(await ask(caster.port, request))).toBe(400)
  })

  it('returns 501 and the allowed methods for another method', async () => {
    const answer = await ask(caster.port, 'DELETE /x HTTP/1.1\r\nHost: h\r\n\r\n')
    expect(statusOf(answer)).toBe(501)
    expect(answer).toContain('\r\nAllow: GET, HEAD, POST, PUT\r\n')
    expect(Buffer.from(answer, 'latin1').toString()).toMatch(/Unknown method.* \/ Método desconocido/)
    // BKG's programs fall back from RTSP to HTTP where the refusal shows that we speak rev2.
    const rtsp = await ask(caster.port, 'SETUP rtsp://h/CDMX_RTCM32 RTSP/1.0\r\nCSeq: 1\r\n\r\n')
    expect(statusOf(rtsp)).toBe(501)
    expect(rtsp).toContain('\r\nNtrip-Version: Ntrip/2.0\r\n')
  })

  it('returns 431 for a header that is too long', async () => {
    const answer = await ask(caster.port, `GET / HTTP/1.1\r\nX: ${'x'.repeat(5_000)}\r\n\r\n`)
    expect(statusOf(answer)).toBe(431)
    expect(answer).toContain('The request is too long.')
  })
})
