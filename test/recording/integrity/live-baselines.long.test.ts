// Baselines from simulated streams whose atmosphere and movements are known. Hours pass in seconds.
import { FrameReader, frame, type KeplerianEphemeris } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { Receiver, type ReceiverErrors, sky } from '../../../packages/gnss/test/support/world.ts'
import { indexOf } from '../../../src/domain/archive/integrity/ionosphere.ts'
import type { BaselineBin } from '../../../src/domain/archive/integrity/live.ts'
import { neighbourPairs } from '../../../src/domain/archive/integrity/neighbours.ts'
import { intervalFor, LiveBaselines } from '../../../src/recording/integrity/live-baselines.ts'
import { StationMeters } from '../../../src/recording/quality/station-meters.ts'
import type { Sent } from '../../support/archive.ts'
import { framesOf, WORLD_START_MS } from '../../support/world-stream.ts'

const SKY = sky()
const PLACES = [
  { id: 1, lat: 19.4, lng: -99.1, height: 2240 },
  { id: 2, lat: 19.62, lng: -98.95, height: 2310 },
  { id: 3, lat: 19.35, lng: -98.8, height: 2400 },
]
const ATMOSPHERES: Readonly<Record<number, ReceiverErrors>> = {
  1: { ionosphere: 3 },
  2: { ionosphere: 3.05, zenithDelay: 0.02 },
  3: { ionosphere: 3.1, zenithDelay: -0.015 },
}

interface Scene {
  readonly minutes: number
  readonly sky?: ReadonlyMap<number, KeplerianEphemeris>
  readonly errorsAt?: (id: number, seconds: number) => ReceiverErrors
  readonly change?: (id: number, sent: readonly Sent[]) => readonly Sent[]
  readonly every?: 1 | 5
  /** Pairs of stations that send nothing. */
  readonly morePairs?: number
}

/** The bins of all baselines, and the deviation of each in metres from the truth. */
function solve({
  minutes,
  sky: satellites = SKY,
  errorsAt,
  change = (_, sent) => sent,
  every = 5,
  morePairs = 0,
}: Scene) {
  const live = new LiveBaselines()
  const meters = new StationMeters(live)
  meters.setStations(PLACES.map(({ id, lat, lng }) => ({ id, near: null, place: { lat, lng } })))
  const silent = Array.from({ length: morePairs }, (_, index) => ({ a: 100 + index, b: 101 + index, km: 50 }))
  live.setPairs([...neighbourPairs(PLACES), ...silent].map((pair) => ({ ...pair, fencingToken: null })))
  const receivers = new Map(PLACES.map((place) => [place.id, new Receiver(place, place.id)]))
  const sent = PLACES.flatMap(({ id }) => {
    const own = framesOf(receivers.get(id)!, satellites, { to: minutes * 60, every }, (seconds) => ({
      ...ATMOSPHERES[id],
      ...errorsAt?.(id, seconds),
    }))
    return change(id, own).map((one) => ({ id, ...one }))
  }).toSorted((one, other) => one.atMs - other.atMs)
  const bins: BaselineBin[] = []
  for (const { id, frames, atMs } of sent) {
    meters.push(id, frames, atMs)
    bins.push(...(live.solve(atMs)?.bins ?? []))
  }
  const apart = (bin: BaselineBin) => {
    const [a, b] = [receivers.get(bin.a)!.position, receivers.get(bin.b)!.position]
    const { x, y, z } = bin.vector!
    return Math.hypot(x - b.x + a.x, y - b.y + a.y, z - b.z + a.z)
  }
  return {
    bins: bins.filter(({ a }) => a < 100),
    fixed: bins.filter(({ vector }) => vector !== null),
    apart,
    figures: live.figures,
  }
}

/** The observations of one stream with the ephemerides of another. */
function withEphemeridesOf(sent: readonly Sent[], other: readonly Sent[]): Sent[] {
  const part = (frames: Buffer, isWanted: (type: number) => boolean) => {
    const parts: Buffer[] = []
    const reader = new FrameReader((payload, type) => void (isWanted(type) && parts.push(Buffer.from(frame(payload)))))
    reader.push(frames)
    return parts
  }
  const isEphemeris = (type: number) => [1019, 1042, 1046].includes(type)
  return sent.map((one, at) => ({
    ...one,
    frames: Buffer.concat([...part(one.frames, (type) => !isEphemeris(type)), ...part(other[at]!.frames, isEphemeris)]),
  }))
}

const troublesOf = (bins: readonly BaselineBin[]) => new Set(bins.map(({ trouble }) => trouble?.code ?? null))

describe('baselines from live streams', () => {
  it('are solved to centimetres, and the index of the ionosphere is that of the simulated one', () => {
    const { fixed, apart, bins, figures } = solve({ minutes: 70 })
    expect(fixed.length / bins.length).toBeGreaterThan(0.5)
    for (const bin of fixed) expect(apart(bin)).toBeLessThan(0.05)
    expect(figures).toMatchObject({ baselines: 3, skipped: 0 })
    const ppm = indexOf(bins.flatMap(({ ionosphere }) => (ionosphere ? [ionosphere] : [])))
    // 5 cm at the zenith over 28 km; slant, and between satellites.
    expect(ppm).toBeGreaterThan(0.5)
    expect(ppm).toBeLessThan(6)
  })

  it('are solved less often if there are many, and are as accurate', () => {
    const { fixed, apart, bins } = solve({ minutes: 60, morePairs: 1_000 })
    const epochs = bins.filter(({ atMs }) => atMs > WORLD_START_MS + 900_000).map((bin) => bin.epochs)
    expect(new Set(epochs)).toEqual(new Set([10]))
    expect(fixed.length / bins.length).toBeGreaterThan(0.4)
    for (const bin of fixed) expect(apart(bin)).toBeLessThan(0.05)
  })

  it('have an interval by their number', () => {
    expect([1, 250, 251, 500, 750, 751, 9_999].map(intervalFor)).toEqual([
      5_000, 5_000, 10_000, 10_000, 15_000, 30_000, 30_000,
    ])
  })

  it('go on when a neighbour disappears, and name the station', () => {
    const { bins } = solve({ minutes: 30, change: (id, sent) => (id === 3 ? sent.slice(0, 120) : sent) })
    const late = bins.filter(({ atMs }) => atMs > WORLD_START_MS + 1_100_000)
    expect(late.filter(({ b }) => b === 3).map(({ trouble }) => trouble)).toContainEqual({
      code: 'no_data',
      stationId: 3,
    })
    expect(late.some(({ a, b, epochs }) => a === 1 && b === 2 && epochs > 0)).toBe(true)
  })

  it('are not moved by a wrong ephemeris of one satellite, or a constellation that appears', () => {
    const wrong = new Map(SKY)
    const [key, ephemeris] = [...SKY].find(([, { constellation }]) => constellation === 'GPS')!
    wrong.set(key, { ...ephemeris, m0: ephemeris.m0 + 0.002 })
    const late = new Map([...SKY].filter(([, { constellation }]) => constellation !== 'BDS'))
    const { fixed, apart } = solve({
      minutes: 60,
      change: (id, sent) => {
        const [changed, without] = [wrong, late].map((satellites) =>
          framesOf(new Receiver(PLACES[id - 1]!, id), satellites, { to: 1, every: 1 }),
        )
        return [changed![0]!, without![0]!, ...sent].map((one, index) =>
          index < 2 ? { ...one, atMs: sent[0]!.atMs } : one,
        )
      },
    })
    expect(fixed.length).toBeGreaterThan(10)
    for (const bin of fixed) expect(apart(bin)).toBeLessThan(0.06)
  })

  it.each([
    ['shifted orbits', (one: KeplerianEphemeris) => ({ ...one, m0: one.m0 + 0.002 })],
    ['stale sets', (one: KeplerianEphemeris) => ({ ...one, toe: one.toe - 3_600, toc: one.toc - 3_600 })],
    ['clocks that are off by a microsecond', (one: KeplerianEphemeris) => ({ ...one, af0: one.af0 + 1e-6 })],
  ])('of other stations are as without it when one station keeps sending wrong ephemerides: %s', (_, wrongly) => {
    const wrong = new Map([...SKY].map(([key, one]) => [key, wrongly(one)]))
    const minutes = 30
    const disturbing = (id: number, sent: readonly Sent[]) =>
      id === 3
        ? withEphemeridesOf(sent, framesOf(new Receiver(PLACES[2]!, 3), wrong, { to: minutes * 60, every: 5 }))
        : sent
    const [good, disturbed] = [solve({ minutes }), solve({ minutes, change: disturbing })]
    const ofOthers = ({ bins }: typeof good) => bins.filter(({ a, b }) => a === 1 && b === 2)
    expect(ofOthers(good).some(({ vector }) => vector !== null)).toBe(true)
    expect(ofOthers(disturbed)).toEqual(ofOthers(good))
    // Not even its own: its observations are good.
    expect(disturbed.bins).toEqual(good.bins)
  })

  it('say that a clock is wrong, and that the ephemerides are missing', () => {
    const shifted = solve({
      minutes: 12,
      change: (id, sent) => (id === 2 ? sent.map((one) => ({ ...one, atMs: one.atMs + 3_600_000 })) : sent),
    })
    expect(troublesOf(shifted.bins)).toContain('wrong_clock')
    const stale = new Map([...SKY].map(([key, one]) => [key, { ...one, toe: (one.toe + 40_000) % 604_800 }]))
    const { bins } = solve({
      minutes: 12,
      change: (_, sent) => sent.map((one) => one),
      sky: stale,
    })
    expect(bins.every(({ vector }) => vector === null)).toBe(true)
  })
})
