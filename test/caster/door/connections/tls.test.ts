import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listSessionsOf } from '../../../../src/store/sessions/rows.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { until } from '../../../support/process.ts'
import { STATIONS } from '../../../support/service.ts'
import { isLive, quietBase } from '../../helpers.ts'

const { cdmx } = STATIONS
const LOOK_MS = 100
const ICY = 'ICY 200 OK\r\n\r\n'

let folder: string
let caster: TestCaster
let base: Peer
let beats: NodeJS.Timeout

const file = (name: string) => join(folder, name)

function makeCertificate(name: string): void {
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const files = ['-keyout', file(`${name}.key`), '-out', file(`${name}.cert`)]
  execFileSync('openssl', ['req', ...options, '-subj', `/CN=${name}`, ...files], { stdio: 'ignore' })
}

function install(cert: string, key = cert): void {
  copyFileSync(file(`${cert}.cert`), file('live.cert'))
  copyFileSync(file(`${key}.key`), file('live.key'))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vertice-tls-'))
  for (const name of ['one', 'two', 'three']) makeCertificate(name)
  install('one')
  const patience = { certificateMs: LOOK_MS, stableMs: 1_000, ghostMs: 900 }
  caster = await TestCaster.start(patience, {
    tls: { port: 0, certFile: file('live.cert'), keyFile: file('live.key') },
  })
  await caster.service.saveStations(cdmx)
  base = await quietBase(caster, cdmx)
  beats = setInterval(() => base.write('.'), 50)
})
afterAll(async () => {
  clearInterval(beats)
  base.close()
  await caster.stop()
  rmSync(folder, { recursive: true, force: true })
})

class Secure {
  readonly socket: tls.TLSSocket
  received = Buffer.alloc(0)

  private constructor(socket: tls.TLSSocket) {
    this.socket = socket
    socket.on('error', () => {})
    socket.on('data', (data) => {
      this.received = Buffer.concat([this.received, data])
    })
  }

  static async open(first = '', port = caster.role.caster.tlsAddress!.port): Promise<Secure> {
    const socket = tls.connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    const secure = new Secure(socket)
    await once(socket, 'secureConnect')
    socket.write(first)
    return secure
  }

  get text(): string {
    return this.received.toString('latin1')
  }

  get certificate(): string {
    return String(this.socket.getPeerCertificate().subject.CN)
  }
}

async function rover(login: Login): Promise<Secure> {
  const secure = await Secure.open(rev1Request(cdmx.mountpoint, login.username, login.password))
  await until(() => secure.text.startsWith(ICY))
  return secure
}

async function shownCertificate(): Promise<string> {
  const secure = await Secure.open()
  const name = secure.certificate
  secure.socket.destroy()
  return name
}

const issue = () => caster.issue({ station_codigo: 'CDMX' })

describe('over TLS', () => {
  it('a rover receives the stream byte for byte, even if it arrives all at once', async () => {
    const one = await rover(await issue())
    clearInterval(beats)
    base.write('the last of them')
    await until(() => one.text.endsWith('the last of them'))
    one.received = Buffer.alloc(0)
    // The relay holds back bytes that may begin a frame, so zeros follow to release them.
    const parts = [...Array.from({ length: 50 }, (_, part) => randomBytes(20 * part + 1)), Buffer.alloc(1_100)]
    // The caster reads these in a few pieces, some of them in the same turn of the event loop.
    for (const part of parts) base.write(part)
    const expected = Buffer.concat(parts)
    await until(() => one.received.length >= expected.length)
    expect(one.received.equals(expected)).toBe(true)
    beats = setInterval(() => base.write('.'), 50)
    one.socket.destroy()
  })

  it('a rover receives all messages of one turn of the event loop, in order', async () => {
    const one = await rover(await issue())
    const live = caster.role.caster.sessions.all.at(-1)!
    one.received = Buffer.alloc(0)
    for (let part = 0; part < 100; part++) live.send(Buffer.from(`<${part}>`))
    await until(() => one.text.includes('<99>'))
    const order = [...one.text.matchAll(/<(\d+)>/g)].map(([, part]) => Number(part))
    expect(order).toEqual(Array.from({ length: 100 }, (_, part) => part))
    one.socket.destroy()
  })

  it('a station can push', async () => {
    await caster.service.saveStations(STATIONS.toluca)
    const push = await Secure.open(`SOURCE ${await caster.secretOf('TOLU')} /${STATIONS.toluca.mountpoint}\r\n\r\n`)
    await until(() => push.text === ICY)
    push.socket.write('over TLS')
    await isLive(caster, 'TOLU')
    const login = await caster.issue({ station_codigo: 'TOLU' })
    const plain = await caster.rover(login, STATIONS.toluca.mountpoint)
    push.socket.write('to everybody')
    await plain.until('to everybody')
    plain.close()
    push.socket.destroy()
  })

  it('a revoked rover is disconnected, and one that does not read is dropped', async () => {
    const login = await issue()
    const revoked = await rover(login)
    await caster.client.delete(`/credentials/${login.id}`)
    await until(() => revoked.socket.destroyed || revoked.socket.readableEnded)

    const slowLogin = await issue()
    const slow = await rover(slowLogin)
    slow.socket.pause()
    const live = caster.role.caster.sessions.all.at(-1)!
    for (let sent = 0; sent < 200; sent++) {
      live.send(Buffer.alloc(65_536))
      await new Promise(setImmediate)
    }
    await until(async () => (await listSessionsOf(caster.service.db, slowLogin.id, 1))[0]?.endReason === 'too_slow')
    slow.socket.destroy()
  })

  it('a client that does not speak TLS is closed, and the others continue', async () => {
    const one = await rover(await issue())
    const { port } = caster.role.caster.tlsAddress!
    const stranger = await Peer.open(port, rev1Request(cdmx.mountpoint, 'a', 'b'))
    await stranger.all()
    const before = one.received.length
    await until(() => one.received.length > before)
    one.socket.destroy()
  })
})

it('the caster stops without waiting for handshakes, and they create no rover afterwards', async () => {
  const certificate = { port: 0, certFile: file('live.cert'), keyFile: file('live.key') }
  const { caster: other } = await caster.addNode({}, { tls: certificate })
  const { port } = other.tlsAddress!
  const opened = performance.now()
  const halves = await Promise.all([Peer.open(port), Peer.open(port)])
  const whole = await Secure.open('', port) // by now the other connections were accepted too
  const stopping = other.stop()
  const agreed = vi.fn()
  tls.connect({ socket: halves[0]!.socket, rejectUnauthorized: false }, agreed).on('error', () => {})
  await stopping
  expect(performance.now() - opened).toBeLessThan(10_000) // the handshake timeout
  expect(agreed).not.toHaveBeenCalled()
  for (const { socket } of [whole, ...halves]) socket.destroy()
})

describe('the certificate', () => {
  it('is shown to new connections after a renewal, and sessions continue', async () => {
    const before = await rover(await issue())
    expect(before.certificate).toBe('one')
    install('two')
    await until(async () => (await shownCertificate()) === 'two')
    const after = await rover(await issue())
    expect(after.certificate).toBe('two')
    for (const secure of [before, after]) {
      const already = secure.received.length
      await until(() => secure.received.length > already + 2)
      expect(secure.socket.destroyed).toBe(false)
      secure.socket.destroy()
    }
  })

  it('stays in place if the new one cannot be read or does not match its key', async () => {
    install('two')
    await until(async () => (await shownCertificate()) === 'two')
    const spoilt = [
      () => writeFileSync(file('live.cert'), 'not a certificate'),
      () => rmSync(file('live.cert')),
      () => install('three', 'two'), // a renewal that is half done
    ]
    for (const spoil of spoilt) {
      spoil()
      const before = caster.log.length
      await until(() => caster.log.slice(before).some((line) => line.includes('keeping the previous one')))
      expect(await shownCertificate()).toBe('two')
    }
    install('three')
    await until(async () => (await shownCertificate()) === 'three')
  })
})
