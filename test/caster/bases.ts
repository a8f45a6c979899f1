// Bases that send numbered epochs, and rovers that identify the base of each epoch.
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { FrameReader, referenceStationId } from '@vertice/rtcm'
import { vi } from 'vitest'
import { epochFrame } from '../../packages/rtcm/test/support/epochs.ts'
import { listSessionsOf } from '../../src/store/sessions/rows.ts'
import { noteText } from '../../src/words/access.ts'
import { en } from '../../src/words/en.ts'
import { type Login, Peer, rev1Request, type TestCaster } from '../support/caster.ts'
import { ask } from './helpers.ts'

const BEAT_MS = 100
const GPS_MSM4 = 1074

/** Stations A and B of a region, 40 km apart, both in range of a rover between them. Regions do not overlap. */
export const stationsOf = (region: number) =>
  ['A', 'B'].map((name) => ({
    code: `${name}${region}`,
    name: `${name} of region ${region}`,
    mountpoint: `${name}${region}_RTCM`,
    ...placeIn(region, name === 'A' ? 0 : 40),
    radiusKm: 50,
  }))

/** The point `kmEast` kilometres east of the region's station A. */
export function placeIn(region: number, kmEast: number): { lat: number; lng: number } {
  const lat = -20 + 2 * region
  return { lat, lng: -100 + kmEast / (111.32 * Math.cos((lat * Math.PI) / 180)) }
}

/** Its epochs carry a station number of its own. */
export class EpochBase {
  readonly code: string
  readonly number: number
  readonly #caster: TestCaster
  #peer: Peer | null = null
  #timer: NodeJS.Timeout | null = null
  /** When the newest epoch was sent (`performance.now()`). */
  lastAt = 0

  constructor(caster: TestCaster, code: string) {
    this.#caster = caster
    this.code = code
    this.number = code.charCodeAt(0) * 16 + Number(code.slice(1))
  }

  /** Connects, sends `first`, and then an epoch ten times a second. */
  async start(first: readonly Buffer[] = []): Promise<this> {
    this.#peer = await this.#caster.base(this.code, `${this.code}_RTCM`)
    for (const bytes of first) this.send(bytes)
    this.beat(() => epochFrame(Date.now(), this.number))
    return this
  }

  /** Sends the result of `make` ten times a second from now on. */
  beat(make: () => Buffer): void {
    this.fallSilent()
    const send = () => {
      this.send(make())
      this.lastAt = performance.now()
    }
    send()
    this.#timer = setInterval(send, BEAT_MS)
  }

  send(bytes: Buffer): void {
    this.#peer!.write(bytes)
  }

  /** Stops sending; the connection stays open. */
  fallSilent(): void {
    if (this.#timer) clearInterval(this.#timer)
  }

  /** Disconnects properly, like a receiver that restarts. */
  leave(): void {
    this.fallSilent()
    this.#peer!.leave()
  }
}

export class EpochRover {
  readonly login: Login
  readonly peer: Peer
  readonly #caster: TestCaster
  readonly #reader = new FrameReader((payload, type) => {
    this.frames.push({ type, number: referenceStationId(payload), at: performance.now() })
  })
  readonly frames: { readonly type: number; readonly number: number; readonly at: number }[] = []

  private constructor(caster: TestCaster, login: Login, peer: Peer) {
    this.#caster = caster
    this.login = login
    this.peer = peer
    this.#reader.push(peer.received)
    peer.socket.on('data', (data) => this.#reader.push(data))
  }

  static async on(
    caster: TestCaster,
    mountpoint: string,
    body: Record<string, unknown>,
    place: { lat: number; lng: number } | null = null,
  ): Promise<EpochRover> {
    const login = await caster.issue(body)
    const gga = place ? `Ntrip-GGA: ${writeGga({ ...place, quality: 4 }, new Date())}\r\n` : ''
    const peer = await Peer.open(caster.port, rev1Request(mountpoint, login.username, login.password, gga))
    await peer.until('\r\n\r\n')
    if (!peer.text.startsWith('ICY 200')) throw new Error(peer.text)
    peer.received = peer.received.subarray(peer.text.indexOf('\r\n\r\n') + 4)
    return new EpochRover(caster, login, peer)
  }

  static network = (caster: TestCaster, place: { lat: number; lng: number }) => EpochRover.on(caster, 'RED', {}, place)

  static ofStation = (caster: TestCaster, code: string) =>
    EpochRover.on(caster, `${code}_RTCM`, { station_codigo: code })

  /** Bytes received outside of whole frames. */
  get torn(): number {
    return this.#reader.takeCounts().skippedBytes
  }

  /** The station numbers of the received epochs in order, without repetitions. */
  get followed(): number[] {
    const numbers = this.frames.filter(({ type }) => type === GPS_MSM4).map(({ number }) => number)
    return numbers.filter((number, index) => number !== numbers[index - 1])
  }

  /** Waits for `times` more epochs of this base. */
  async hears({ number }: EpochBase, times = 3): Promise<void> {
    const count = () => this.frames.filter((frame) => frame.type === GPS_MSM4 && frame.number === number).length
    const before = count()
    await vi.waitUntil(() => count() >= before + times, { interval: 5, timeout: 90_000 })
  }

  /** The notes in its session record. */
  async notes(): Promise<string[]> {
    const [session] = await listSessionsOf(this.#caster.service.db, this.login.id, 1)
    return session?.notes.map((note) => noteText(en, note)) ?? []
  }
}

export async function tableOf(caster: TestCaster): Promise<string[]> {
  const table = await ask(caster.port, 'GET / HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n')
  return [...table.matchAll(/\r\nSTR;([^;]*);/g)].map(([, mountpoint]) => mountpoint!)
}

export const isInTable = (caster: TestCaster, code: string, is = true) =>
  vi.waitUntil(async () => (await tableOf(caster)).includes(`${code}_RTCM`) === is, { interval: 50, timeout: 90_000 })

/** Starts both bases of a region and waits until they are stable. */
export async function stablePair(
  caster: TestCaster,
  region: number,
  stableMs: number,
): Promise<[EpochBase, EpochBase]> {
  const pair: [EpochBase, EpochBase] = [new EpochBase(caster, `A${region}`), new EpochBase(caster, `B${region}`)]
  for (const base of pair) caster.stopWithIt({ stop: () => base.leave() })
  await Promise.all(pair.map((base) => base.start()))
  await sleep(stableMs + 300) // a base becomes stable only by time
  return pair
}
