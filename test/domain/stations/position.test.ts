import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Coverage, servingStatusAt } from '../../../src/domain/network/mountpoint-choice.ts'
import {
  announcedNow,
  isAcknowledged,
  isTakenOut,
  metresBetween,
  movedBy,
  offsetBeyondLimit,
  takenOutFrom,
} from '../../../src/domain/stations/position.ts'
import type { Announced, Station, StationHealth } from '../../../src/domain/stations/station.ts'
import { figuresHoldUntil, statusAt, statusHoldsUntil } from '../../../src/domain/stations/status.ts'
import { alarmsOf } from '../../../src/domain/stations/telemetry.ts'

const NOW = new Date('2026-11-16T12:00:00.000Z')
const MINUTE = 60_000
const ago = (ms: number) => new Date(NOW.getTime() - ms)
const PLACE = { lat: 21.1236, lng: -101.682 }
const north = (metres: number) => ({ lat: PLACE.lat + metres / 110_700, lng: PLACE.lng })

const health = (offset: number | null, sinceMs: number | null, change: Partial<StationHealth> = {}): StationHealth => ({
  measuredAt: ago(1_000),
  healthPct: 100,
  latencyMs: 300,
  satellites: 30,
  satellitesByConstellation: {},
  positionOffsetM: offset,
  announced: sinceMs === null ? null : { ...north(offset ?? 0), since: ago(sinceMs) },
  ...change,
})
const station = (own: StationHealth | null, change: Partial<Station> = {}): Station =>
  ({
    id: 7,
    code: 'LEON',
    ...PLACE,
    radiusKm: 30,
    mountpoint: 'LEON',
    format: 'RTCM 3.2',
    datum: '',
    declaredStatus: 'online',
    isRtcm: true,
    archived: false,
    health: own,
    ...change,
  }) as Station

describe('the announced position', () => {
  it('keeps the time of its first announcement while it is unchanged', () => {
    const first = announcedNow(null, PLACE, ago(MINUTE))
    expect(first).toEqual({ ...PLACE, since: ago(MINUTE) })
    expect(announcedNow(first, PLACE, NOW)).toBe(first)
    expect(announcedNow(first, north(0.008), NOW)).toBe(first)
    expect(announcedNow(first, north(0.02), NOW)).toEqual({ ...north(0.02), since: NOW })
    // A station that has just connected has not announced its position yet.
    expect(announcedNow(first, null, NOW)).toBe(first)
    expect(announcedNow(null, null, NOW)).toBeNull()
  })

  it('never differs from the kept one by more than the tolerance, however slowly it drifts', () => {
    const ways = fc.array(fc.double({ min: -0.02, max: 0.02, noNaN: true }), { minLength: 1, maxLength: 200 })
    fc.assert(
      fc.property(ways, (steps) => {
        let [metres, at] = [0, NOW.getTime()]
        let kept: Announced | null = null
        for (const step of steps) {
          metres += step
          at += 2_500
          const before: Announced | null = kept
          kept = announcedNow(kept, north(metres), new Date(at))
          expect(metresBetween(kept!, north(metres))).toBeLessThanOrEqual(0.01)
          expect(kept!.since.getTime()).toBeLessThanOrEqual(at)
          // Either the previous announcement, or a new one as of now.
          expect(kept === before || kept!.since.getTime() === at).toBe(true)
        }
      }),
    )
  })
})

describe('a station that announces another position', () => {
  it.each([
    [0.1, null],
    [0.101, 0.101],
    [0.85, 0.85],
    [null, null],
  ])('%s m off: %s counts', (offset, counts) => {
    expect(movedBy(station(health(offset, 20 * MINUTE)))).toBe(counts)
  })

  it('raises an alarm at once, with the offset and the limit, and no other', () => {
    const fresh = station(health(0.85, 0))
    expect(statusAt(fresh, NOW)).toBe('online')
    expect(alarmsOf(fresh, 'online', [])).toEqual([
      { stationId: 7, kind: 'moved', params: { metres: 0.85, most: 0.1 } },
    ])
    const steady = station(health(0.85, 10 * MINUTE))
    expect(alarmsOf(steady, statusAt(steady, NOW), [])).toEqual([
      { stationId: 7, kind: 'moved', params: { metres: 0.85, most: 0.1 } },
    ])
  })

  it('is excluded and degraded after ten minutes of the same position', () => {
    const at = (sinceMs: number | null, change: Partial<Station> = {}) => {
      const one = station(health(0.85, sinceMs), change)
      return [isTakenOut(one, NOW), statusAt(one, NOW), servingStatusAt(one, NOW)]
    }
    expect(at(10 * MINUTE - 1)).toEqual([false, 'online', 'online'])
    expect(at(10 * MINUTE)).toEqual([true, 'degraded', 'offline'])
    expect(at(null)).toEqual([false, 'online', 'online']) // start unknown
    expect(at(60 * MINUTE, { movedTakesOut: false })).toEqual([false, 'online', 'online'])
    expect(at(60 * MINUTE, { movedLimitM: 1 })).toEqual([false, 'online', 'online'])
    expect(at(60 * MINUTE, { declaredStatus: 'maintenance' })).toEqual([true, 'maintenance', 'offline'])
  })

  it('is used again once acknowledged, until it announces yet another position', () => {
    const acknowledged = { positionAckedAt: ago(5 * MINUTE) }
    const known = station(health(0.85, 20 * MINUTE), acknowledged)
    expect([isAcknowledged(known), movedBy(known), statusAt(known, NOW)]).toEqual([true, null, 'online'])
    expect(offsetBeyondLimit(known)).toBe(0.85)
    const again = station(health(1.2, 4 * MINUTE), acknowledged)
    expect([isAcknowledged(again), movedBy(again)]).toEqual([false, 1.2])
    expect(takenOutFrom(again)).toEqual(new Date(NOW.getTime() + 6 * MINUTE))
  })

  it('is never chosen, even if no other station serves', () => {
    const network = { nearBaseKm: 10, triangleSideKm: 70, upstream: null, engineAnswers: false } as never
    const choose = (...stations: Station[]) => new Coverage(stations, NOW).choose(PLACE, network)
    expect(choose(station(health(0.02, 20 * MINUTE))).mode).toBe('base')
    expect(choose(station(health(0.85, 20 * MINUTE)))).toMatchObject({
      mode: 'none',
      reason: { code: 'not_serving' },
    })
    const poor = station(health(0.02, 20 * MINUTE, { satellites: 5 }), { id: 8, code: 'SILAO', lat: PLACE.lat + 0.1 })
    expect(choose(station(health(0.85, 20 * MINUTE)), poor)).toMatchObject({ station: { station: { code: 'SILAO' } } })
  })
})

it('reports until when the status of a station holds', () => {
  const anyStation = fc
    .record({
      offset: fc.option(fc.double({ min: 0, max: 0.3, noNaN: true })),
      since: fc.option(fc.integer({ min: 0, max: 12 * MINUTE })),
      age: fc.integer({ min: 0, max: 70_000 }),
      satellites: fc.constantFrom(5, 30),
      acked: fc.option(fc.integer({ min: 0, max: 15 * MINUTE })),
      movedTakesOut: fc.boolean(),
      declaredStatus: fc.constantFrom('online' as const, 'maintenance' as const),
    })
    .map(({ offset, since, age, satellites, acked, ...rest }) =>
      station(health(offset, since, { measuredAt: ago(age), satellites }), {
        ...rest,
        positionAckedAt: acked === null ? null : ago(acked),
      }),
    )
  fc.assert(
    fc.property(anyStation, fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), (one, part) => {
      const said = (at: Date) => [statusAt(one, at), servingStatusAt(one, at)]
      const between = (until: Date | null) => {
        const end = until?.getTime() ?? NOW.getTime() + 3_600_000
        return new Date(NOW.getTime() + Math.floor((end - 1 - NOW.getTime()) * part))
      }
      if (one.declaredStatus !== 'maintenance') expect(said(between(statusHoldsUntil(one, NOW)))).toEqual(said(NOW))
      expect(statusAt(one, between(figuresHoldUntil(one, NOW)))).toBe(statusAt(one, NOW))
      // Only stations that are off and not acknowledged are excluded, and an excluded station is never `online`.
      if (isTakenOut(one, NOW)) {
        expect(one.health!.positionOffsetM).toBeGreaterThan(0.1)
        expect(isAcknowledged(one) || one.movedTakesOut === false).toBe(false)
        expect(statusAt(one, NOW)).not.toBe('online')
      }
    }),
    { numRuns: 1_000 },
  )
})
