// Behind a proxy, the client address of its PROXY header counts, with and without TLS. Other clients cannot send one.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  PROXY_TCP4,
  proxyBytes,
  proxyHeader,
  proxyHeaderOf6,
  proxyLine,
  proxyLooks,
} from '../../../../packages/ntrip/test/support/proxy-headers.ts'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { askRev1, flowingBase, refusalsOf, statusOf } from '../../helpers.ts'

const { cdmx } = STATIONS
const HANDSHAKE_MS = 3_000
/** Connections from this address are the proxy's; all others are direct. */
const BALANCER = '127.0.0.9'
const ELSEWHERE = '127.0.0.1'
const ROVER = '189.203.4.7'
const ICY = 'ICY 200 OK\r\n\r\n'

let folder: string
let caster: TestCaster

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-proxies-'))
  const { cert, key } = selfSigned()
  const files = { certFile: join(folder, 'cert.pem'), keyFile: join(folder, 'key.pem') }
  writeFileSync(files.certFile, cert)
  writeFileSync(files.keyFile, key)
  caster = await TestCaster.start(
    { handshakeMs: HANDSHAKE_MS },
    { trustedProxies: ['127.0.0.9', '10.0.0.0/8'], tls: { port: 0, ...files } },
  )
  await caster.service.saveStations(cdmx)
  await flowingBase(caster, cdmx)
})
afterAll(async () => {
  await caster.stop()
  rmSync(folder, { recursive: true })
})

const issue = () => caster.issue({ station_codigo: 'CDMX' })
const requestOf = ({ username, password }: Pick<Login, 'username' | 'password'>) =>
  Buffer.from(rev1Request(cdmx.mountpoint, username, password))
const addressOf = async ({ id }: Login) => (await listSessionsOf(caster.service.db, id, 1))[0]?.address
const badHeaders = () => caster.figures.refusals.get('bad_proxy_header') ?? 0

async function open(first: Buffer, from = BALANCER): Promise<Peer> {
  const peer = await Peer.open(caster.port, first, from)
  onTestFinished(() => peer.close())
  return peer
}

describe('a connection from a trusted proxy', () => {
  it.each([
    ['version 1', proxyLine(ROVER), ROVER],
    ['version 2', proxyHeader(ROVER, Buffer.alloc(300, 1)), ROVER],
    ['IPv6', proxyHeaderOf6('20010db8000000000000000000000007'), '2001:db8::7'],
    ['the balancer itself', proxyLooks(), BALANCER],
  ])('is recorded under the client address of its header: %s', async (_, header, address) => {
    const login = await issue()
    const rover = await open(Buffer.concat([header, requestOf(login)]))
    await rover.until(ICY)
    await rover.until('.')
    expect(await addressOf(login)).toBe(address)
  })

  it('may send its header in pieces of any size', async () => {
    const login = await issue()
    const rover = await open(Buffer.alloc(0))
    rover.socket.setNoDelay(true)
    for (const byte of Buffer.concat([proxyHeader(ROVER), requestOf(login).subarray(0, 20)])) {
      rover.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    rover.write(requestOf(login).subarray(20))
    await rover.until(ICY)
    expect(await addressOf(login)).toBe(ROVER)
  })

  it('is rejected under the client address', async () => {
    const username = `nobody-${Date.now()}`
    const rover = await open(Buffer.concat([proxyLine(ROVER), requestOf({ username, password: 'x' })]))
    expect(statusOf(await rover.all())).toBe(401)
    await until(async () => (await refusalsOf(caster, username)).length > 0)
    expect((await refusalsOf(caster, username))[0]!.address).toBe(ROVER)
  })

  it('may send the header before TLS', async () => {
    const login = await issue()
    const raw = net.connect({ port: caster.role.caster.tlsAddress!.port, host: '127.0.0.1', localAddress: BALANCER })
    onTestFinished(() => void raw.destroy())
    await once(raw, 'connect')
    raw.write(proxyHeader(ROVER))
    const socket = tls.connect({ socket: raw, rejectUnauthorized: false })
    let text = ''
    socket.on('data', (data) => {
      text += data.toString('latin1')
    })
    socket.write(requestOf(login))
    await until(() => text.startsWith(ICY) && text.endsWith('.'))
    expect(await addressOf(login)).toBe(ROVER)
  })

  it('may send the header together with the first bytes of TLS', async () => {
    const login = await issue()
    const port = caster.role.caster.tlsAddress!.port
    const raw = net.connect({ port, host: '127.0.0.1', localAddress: BALANCER })
    onTestFinished(() => void raw.destroy())
    let header = proxyHeader(ROVER)
    const joined = new Duplex({
      read() {},
      write(data: Buffer, _, done) {
        raw.write(Buffer.concat([header, data]), done)
        header = Buffer.alloc(0)
      },
    })
    raw.on('data', (data) => joined.push(data))
    const socket = tls.connect({ socket: joined, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    socket.write(requestOf(login))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toContain(ICY)
    expect(await addressOf(login)).toBe(ROVER)
  })
})

describe('a connection from a trusted proxy without a valid header', () => {
  it.each([
    ['a request without it', requestOf({ username: 'a', password: 'b' })],
    ['one that is too short', proxyBytes(PROXY_TCP4, Buffer.alloc(3))],
    ['one that is too long', proxyHeader(ROVER, Buffer.alloc(60_000))],
    ['a line without an end', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(200)}`)],
  ])('is closed without a reply and counted: %s', async (_, bytes) => {
    const before = badHeaders()
    const peer = await open(bytes)
    expect(await peer.all()).toBe('')
    expect(badHeaders()).toBe(before + 1)
  })

  it('is closed and counted if the header does not arrive in time', async () => {
    const before = badHeaders()
    const peer = await open(proxyHeader(ROVER).subarray(0, 20))
    expect(await peer.all()).toBe('')
    expect(badHeaders()).toBe(before + 1)
    expect(caster.log.join('\n')).toContain('Rejected a connection: the proxy sent no valid PROXY header')
  })

  it('is not counted if it is only a port check', async () => {
    const before = badHeaders()
    for (let looks = 0; looks < 3; looks++) {
      const peer = await open(Buffer.alloc(0))
      peer.socket.end()
      await peer.closed
    }
    expect(badHeaders()).toBe(before)
  })
})

describe('a connection from any other address', () => {
  it('gets a header answered as a malformed request or an unknown method', async () => {
    const login = await issue()
    for (const [header, status] of [
      [proxyLine(ROVER), 501],
      [proxyHeader(ROVER), 400],
    ] as const) {
      const peer = await open(Buffer.concat([header, requestOf(login)]), ELSEWHERE)
      expect(statusOf(await peer.all())).toBe(status)
    }
    expect(await listSessionsOf(caster.service.db, login.id, 1)).toEqual([])
  })

  it('is served as usual, with and without TLS', async () => {
    const login = await issue()
    const rover = await open(requestOf(login), ELSEWHERE)
    await rover.until(ICY)
    expect(await addressOf(login)).toBe(ELSEWHERE)
    const { port } = caster.role.caster.tlsAddress!
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    onTestFinished(() => void socket.destroy())
    await once(socket, 'secureConnect')
    const another = await issue()
    socket.write(requestOf(another))
    await once(socket, 'data')
    expect(await addressOf(another)).toBe(ELSEWHERE)
  })

  it('cannot claim another client address, even with a valid password', async () => {
    const login = await issue()
    expect(await askRev1(caster.port, cdmx.mountpoint, { ...login, password: 'wrong' })).toContain('401')
    await until(async () => (await refusalsOf(caster, login.username)).length > 0)
    expect((await refusalsOf(caster, login.username))[0]!.address).toBe(ELSEWHERE)
  })
})

it('does not keep the caster from stopping while its header is pending', async () => {
  const before = badHeaders()
  const silent = await open(Buffer.alloc(0))
  await caster.role.caster.stop()
  await silent.closed
  // Closed by the stop, not because the header was late, which would be counted.
  expect({ said: silent.text, bad: badHeaders() }).toEqual({ said: '', bad: before })
  await expect(open(Buffer.alloc(0))).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
