import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { chunk } from '@vertice/ntrip'
import { frame } from '@vertice/rtcm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ubx } from '../../../../packages/rtcm/test/support/ubx.ts'
import { setPull } from '../../../../src/actions/stations/source.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, rev1Request, TestCaster } from '../../../support/caster.ts'
import { selfSigned } from '../../../support/certificate.ts'
import { until } from '../../../support/process.ts'
import { archive, changeStation } from '../../../support/rows.ts'
import { STATIONS } from '../../../support/service.ts'
import { askRev1 } from '../../helpers.ts'

// The tests mostly wait, and each has its own station.
vi.setConfig({ maxConcurrency: 20 })

const ICY = 'ICY 200 OK\r\n\r\n'
const REV2 = 'HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nContent-Type: gnss/data\r\n\r\n'
const CHUNKED = 'HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n'
const UNAUTHORIZED = 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="M"\r\n\r\n'

const rtcm = (text: string) => frame(Buffer.from(text))

interface Call {
  readonly socket: net.Socket
  readonly isRefused: boolean
  readonly at: number
  readonly head: string
  closed: boolean
}

class Other {
  readonly #server: net.Server
  /** Includes connections that send no request. */
  connections = 0
  readonly calls: Call[] = []
  answer: string

  private constructor(answer: string, secure: boolean) {
    this.answer = answer
    const take = (socket: net.Socket) => this.#take(socket)
    this.#server = secure ? tls.createServer(selfSigned(), take) : net.createServer(take)
    this.#server.on('connection', () => {
      this.connections += 1
    })
  }

  static async start(answer: string, { secure = false } = {}): Promise<Other> {
    const other = new Other(answer, secure)
    await once(other.#server.listen(0, '127.0.0.1'), 'listening')
    return other
  }

  url(login = 'user:secret@', scheme = 'ntrip'): string {
    return `${scheme}://${login}127.0.0.1:${(this.#server.address() as net.AddressInfo).port}/MOUNT`
  }

  #take(socket: net.Socket): void {
    socket.on('error', () => {})
    socket.once('data', (data) => {
      const isRefused = this.answer === UNAUTHORIZED
      const call = { socket, isRefused, at: performance.now(), head: data.toString('latin1'), closed: false }
      this.calls.push(call)
      socket.on('close', () => {
        call.closed = true
      })
      socket.write(this.answer)
      if (isRefused) socket.end()
    })
  }

  get open(): Call[] {
    return this.calls.filter(({ isRefused, closed }) => !isRefused && !closed)
  }

  /** Sends bytes as they are, and a text in an RTCM frame. */
  send(data: Buffer | string): void {
    for (const { socket } of this.open) socket.write(typeof data === 'string' ? rtcm(data) : data)
  }

  close(): void {
    for (const { socket } of this.calls) socket.destroy()
    this.#server.close()
  }
}

let caster: TestCaster

beforeAll(async () => {
  const patience = { settingsMs: 300, stableMs: 1_000 }
  caster = await TestCaster.start(patience)
  const stations = Array.from({ length: 14 }, (_, number) => ({
    ...STATIONS.cdmx,
    code: `P${number}`,
    mountpoint: `P${number}_RTCM`,
  }))
  await caster.service.saveStations(...stations)
})
afterAll(() => caster.stop())

let lastChange: Promise<unknown> = Promise.resolve()
/**
 * One at a time: each change locks the table of stations, and on a busy machine a dozen at once would exceed the lock
 * timeout.
 */
function pull(code: string, from: string | null): Promise<unknown> {
  const change = lastChange.then(() => setPull(byTest(caster.service.services), { code }, from))
  lastChange = change.catch(() => {})
  return change
}

async function follow(code: string): Promise<Peer> {
  const login = await caster.issue({ station_codigo: code })
  for (let tries = 0; tries < 100; tries++) {
    const peer = await Peer.open(caster.port, rev1Request(`${code}_RTCM`, login.username, login.password))
    await until(() => peer.received.length > 0)
    const isLetIn = peer.text.startsWith(ICY)
    peer.received = peer.received.subarray(ICY.length)
    if (isLetIn) return peer
    await sleep(200)
  }
  throw new Error(`${code} does not live`)
}

/** Waits for two retries of a caster that rejects the login, which back off: longer than one retry of another. */
async function longerThanARetry(code: string): Promise<void> {
  const refusing = await Other.start(UNAUTHORIZED)
  await pull(code, refusing.url())
  await until(() => refusing.calls.length === 3)
  await pull(code, null)
  refusing.close()
}

describe.concurrent('a pulled station', () => {
  it.each([
    { code: 'P0', how: 'in rev1', answer: ICY },
    { code: 'P1', how: 'in rev2', answer: REV2 },
    { code: 'P2', how: 'in chunks', answer: CHUNKED },
    { code: 'P3', how: 'behind an answer of one line', answer: 'ICY 200 OK\r\n' },
  ])('is forwarded byte for byte as it arrives $how', async ({ code, answer }) => {
    const other = await Other.start(answer)
    const encode = answer === CHUNKED ? chunk : (data: Buffer) => data
    await pull(code, other.url())
    await until(() => other.open.length === 1)
    expect(other.calls[0]!.head).toContain(`Authorization: Basic ${Buffer.from('user:secret').toString('base64')}`)
    other.send(encode(rtcm('first')))
    const rover = await follow(code)
    // The relay holds back bytes that may begin a frame, so zeros follow to release them.
    const parts = [...Array.from({ length: 60 }, (_, part) => randomBytes(1 + part * 37)), Buffer.alloc(1_100)]
    for (const part of parts) {
      other.send(encode(part))
      if (part.length % 4 === 0) await sleep(1)
    }
    const expected = Buffer.concat(parts)
    await until(() => rover.received.length >= expected.length)
    expect(rover.received.equals(expected)).toBe(true)
    other.close()
  })

  it('is pulled from a real caster with one of its credentials', async () => {
    const there = await TestCaster.start()
    await there.service.saveStations(STATIONS.toluca)
    const base = await there.base('TOLU', STATIONS.toluca.mountpoint)
    base.write(rtcm('first'))
    const login = await there.issue({ station_codigo: 'TOLU' })
    await pull(
      'P4',
      `ntrip://${login.username}:${login.password}@127.0.0.1:${there.port}/${STATIONS.toluca.mountpoint}`,
    )
    await until(() => there.role.caster.counts().rovers === 1)
    base.write(rtcm('second'))
    const rover = await follow('P4')
    const bytes = Buffer.concat([randomBytes(30_000), Buffer.alloc(1_100)])
    base.write(bytes)
    await until(() => rover.received.length >= bytes.length)
    expect(rover.received.equals(bytes)).toBe(true)
    await pull('P4', null)
    await until(() => there.role.caster.counts().rovers === 0)
    await there.stop()
  })

  it('is reconnected when the upstream disconnects, and its rovers stay', async () => {
    const other = await Other.start(ICY)
    await pull('P5', other.url())
    await until(() => other.open.length === 1)
    other.send('first')
    const rover = await follow('P5')
    const lost = performance.now()
    other.open[0]!.socket.destroy()
    await until(() => other.calls.length === 2)
    expect(other.calls[1]!.at - lost).toBeGreaterThan(750) // for the upper limit see stream-client.test.ts
    other.send('second')
    await rover.until('second')
    expect(rover.closedAt).toBeNull()
    other.close()
  })

  it('is retried with back-off while it is rejected, and served once it is accepted', async () => {
    const other = await Other.start(UNAUTHORIZED)
    await pull('P6', other.url())
    await until(() => other.calls.length === 2)
    other.answer = ICY
    await until(() => other.calls.length === 3)
    const [first, second, third] = other.calls.map(({ at }) => at) as [number, number, number]
    expect(second - first).toBeGreaterThan(750)
    expect(third - second).toBeGreaterThan(1_550)
    other.send('data')
    await follow('P6')
    other.close()
  })

  it('is not retried every second if it is accepted but receives no data', async () => {
    const other = await Other.start(ICY)
    await pull('P7', other.url())
    for (let calls = 1; calls <= 3; calls++) {
      await until(() => other.calls.length === calls)
      other.open[0]!.socket.end()
    }
    const [, second, third] = other.calls.map(({ at }) => at) as [number, number, number]
    expect(third - second).toBeGreaterThan(1_550)
    other.close()
  })

  it('follows a changed source at once, and stops when the source is removed', async () => {
    const [one, two] = [await Other.start(ICY), await Other.start(ICY)]
    await pull('P8', one.url())
    await until(() => one.open.length === 1)
    one.send('one')
    const rover = await follow('P8')
    await pull('P8', two.url('other:login@'))
    await until(() => two.open.length === 1 && one.open.length === 0)
    expect(two.calls[0]!.head).toContain(Buffer.from('other:login').toString('base64'))
    two.send('two')
    await rover.until('two')
    await pull('P8', null)
    await until(() => two.open.length === 0)
    await longerThanARetry('P12')
    expect([one.calls.length, two.calls.length]).toEqual([1, 1])
    one.close()
    two.close()
  })

  it('is not pulled while it is archived', async () => {
    const other = await Other.start(ICY)
    await pull('P9', other.url())
    await until(() => other.open.length === 1)
    await archive(caster.service, 'P9')
    await until(() => other.open.length === 0)
    other.close()
  })

  it('cannot be pushed too: the existing push ends and new ones are rejected, even before the pull delivers', async () => {
    const other = await Other.start(UNAUTHORIZED)
    const push = await caster.base('P10', 'P10_RTCM')
    push.write('pushed')
    const rover = await follow('P10')
    await pull('P10', other.url())
    await push.all()
    const again = await Peer.open(caster.port, `SOURCE ${await caster.secretOf('P10')} /P10_RTCM\r\n\r\n`)
    expect(await again.all()).toBe('ERROR - Mount Point Taken or Invalid\r\n')
    other.answer = ICY
    await until(() => other.open.length === 1)
    other.send('pulled')
    await rover.until('pulled')
    await pull('P10', null)
    await until(() => other.open.length === 0)
    const later = await caster.base('P10', 'P10_RTCM')
    later.write('pushed again')
    await rover.until('pushed again')
    later.close()
    other.close()
  })

  it('is not forwarded without RTCM until the operator marks it as another format', async () => {
    const other = await Other.start(ICY)
    const said = ubx(2, 0x15, randomBytes(2_000))
    await pull('P13', other.url())
    await until(() => other.open.length === 1)
    const speaking = setInterval(() => other.send(said), 20)
    await until(() => other.calls.length === 2) // it was disconnected
    const login = await caster.issue({ station_codigo: 'P13' })
    expect(await askRev1(caster.port, 'P13_RTCM', login)).toContain('503')
    await changeStation(caster.service, 'P13', { is_rtcm: false })
    const rover = await follow('P13')
    await until(() => rover.received.length > 100_000)
    clearInterval(speaking)
    const begin = rover.received.indexOf(said)
    expect(begin).toBeGreaterThanOrEqual(0)
    for (let at = begin; at + said.length <= rover.received.length; at += said.length)
      expect(rover.received.subarray(at, at + said.length).equals(said)).toBe(true)
    other.close()
  })

  it('is not pulled over TLS with an untrusted certificate', async () => {
    const other = await Other.start(ICY, { secure: true })
    await pull('P11', other.url('user:secret@', 'ntrips'))
    await until(() => other.connections === 2)
    expect(other.calls).toEqual([]) // no password was sent
    await pull('P11', null)
    other.close()
  })
})
