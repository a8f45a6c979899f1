import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { epochFrame, stationFrames } from '../../../../packages/rtcm/test/support/epochs.ts'
import { addMountpoint } from '../../../../src/actions/network/mountpoints/write.ts'
import {
  makeStandbySecret,
  removeStandby,
  setFallbackStation,
  setStandbyPull,
} from '../../../../src/actions/stations/standby.ts'
import { byTest } from '../../../support/action-context.ts'
import { Peer, TestCaster } from '../../../support/caster.ts'
import { measuresTime } from '../../../support/loop-watch.ts'
import { declareStatus, stationIdOf } from '../../../support/rows.ts'
import { EpochBase, EpochRover, isInTable, placeIn, stationsOf } from '../../bases.ts'
import { ask, askRev1, statusOf } from '../../helpers.ts'

vi.setConfig({ maxConcurrency: 20 })

const GRACE_MS = 4_000
const STABLE_MS = 2_000
const BEAT_MS = 100
const WAIT = { interval: 50, timeout: 90_000 }

let caster: TestCaster

beforeAll(async () => {
  caster = await TestCaster.start({ graceMs: GRACE_MS, stableMs: STABLE_MS, settingsMs: 300 })
  await caster.service.saveStations(...Array.from({ length: 7 }, (_, region) => stationsOf(region)).flat())
})
afterAll(() => caster.stop())

const context = () => byTest(caster.service.services)

/** A second receiver of the same station, whose epochs have their own number. */
class SecondBase {
  readonly number: number
  readonly #code: string
  readonly #secret: string
  peer: Peer | null = null
  #timer: NodeJS.Timeout | null = null

  constructor(code: string, secret: string, number: number) {
    this.#code = code
    this.#secret = secret
    this.number = number
    caster.stopWithIt({ stop: () => this.leave() })
  }

  connect(): Promise<Peer> {
    return Peer.open(caster.port, `SOURCE ${this.#secret} /${this.#code}_RTCM\r\n\r\n`)
  }

  async start(): Promise<this> {
    const peer = await this.connect()
    await peer.until('ICY 200 OK\r\n\r\n')
    this.peer = peer
    for (const told of stationFrames(this.number)) peer.write(told)
    const send = () => peer.write(epochFrame(Date.now(), this.number))
    send()
    this.#timer = setInterval(send, BEAT_MS)
    return this
  }

  /** Disconnects in the middle of a frame. */
  breakOff(): void {
    this.#stop()
    this.peer!.write(epochFrame(Date.now(), this.number).subarray(0, 40))
    this.peer!.close()
  }

  leave(): void {
    this.#stop()
    this.peer?.close()
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
  }
}

async function secondOf(code: string): Promise<SecondBase> {
  const { secret } = await makeStandbySecret(context(), { code })
  return new SecondBase(code, secret, 4000 + Number(code.slice(1)))
}

async function firstOf(code: string): Promise<EpochBase> {
  const base = new EpochBase(caster, code)
  caster.stopWithIt({ stop: () => base.leave() })
  return base.start()
}

const alarmsOf = async (code: string) => {
  const { rows } = await caster.service.db.pool.query<{ params: object; ended: boolean }>(
    `select params, ended_at is not null as ended from station_alarms where station_id = $1 and kind = 'on_backup' order by id`,
    [await stationIdOf(caster.service, code)],
  )
  return rows
}

/** Waits for the note, because the record is written a moment later. */
const says = (rover: EpochRover, words: RegExp) =>
  vi.waitUntil(async () => words.test((await rover.notes()).at(-1) ?? ''), WAIT)

const hearsSecond = (rover: EpochRover, second: SecondBase) => rover.hears(second as unknown as EpochBase)

describe.concurrent('a standby push', () => {
  it(
    'waits beside the first source, takes over after the grace period, and yields once that is stable',
    measuresTime(),
    async () => {
      const first = await firstOf('A0')
      const second = await (await secondOf('A0')).start()
      const rover = await EpochRover.ofStation(caster, 'A0')
      await rover.hears(first)
      expect(await ask(caster.port, `SOURCE ${await caster.secretOf('A0')} /A0_RTCM\r\n\r\n`)).toMatch(/^ERROR - Mount/)
      expect(await (await second.connect()).all()).toMatch(/^ERROR - Mount/)
      await sleep(1_000)
      expect(rover.followed).toEqual([first.number])

      first.send(epochFrame(Date.now(), first.number).subarray(0, 40))
      first.leave()
      await hearsSecond(rover, second)
      const changedAt = rover.frames.find(({ number }) => number === second.number)!
      expect(changedAt.type).toBe(1006) // the station messages come before the observations
      expect(changedAt.at - first.lastAt).toBeGreaterThanOrEqual(GRACE_MS)
      expect(changedAt.at - first.lastAt).toBeLessThan(GRACE_MS + 3_000)
      await vi.waitUntil(
        async () => (await rover.notes()).some((note) => note.startsWith('served from the standby source (push)')),
        WAIT,
      )
      await vi.waitUntil(async () => (await alarmsOf('A0')).length === 1, WAIT)
      expect(await alarmsOf('A0')).toEqual([{ params: { source: 'push' }, ended: false }])
      await isInTable(caster, 'A0')

      // A first source that flaps moves no rover.
      for (let time = 0; time < 3; time++) {
        const flapping = await firstOf('A0')
        await sleep(STABLE_MS / 3)
        flapping.leave()
      }
      expect(rover.followed).toEqual([first.number, second.number])
      const back = performance.now()
      await first.start()
      await rover.hears(first)
      const again = rover.frames.findLast(({ number }) => number === second.number)!.at
      expect(again - back).toBeGreaterThanOrEqual(STABLE_MS - 300)
      expect(rover.followed).toEqual([first.number, second.number, first.number])
      expect(rover.torn).toBe(0)
      await vi.waitUntil(
        async () => (await rover.notes()).at(-1) === 'served from the primary source of its base again',
        WAIT,
      )
      await vi.waitUntil(async () => (await alarmsOf('A0'))[0]!.ended, WAIT)
    },
  )

  it('leaves rovers connected if it fails too, and the first source to return serves', async () => {
    const first = await firstOf('A1')
    const second = await (await secondOf('A1')).start()
    const rover = await EpochRover.ofStation(caster, 'A1')
    await rover.hears(first)
    first.leave()
    await hearsSecond(rover, second)
    second.breakOff()
    await sleep(GRACE_MS + 1_000)
    const stranger = await caster.issue({ station_codigo: 'A1' })
    expect(statusOf(await askRev1(caster.port, 'A1_RTCM', stranger))).toBe(503)
    await second.start()
    await hearsSecond(rover, second)
    second.breakOff()
    await first.start()
    await rover.hears(first)
    expect(rover.followed).toEqual([first.number, second.number, first.number])
    expect(rover.torn).toBe(0)
  })

  it('is rejected once it is no longer configured, and its connection is closed', async () => {
    const second = await (await secondOf('A2')).start()
    await removeStandby(context(), { code: 'A2' })
    await vi.waitUntil(() => second.peer!.closedAt !== null, WAIT)
    expect(await (await second.connect()).all()).toMatch(/^ERROR - Bad Password/)
  })
})

describe.concurrent('a standby pull', () => {
  it('is opened while it is needed, and closed when the first source is back', async () => {
    const upstream = await firstOf('B3')
    const { username, password, id } = await caster.issue({ station_codigo: 'B3' })
    await setStandbyPull(context(), { code: 'A3' }, `ntrip://${username}:${password}@127.0.0.1:${caster.port}/B3_RTCM`)
    const first = await firstOf('A3')
    const rover = await EpochRover.ofStation(caster, 'A3')
    await rover.hears(first)
    await sleep(1_000)
    const isPulled = () => caster.role.caster.sessions.countOf(id) > 0
    expect(isPulled()).toBe(false)
    first.leave()
    await rover.hears(upstream)
    expect(isPulled()).toBe(true)
    await vi.waitUntil(async () => (await alarmsOf('A3')).length === 1, WAIT)
    expect(await alarmsOf('A3')).toEqual([{ params: { source: 'pull' }, ended: false }])
    await first.start()
    await rover.hears(first)
    await vi.waitUntil(() => !isPulled(), WAIT)
    expect(rover.followed).toEqual([first.number, upstream.number, first.number])
    expect(rover.torn).toBe(0)
  })
})

describe.concurrent('a fallback station', () => {
  it('serves the mountpoint of an offline station, noted with name and distance, and moves no network rover', async () => {
    await setFallbackStation(context(), { code: 'A4' }, { code: 'B4' })
    const [a, b] = [await firstOf('A4'), await firstOf('B4')]
    const rover = await EpochRover.ofStation(caster, 'A4')
    const network = await EpochRover.network(caster, placeIn(4, 5))
    await rover.hears(a)
    a.leave()
    await rover.hears(b)
    await says(rover, /^served from the fallback station B4, 40\.\d km/)
    await isInTable(caster, 'A4')
    const late = await EpochRover.ofStation(caster, 'A4')
    await late.hears(b)
    await says(late, /station B4/)
    await vi.waitUntil(async () => (await alarmsOf('A4')).length === 1, WAIT)
    expect((await alarmsOf('A4'))[0]!.params).toMatchObject({ source: 'station', station: 'B4' })
    await network.hears(b)
    expect((await network.notes()).some((note) => note.includes('standby'))).toBe(false)
    await a.start()
    await rover.hears(a)
    expect(rover.followed).toEqual([a.number, b.number, a.number])
    await says(rover, /^served from the primary source of its base again$/)
    await vi.waitUntil(async () => (await alarmsOf('A4'))[0]!.ended, WAIT)
    expect(rover.torn).toBe(0)
  })

  it('serves the derived mountpoints of the offline station too, and rovers with a geofence', async () => {
    await setFallbackStation(context(), { code: 'A6' }, { code: 'B6' })
    await addMountpoint(context(), 'A6_GPS', { code: 'A6' }, { alteration: { constellations: ['GPS'] } })
    const [a, b] = [await firstOf('A6'), await firstOf('B6')]
    const made = await EpochRover.on(caster, 'A6_GPS', { station_codigo: 'A6' })
    const place = placeIn(6, 5)
    const geocerca = { tipo: 'circulo', lat: place.lat, lng: place.lng, radio_km: 20, en_base: 'cortar' }
    const fenced = await EpochRover.on(caster, 'A6_RTCM', { station_codigo: 'A6', geocerca }, place)
    await Promise.all([made.hears(a), fenced.hears(a)])
    a.leave()
    await Promise.all([made.hears(b), fenced.hears(b)])
    await says(made, /^served from the fallback station B6/)
    const late = await EpochRover.on(caster, 'A6_GPS', { station_codigo: 'A6' })
    await late.hears(b)
    // A position does not move the rover back to a stream that is offline.
    fenced.peer.write(`${writeGga({ ...place, quality: 4 }, new Date())}\r\n`)
    await fenced.hears(b)
    await a.start()
    await Promise.all([made.hears(a), late.hears(a), fenced.hears(a)])
    for (const rover of [made, fenced]) {
      expect(rover.followed).toEqual([a.number, b.number, a.number])
      expect(rover.torn).toBe(0)
    }
  })

  it('serves no rover under maintenance', async () => {
    await setFallbackStation(context(), { code: 'A5' }, { code: 'B5' })
    const [a, b] = [await firstOf('A5'), await firstOf('B5')]
    await declareStatus(caster.service, 'B5', 'maintenance')
    const rover = await EpochRover.ofStation(caster, 'A5')
    await rover.hears(a)
    a.leave()
    await sleep(GRACE_MS + 1_500)
    expect(rover.followed).toEqual([a.number])
    await declareStatus(caster.service, 'B5', 'online')
    await rover.hears(b)
  })

  it('cannot be the station itself', async () => {
    await expect(setFallbackStation(context(), { code: 'A3' }, { code: 'a3' })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})
