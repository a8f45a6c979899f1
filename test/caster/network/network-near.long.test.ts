// The network mountpoint without a VRS engine: it serves the nearest base, and never silently a distant one.
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../packages/rtcm/test/support/epochs.ts'
import { listSessionsOf } from '../../../src/store/sessions/rows.ts'
import { noteText } from '../../../src/words/access.ts'
import { en } from '../../../src/words/en.ts'
import { type Login, Peer, rev1Request, TestCaster } from '../../support/caster.ts'
import { measuresTime, onThisMachine } from '../../support/loop-watch.ts'
import { until } from '../../support/process.ts'
import { declareStatus } from '../../support/rows.ts'
import { isLive } from '../helpers.ts'

const STABLE_MS = 2_000
const POSITION_MS = 1_000
const BEAT_MS = 100

// The tests mostly wait, and each has its own region.
vi.setConfig({ maxConcurrency: 20 })

let caster: TestCaster
let metronome: Peer

beforeAll(async () => {
  const patience = { stableMs: STABLE_MS, positionMs: POSITION_MS, settingsMs: 500 }
  caster = await TestCaster.start(patience)
  await caster.service.db.query({ text: 'update network set switch_nearer_km = 0.5, switch_after_s = 0' })
  // Each test has its own region, two degrees north of the previous one, out of range of the others' bases.
  const stations = Array.from({ length: 13 }, (_, region) =>
    ['A', 'B'].map((name) => ({
      code: `${name}${region}`,
      name: `${name} of region ${region}`,
      mountpoint: `${name}${region}_RTCM`,
      ...place(region, name === 'A' ? 0 : 20),
      radiusKm: 50,
    })),
  )
  await caster.service.saveStations(...stations.flat())
  await new Beacon('A12').start()
  await isLive(caster, 'A12')
  metronome = await caster.rover(await caster.issue({ station_codigo: 'A12' }), 'A12_RTCM')
})
afterAll(() => caster.stop())

/** Waits while a base of another region sends `count` messages to its own rover. */
async function beats(count: number): Promise<void> {
  const heard = () => metronome.text.split('A12\n').length
  const before = heard()
  await until(() => heard() >= before + count)
}

/** The point `kmEast` kilometres east of a region's base A; B is at 20 km. */
function place(region: number, kmEast: number): { lat: number; lng: number } {
  const lat = -20 + 2 * region
  return { lat, lng: -100 + kmEast / (111.32 * Math.cos((lat * Math.PI) / 180)) }
}

/** A station that sends an epoch and its name ten times a second. */
class Beacon {
  readonly code: string
  #peer: Peer | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(code: string) {
    this.code = code
  }

  async start(): Promise<void> {
    this.#peer = await caster.base(this.code, `${this.code}_RTCM`)
    this.speak()
  }

  speak(): void {
    const say = () => this.#peer!.write(Buffer.concat([epochFrame(), Buffer.from(`${this.code}\n`)]))
    say()
    this.#timer = setInterval(say, BEAT_MS)
  }

  /** Stops sending; the connection stays open. */
  fallSilent(): void {
    clearInterval(this.#timer!)
  }

  die(): void {
    this.fallSilent()
    this.#peer!.close()
  }
}

class Walker {
  readonly login: Login
  readonly peer: Peer

  private constructor(login: Login, peer: Peer) {
    this.login = login
    this.peer = peer
  }

  static async start(): Promise<Walker> {
    const login = await caster.issue()
    return new Walker(login, await caster.rover(login, 'RED'))
  }

  /** Sends a position and waits until the caster has it. */
  async go({ lat, lng }: { lat: number; lng: number }): Promise<void> {
    this.peer.write(`${writeGga({ lat, lng, quality: 4 }, new Date())}\r\n`)
    const rover = caster.role.caster.sessions.all.find(({ credentialId }) => credentialId === this.login.id)!
    await until(() => Math.abs(rover.position.lat! - lat) < 1e-6 && Math.abs(rover.position.lng! - lng) < 1e-6)
  }

  /** Waits for bytes of this base; returns the milliseconds. */
  async hears(code: string, withinMs?: number): Promise<number> {
    const start = performance.now()
    this.peer.received = Buffer.alloc(0)
    await this.peer.until(`${code}\n`, withinMs)
    return performance.now() - start
  }

  /** The bases whose bytes arrive while a base sends `times` messages. */
  async heard(times = 5): Promise<string[]> {
    this.peer.received = Buffer.alloc(0)
    await beats(times)
    return [...new Set(this.peer.text.match(/[AB]\d+(?=\n)/g))]
  }

  /** The notes in its record while it is connected. */
  async notes(): Promise<string[]> {
    const [session] = await listSessionsOf(caster.service.db, this.login.id, 1)
    expect(session?.endedAt ?? null).toBeNull()
    return session?.notes.map((note) => noteText(en, note)) ?? []
  }

  async isNoted(text: string): Promise<void> {
    await vi.waitFor(async () => expect((await this.notes()).at(-1)).toContain(text), { timeout: 90_000 })
  }
}

async function bases(region: number): Promise<[Beacon, Beacon]> {
  const pair: [Beacon, Beacon] = [new Beacon(`A${region}`), new Beacon(`B${region}`)]
  await Promise.all(pair.map((beacon) => beacon.start()))
  await sleep(STABLE_MS + 300)
  return pair
}

describe.concurrent('a rover on the network mountpoint', () => {
  it('receives the nearest base, and another one only when that is clearly nearer', async () => {
    const [a, b] = await bases(0)
    const rover = await Walker.start()
    await rover.go(place(0, 9.9))
    await rover.hears('A0')
    await rover.isNoted('base A0, 9.9 km')
    await rover.go(place(0, 10.2)) // B is nearer by 0.4 km
    expect(await rover.heard()).toEqual(['A0'])
    await rover.go(place(0, 10.4)) // B is nearer by 0.8 km
    await rover.hears('B0')
    expect(await rover.heard()).toEqual(['B0'])
    await rover.go(place(0, 10)) // A and B are equally far: it stays
    expect(await rover.heard()).toEqual(['B0'])
    await rover.isNoted('base A0 → B0, 9.6 km')
    a.die()
    b.die()
  })

  it('moves to the next base when its own closes, and back only once that is stable', measuresTime(), async () => {
    const [a, b] = await bases(1)
    const rover = await Walker.start()
    await rover.go(place(1, 5))
    await rover.hears('A1')
    a.die()
    expect(await rover.hears('B1')).toBeLessThan(onThisMachine(1_000))
    await rover.isNoted('base A1 (silent) → B1, 15.0 km')

    await a.start()
    const back = performance.now()
    await rover.hears('A1')
    const waited = performance.now() - back
    expect(waited).toBeGreaterThanOrEqual(STABLE_MS)
    expect(waited).toBeLessThan(onThisMachine(STABLE_MS + 1_000))
    await rover.isNoted('base B1 → A1, 5.0 km')
    a.die()
    b.die()
  })

  it('moves to the next base within 5 s when its own goes silent on an open connection', async () => {
    const [a, b] = await bases(2)
    const rover = await Walker.start()
    await rover.go(place(2, 5))
    await rover.hears('A2')
    a.fallSilent()
    await rover.hears('B2', 5_000)
    await rover.isNoted('base A2 (silent) → B2, 15.0 km')
    a.die()
    b.die()
  })

  it('is not moved to a nearer base that keeps connecting and disconnecting', async () => {
    const [a, b] = [new Beacon('A11'), new Beacon('B11')]
    await b.start()
    const rover = await Walker.start()
    await rover.go(place(11, 5))
    await rover.hears('B11')
    await a.start()
    await sleep(STABLE_MS / 2)
    a.die()
    await a.start()
    const back = performance.now()
    await rover.hears('A11')
    expect(performance.now() - back).toBeGreaterThanOrEqual(STABLE_MS)
    a.die()
    b.die()
  })

  it('receives nothing outside every radius, and its record shows it', async () => {
    const [a, b] = await bases(3)
    const rover = await Walker.start()
    await rover.go(place(3, -51))
    expect(await rover.heard(10)).toEqual([])
    await rover.isNoted('outside coverage')
    await rover.go(place(3, -49))
    await rover.hears('A3')
    await rover.go(place(3, 71)) // 51 km from B
    expect((await rover.heard(10)).length).toBeLessThanOrEqual(1) // at most what was under way
    expect(await rover.heard(10)).toEqual([])
    expect((await rover.notes()).at(-1)).toContain('outside coverage')
    a.die()
    b.die()
  })

  it(
    'waits when every base in range is offline, and receives data as soon as one is back',
    measuresTime(),
    async () => {
      const [a, b] = await bases(4)
      const rover = await Walker.start()
      await rover.go(place(4, 5))
      await rover.hears('A4')
      a.die()
      b.die()
      await rover.isNoted('base down')
      expect(await rover.heard(10)).toEqual([])
      await b.start()
      expect(await rover.hears('B4')).toBeLessThan(onThisMachine(1_000))
      await rover.isNoted('B4, 15.0 km')
      b.die()
    },
  )

  it('misses no byte of its own base when that is back', async () => {
    const [a, b] = await bases(5)
    const rover = await Walker.start()
    await rover.go(place(5, 5))
    await rover.hears('A5')
    b.die()
    a.die()
    await rover.isNoted('base down')
    rover.peer.received = Buffer.alloc(0)
    const again = await caster.base('A5', 'A5_RTCM')
    again.write('the first words')
    await rover.peer.until('the first words')
    expect(rover.peer.text).toBe('the first words')
    again.close()
  })

  it('is not kept on a base whose radius it has left, even if the base in range is offline', async () => {
    const [a, b] = await bases(6)
    const rover = await Walker.start()
    await rover.go(place(6, 5))
    await rover.hears('A6')
    b.die()
    await isLive(caster, 'B6', caster.role, false)
    await rover.go(place(6, 60)) // 60 km from A, 40 km from B
    await rover.isNoted('base down')
    expect(await rover.heard(10)).toEqual([])
    a.die()
  })

  it('does not receive a base under maintenance, even if there is no other', async () => {
    const [a, b] = await bases(7)
    const rover = await Walker.start()
    await rover.go(place(7, 5))
    await rover.hears('A7')
    await declareStatus(caster.service, 'A7', 'maintenance')
    await rover.hears('B7')
    expect(await rover.heard()).toEqual(['B7'])
    b.die()
    await rover.isNoted('base down')
    expect(await rover.heard(10)).toEqual([])
    await declareStatus(caster.service, 'A7', 'online')
    await rover.hears('A7')
    a.die()
  })

  it('receives no more data when its only base goes under maintenance', async () => {
    const [a, b] = await bases(8)
    b.die()
    await isLive(caster, 'B8', caster.role, false)
    const rover = await Walker.start()
    await rover.go(place(8, 5))
    await rover.hears('A8')
    await declareStatus(caster.service, 'A8', 'maintenance')
    await rover.isNoted('base down')
    expect(await rover.heard(10)).toEqual([])
    a.die()
  })

  it('receives nothing without a position, and its record shows it while it is connected', async () => {
    const [a, b] = await bases(9)
    const rover = await Walker.start()
    expect(await rover.heard(15)).toEqual([])
    await rover.isNoted('no GGA')
    rover.peer.write('$GPGGA,,,,,,0,,,,,,,,*66\r\n') // a receiver without a fix
    expect(await rover.heard()).toEqual([])
    await rover.go(place(9, 1))
    await rover.hears('A9')
    a.die()
    b.die()
  })

  it('is served at once if it sends its position in the request header', async () => {
    const [a, b] = await bases(10)
    const login = await caster.issue()
    const gga = `Ntrip-GGA: ${writeGga(place(10, 19), new Date())}\r\n`
    const peer = await Peer.open(caster.port, rev1Request('RED', login.username, login.password, gga))
    await peer.until('B10\n')
    expect(peer.text).toMatch(/^ICY 200 OK\r\n\r\n\xd3/)
    expect(peer.text).not.toContain('A10\n')
    a.die()
    b.die()
  })
})
