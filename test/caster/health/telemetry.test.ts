// Meter readings per minute of the clock, with fake timers and without sockets or a database.

import { frame, StreamMeter } from '@vertice/rtcm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  epochBytes,
  epochMessages,
  FULL_SKY,
  msmPayload,
  type Sky,
  stationBytes,
} from '../../../packages/rtcm/test/support/sky.ts'
import { Telemetry } from '../../../src/caster/health/telemetry.ts'
import type { LiveHealth, MinuteRecord } from '../../../src/domain/stations/telemetry.ts'

const SECOND = 1_000
const MINUTE = 60_000
/** The start of a minute. */
const START = Date.UTC(2026, 10, 14, 22, 30)
const STATION = 7

interface Minute {
  readonly minute: number
  readonly whole: boolean
  readonly records: readonly MinuteRecord[]
}

interface Stream {
  readonly every?: number
  readonly delay?: number
  readonly comes?: (instant: number) => boolean
  readonly sky?: Sky
}

/** Telemetry without a caster: meters that the test fills, and everything that was reported. */
class Watch {
  readonly meters = new Map<number, StreamMeter>()
  readonly minutes: Minute[] = []
  readonly lives: { stations: readonly LiveHealth[]; at: number }[] = []
  readonly warnings: unknown[] = []
  /** Awaited by each report: a database that is slow or fails. */
  telling: () => Promise<void> = async () => {}
  /** Stations that another caster receives. */
  elsewhere: number[] = []
  /** Whether this node owns the station. */
  isOurs = true
  /** The stations reported as received by other nodes, per minute. */
  readonly heardElsewhere: number[][] = []
  readonly telemetry: Telemetry

  constructor() {
    const listener = {
      live: async (stations: readonly LiveHealth[], now: Date) => {
        await this.telling()
        this.lives.push({ stations, at: now.getTime() })
        return { elsewhere: this.elsewhere }
      },
      minute: async (
        records: readonly MinuteRecord[],
        minute: Date,
        whole: boolean,
        elsewhere: ReadonlySet<number> = new Set(),
      ) => {
        await this.telling()
        this.minutes.push({ records, minute: minute.getTime(), whole })
        this.heardElsewhere.push([...elsewhere])
      },
    }
    this.telemetry = new Telemetry({
      meters: { all: this.meters, unreadBytes: () => Buffer.alloc(0) },
      bases: { feeds: [], isQuiet: () => false, isTest: () => false, standbyOf: () => null },
      isIdle: () => false,
      listener,
      clock: () => new Date(),
      warn: (error) => this.warnings.push(error),
      speakers: { speaksFor: () => this.isOurs, heardElsewhere: () => new Set(this.isOurs ? [] : [STATION]) },
    })
    this.telemetry.start()
  }

  meter(stationId = STATION): StreamMeter {
    const meter = this.meters.get(stationId) ?? new StreamMeter(Date.now())
    this.meters.set(stationId, meter)
    return meter
  }

  arrives(at: number, bytes: () => Buffer): void {
    setTimeout(() => this.meter().push(bytes(), Date.now()), at - Date.now())
  }

  /** Sends an epoch per interval if `comes` returns true for it. */
  stream(fromMs: number, toMs: number, { every = SECOND, delay = 203, comes, sky }: Stream = {}): void {
    for (let instant = fromMs; instant < toMs; instant += every)
      if (comes?.(instant) ?? true) this.arrives(instant + delay, () => epochBytes(instant, sky))
  }

  get live(): LiveHealth | undefined {
    return this.lives.at(-1)?.stations.find(({ stationId }) => stationId === STATION)
  }

  /** Received epochs of the station per minute; minutes without a record are absent. */
  get told(): Record<string, number> {
    return Object.fromEntries(
      this.minutes.flatMap(({ minute, records }) =>
        records
          .filter(({ stationId }) => stationId === STATION)
          .map(({ received }) => [new Date(minute).toISOString().slice(11, 16), received]),
      ),
    )
  }
}

let watches: Watch[] = []
const begin = (at = START): Watch => {
  vi.setSystemTime(at)
  const watch = new Watch()
  watches.push(watch)
  return watch
}
const passUntil = (at: number) => vi.advanceTimersByTimeAsync(at - Date.now())

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  await Promise.all(watches.map(({ telemetry }) => telemetry.stop()))
  watches = []
  vi.useRealTimers()
})

describe('minutes', () => {
  it('follow the clock one by one and contain everything that arrived', async () => {
    const watch = begin()
    watch.arrives(START + 100, stationBytes)
    watch.stream(START, START + 3 * MINUTE, { comes: (instant) => instant % 30_000 !== 12_000 })
    await passUntil(START + 3 * MINUTE)
    expect(watch.minutes.map(({ minute, whole }) => [minute - START, whole])).toEqual([
      [0, true],
      [MINUTE, true],
      [2 * MINUTE, true],
    ])
    expect(watch.minutes[1]!.records).toEqual([
      {
        stationId: STATION,
        minute: new Date(START + MINUTE),
        up: true,
        received: 58,
        expected: 60,
        latencyMs: 203,
        satellites: 28,
        satellitesByConstellation: { GPS: 9, GLO: 6, GAL: 7, BDS: 6 },
        gaps: 2,
        longestGapMs: 2_000,
        badCrcs: 0,
        bytes: 58 * epochBytes(START).length,
        messages: { 1077: 58, 1087: 58, 1097: 58, 1127: 58 },
      },
    ])
  })

  it('count each epoch in its minute even if the timer fires a few milliseconds late', async () => {
    const watch = begin()
    watch.stream(START, START + 3 * MINUTE, { delay: 3 })
    for (let at = START; at < START + 3 * MINUTE; at += 2_500) {
      await passUntil(at + 2_499)
      vi.setSystemTime(at + 2_506) // the timer of the whole slice now fires 6 ms late
      await passUntil(at + 2_507)
    }
    expect(watch.told).toEqual({ '22:30': 60, '22:31': 60, '22:32': 60 })
  })

  it('are recorded if the caster saw only a part with data, and omitted if without', async () => {
    const watch = begin(START + 20_000)
    watch.meter(9)
    watch.stream(START + 40_000, START + MINUTE)
    await passUntil(START + 2 * MINUTE)
    expect(
      watch.minutes.map(({ whole, records }) => [whole, records.map(({ stationId, up }) => [stationId, up])]),
    ).toEqual([
      [false, [[STATION, true]]],
      [
        true,
        [
          [9, false],
          [STATION, false],
        ],
      ],
    ])
    expect(watch.told).toEqual({ '22:30': 20, '22:31': 0 })
  })

  it('are offline if only other messages or empty epochs arrived', async () => {
    const watch = begin()
    for (let second = 0; second < 60; second++) {
      watch.arrives(START + second * SECOND + 100, stationBytes)
      watch.arrives(START + second * SECOND + 101, () => frame(msmPayload('GPS', START + second * SECOND, false, [])))
    }
    await passUntil(START + MINUTE)
    expect(watch.minutes[0]!.records).toMatchObject([{ up: false, received: 0, messages: { 1005: 60, 1074: 60 } }])
    expect(watch.live).toBeUndefined()
  })

  it('contain exactly the epochs that arrived in them, compared with a plain count', async () => {
    const plans = fc.record({
      startsAt: fc.integer({ min: 0, max: MINUTE - 1 }),
      every: fc.constantFrom(SECOND, 5_000, 15_000, 30_000),
      /** Alternating numbers of epochs that arrive and epochs that are missing. */
      spans: fc.array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 90 })), {
        minLength: 1,
        maxLength: 6,
      }),
      delays: fc.array(fc.integer({ min: 0, max: 240 }), { minLength: 1, maxLength: 7 }),
    })
    await fc.assert(
      fc.asyncProperty(plans, async ({ startsAt, every, spans, delays }) => {
        const watch = begin(START + startsAt)
        const end = START + 7 * MINUTE
        const pattern = spans.flatMap(([come, miss]) => [...Array(come).fill(true), ...Array(miss).fill(false)])
        const arrivals: number[] = []
        const first = Math.ceil((START + startsAt) / every) * every
        for (let instant = first, index = 0; instant < end - 2_500; instant += every, index++) {
          if (!pattern[index % (pattern.length || 1)]) continue
          const delay = delays[index % delays.length]! * 10 + 3 // never at the edge of a slice
          const arrival = Math.max(instant + delay, (arrivals.at(-1) ?? 0) + 1)
          arrivals.push(arrival)
          watch.arrives(arrival, () => frame(msmPayload('GPS', instant)))
        }
        watch.meter()
        await passUntil(end)

        const expected: Record<string, number> = {}
        for (let minute = START; minute < end; minute += MINUTE) {
          const came = arrivals.filter((at) => at >= minute && at < minute + MINUTE).length
          const wasWatched = START + startsAt <= minute
          if (came > 0 || wasWatched) expected[new Date(minute).toISOString().slice(11, 16)] = came
        }
        expect(watch.told).toEqual(expected)
        await watch.telemetry.stop()
      }),
      { numRuns: 40 },
    )
  })
})

describe('a station that moves to another node and back', () => {
  it('counts here until it moves and from its return on, with nothing missing between', async () => {
    const watch = begin()
    const [leaves, returns] = [START + MINUTE + 31_000, START + 3 * MINUTE + 15_000]
    watch.stream(START, leaves)
    watch.stream(returns, START + 5 * MINUTE)
    await passUntil(leaves)
    watch.isOurs = false
    await passUntil(START + 3 * MINUTE)
    expect(watch.live).toBeUndefined()
    await passUntil(returns)
    watch.isOurs = true
    await passUntil(START + 5 * MINUTE)
    const parts = watch.minutes.flatMap(({ records }) => records.map(({ received, expected }) => [received, expected]))
    expect(parts).toEqual([
      [60, 60],
      [31, 31],
      [45, 45],
      [60, 60],
    ])
    expect(watch.minutes.map(({ whole }) => whole)).toEqual([true, true, true, true, true])
    expect(watch.heardElsewhere).toEqual([[], [STATION], [STATION], [], []])
    expect(watch.live).toMatchObject({ healthPct: 100 })
  })

  it('counts once what arrived here within a single slice', async () => {
    const watch = begin()
    watch.stream(START, START + 2_000)
    await passUntil(START + 2_300)
    watch.isOurs = false
    // Bytes that arrive while another node owns the station are not counted here, in this minute or a later one.
    watch.stream(START + 3_000, START + 3 * MINUTE)
    await passUntil(START + 3 * MINUTE)
    expect(watch.told).toEqual({ '22:30': 2 })
    expect(watch.lives.flatMap(({ stations }) => stations)).toEqual([])
  })

  it('counts as missing here while no other node owns it', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE + 30_000)
    await passUntil(START + 4 * MINUTE)
    watch.isOurs = false
    await passUntil(START + 5 * MINUTE)
    expect(watch.told).toEqual({ '22:30': 60, '22:31': 60, '22:32': 30, '22:33': 0 })
    expect(watch.minutes[3]!.records).toMatchObject([{ up: false, expected: 60 }])
  })
})

describe('a clock that jumps', () => {
  it('leaves minutes unrecorded when it jumps forward or the machine slept, and the first one after it', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE)
    await passUntil(START + 2 * MINUTE)
    vi.setSystemTime(START + 30 * MINUTE + 40_000)
    await passUntil(START + 33 * MINUTE)
    expect(watch.told).toEqual({ '22:30': 60, '22:31': 60, '23:01': 0, '23:02': 0 })
    expect(watch.minutes.map(({ minute, whole }) => [(minute - START) / MINUTE, whole])).toEqual([
      [0, true],
      [1, true],
      [31, true],
      [32, true],
    ])
  })

  it('counts no epoch of the pause as missing when it jumps forward or the machine slept', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE)
    await passUntil(START + 2 * MINUTE)
    const awake = START + 30 * MINUTE + 40_000
    vi.setSystemTime(awake)
    watch.stream(awake + 4_000, awake + 3 * MINUTE)
    await passUntil(awake + 3 * MINUTE)
    const since = watch.lives.filter(({ at }) => at > awake).flatMap(({ stations }) => stations)
    expect(new Set(since.map(({ healthPct }) => healthPct))).toEqual(new Set([100]))
    expect(since.length).toBeGreaterThan(60)
    expect(watch.minutes.at(-1)!.records).toMatchObject([{ received: 60, expected: 60, gaps: 0 }])
  })

  it('counts losses from then on when it jumps forward while the streams continue', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE)
    await passUntil(START + 2 * MINUTE)
    const off = 30 * MINUTE
    vi.setSystemTime(START + 2 * MINUTE + off)
    for (let at = START + 2 * MINUTE + 4_000; at < START + 14 * MINUTE; at += SECOND)
      if (at < START + 4 * MINUTE || at % 5_000 !== 0) watch.arrives(at + off + 203, () => epochBytes(at))
    await passUntil(START + off + 4 * MINUTE)
    expect(watch.live!.healthPct).toBe(100)
    await passUntil(START + off + 14 * MINUTE)
    expect(watch.live!.healthPct).toBeCloseTo(80, 0)
  })

  it('continues with the next whole minute when it jumps back', async () => {
    const watch = begin()
    watch.meter()
    await passUntil(START + 2 * MINUTE + 10_000)
    vi.setSystemTime(START - 30 * MINUTE + 10_000)
    await passUntil(START - 27 * MINUTE)
    expect(watch.minutes.map(({ minute, whole }) => [(minute - START) / MINUTE, whole])).toEqual([
      [0, true],
      [1, true],
      [-29, true],
      [-28, true],
    ])
  })

  it('reports the last ten minutes and not the future when it jumps back', async () => {
    const watch = begin()
    watch.stream(START, START + 5 * MINUTE, { comes: (instant) => instant % 5_000 < 3_000 })
    await passUntil(START + 5 * MINUTE)
    expect(watch.live!.healthPct).toBeLessThan(65)
    const back = START - 60 * MINUTE
    vi.setSystemTime(back)
    watch.stream(back, back + 2 * MINUTE)
    await passUntil(back + 2 * MINUTE)
    expect(watch.live!.healthPct).toBe(100)
  })
})

describe('the live health of a station', () => {
  it('is reported every 2.5 s, in step with the minutes', async () => {
    const watch = begin(START + 100)
    watch.stream(START + SECOND, START + 2 * MINUTE)
    await passUntil(START + 2 * MINUTE)
    expect(watch.lives.map(({ at }) => at - START)).toEqual(
      Array.from({ length: 48 }, (_, index) => (index + 1) * 2_500),
    )
  })

  it('is not reported before any data arrives', async () => {
    const watch = begin()
    watch.meter()
    await passUntil(START + 10_000)
    expect(watch.lives.at(-1)!.stations).toEqual([])
  })

  it('is not reported while the first epoch is incomplete, so that satellites are not undercounted', async () => {
    const watch = begin()
    const [first, ...rest] = epochMessages(START + 2_000)
    watch.arrives(START + 2_400, () => first!)
    watch.arrives(START + 2_600, () => Buffer.concat(rest))
    await passUntil(START + 2_500)
    expect(watch.lives.at(-1)!.stations).toEqual([])
    await passUntil(START + 5_000)
    expect(watch.live).toMatchObject({ satellites: 28, measuredAt: new Date(START + 2_400) })
  })

  it('is 100 % from the first seconds for a stream without losses', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE)
    await passUntil(START + 2 * MINUTE)
    const told = watch.lives.flatMap(({ stations }) => stations.map(({ healthPct }) => healthPct))
    expect(new Set(told)).toEqual(new Set([100]))
    expect(watch.live).toMatchObject({
      measuredAt: new Date(START + 2 * MINUTE - SECOND + 203),
      latencyMs: 203,
      satellites: 28,
      satellitesByConstellation: { GPS: 9, GLO: 6, GAL: 7, BDS: 6 },
      position: null,
      silentConstellations: [],
      clocks: null,
      timeAheadMs: null,
    })
    expect(watch.live!.details()).toEqual({
      receiver: null,
      antenna: null,
      intervalMs: SECOND,
      messages: { 1077: 60, 1087: 60, 1097: 60, 1127: 60 },
    })
  })

  it('counts missing epochs over ten minutes: one of five', async () => {
    const watch = begin()
    watch.stream(START, START + 20 * MINUTE, { comes: (instant) => instant < START + MINUTE || instant % 5_000 !== 0 })
    await passUntil(START + 3 * MINUTE)
    // 60 of 60, then 48 of 60 twice
    expect(watch.live!.healthPct).toBeCloseTo((100 * 156) / 180, 0)
    await passUntil(START + 20 * MINUTE)
    expect(watch.live!.healthPct).toBeCloseTo(80, 0)
  })

  it('is 100 % again ten minutes after the last loss', async () => {
    const watch = begin()
    watch.stream(START, START + 20 * MINUTE, {
      comes: (instant) => instant < START + MINUTE || instant >= START + 2 * MINUTE,
    })
    await passUntil(START + 2 * MINUTE)
    expect(watch.live!.healthPct).toBeLessThan(55)
    await passUntil(START + 11 * MINUTE + 30_000)
    expect(watch.live!.healthPct).toBeLessThan(96)
    await passUntil(START + 12 * MINUTE + 10_000)
    expect(watch.live!.healthPct).toBe(100)
  })

  it('does not count as missing what another caster received meanwhile', async () => {
    const watch = begin()
    watch.stream(START, START + MINUTE)
    await passUntil(START + MINUTE + 25_000)
    expect(watch.live!.healthPct).toBeLessThan(80)
    watch.elsewhere = [STATION]
    await passUntil(START + 5 * MINUTE)
    watch.elsewhere = []
    watch.stream(START + 5 * MINUTE, START + 6 * MINUTE)
    await passUntil(START + 6 * MINUTE)
    const since = watch.lives.filter(({ at }) => at > START + 5 * MINUTE).flatMap(({ stations }) => stations)
    expect(new Set(since.map(({ healthPct }) => healthPct))).toEqual(new Set([100]))
    expect(watch.told).toMatchObject({ '22:30': 60, '22:31': 0, '22:34': 0, '22:35': 60 })
  })

  it('has no latency for an old recording or a clock that is hours off', async () => {
    for (const off of [-365 * 24 * 60 * MINUTE, 3 * 60 * MINUTE]) {
      const watch = begin()
      for (let second = 0; second < 120; second++)
        watch.arrives(START + second * SECOND + 203, () => epochBytes(START + off + second * SECOND))
      await passUntil(START + 2 * MINUTE)
      expect(watch.live).toMatchObject({ latencyMs: null, healthPct: 100, satellites: 28 })
      expect(Math.abs(watch.live!.timeAheadMs!)).toBeGreaterThan(60 * MINUTE)
      expect(watch.minutes[1]!.records).toMatchObject([{ up: true, received: 60, expected: 60, latencyMs: null }])
    }
  })

  it('names constellations that have been silent for a minute, for up to an hour, while others arrive', async () => {
    const watch = begin()
    const { GLO: _, ...without } = FULL_SKY
    watch.stream(START, START + 2 * MINUTE, { every: 5_000 })
    watch.stream(START + 2 * MINUTE, START + 64 * MINUTE, { every: 5_000, sky: without })
    await passUntil(START + 2 * MINUTE + 55_000)
    expect(watch.live!.silentConstellations).toEqual([])
    await passUntil(START + 3 * MINUTE + 10_000)
    expect(watch.live!.silentConstellations).toEqual(['GLO'])
    await passUntil(START + 60 * MINUTE)
    expect(watch.live!.silentConstellations).toEqual(['GLO'])
    await passUntil(START + 63 * MINUTE)
    expect(watch.live!.silentConstellations).toEqual([])
  })
})

describe('a database', () => {
  it('delays minutes in order while it is unavailable and loses none; live values are not repeated', async () => {
    const watch = begin()
    watch.stream(START, START + 6 * MINUTE, { every: 5_000 })
    await passUntil(START + 30_000)
    let goOn = () => {}
    const away = new Promise<void>((resolve) => {
      goOn = resolve
    })
    watch.telling = () => away
    await passUntil(START + 4 * MINUTE + 30_000)
    expect(watch.minutes).toEqual([])
    const before = watch.lives.length
    watch.telling = async () => {}
    goOn()
    await passUntil(START + 4 * MINUTE + 32_500)
    expect(watch.told).toEqual({ '22:30': 12, '22:31': 12, '22:32': 12, '22:33': 12 })
    expect(watch.lives.length - before).toBeLessThanOrEqual(2)
  })

  it('is retried after a failure, which is logged', async () => {
    const watch = begin()
    watch.stream(START, START + 2 * MINUTE, { every: 5_000 })
    watch.telling = async () => {
      throw new Error('away')
    }
    await passUntil(START + 10_000)
    expect(watch.warnings).toHaveLength(4)
    watch.telling = async () => {}
    await passUntil(START + MINUTE)
    expect(watch.told).toEqual({ '22:30': 12 })
  })

  it('receives the current minute before the telemetry stops', async () => {
    const watch = begin()
    watch.meter(9)
    watch.stream(START, START + 3 * MINUTE)
    await passUntil(START + 2 * MINUTE + 21_000)
    await watch.telemetry.stop()
    expect(watch.told).toEqual({ '22:30': 60, '22:31': 60, '22:32': 21 })
    expect(watch.minutes.at(-1)!.whole).toBe(false)
    await watch.telemetry.stop()
    expect(watch.minutes).toHaveLength(3)
  })

  it('receives the epochs of both minutes if the telemetry stops while its timer is late', async () => {
    const watch = begin()
    watch.stream(START, START + MINUTE - 3_000)
    await passUntil(START + MINUTE - 2_500)
    vi.setSystemTime(START + MINUTE + 3_000) // the timer of the last slice has not fired yet
    watch.meter().push(epochBytes(START + MINUTE), Date.now())
    await watch.telemetry.stop()
    expect(watch.told).toEqual({ '22:30': 57, '22:31': 1 })
  })

  it('receives pending writes before the telemetry stops, and nothing afterwards', async () => {
    const watch = begin()
    watch.stream(START, START + 3 * MINUTE, { every: 5_000 })
    watch.telling = () => new Promise((resolve) => setTimeout(resolve, 1_000))
    await passUntil(START + MINUTE)
    expect(watch.minutes).toEqual([])
    const stopping = watch.telemetry.stop()
    await passUntil(START + MINUTE + 5_000)
    await stopping
    expect(watch.minutes).toHaveLength(1)
    const told = watch.lives.length
    await passUntil(START + 3 * MINUTE)
    expect([watch.minutes.length, watch.lives.length]).toEqual([1, told])
  })
})
