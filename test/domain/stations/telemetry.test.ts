import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedBy, type Offset } from '../../../src/demo/simulator/sky/earth.ts'
import { clockAlarmsOf } from '../../../src/domain/stations/clock-alarms.ts'
import { STATION_STATUSES, type StationStatus } from '../../../src/domain/stations/station.ts'
import { alarmsOf, positionOffsetM } from '../../../src/domain/stations/telemetry.ts'

const PLACE = { lat: 19.4326077, lng: -99.1332081, height: 2240.123 }

/** What an antenna tells that stands so far from the registered place. */
const told = (offset: Partial<Offset>, place = PLACE) => {
  const [x, y, z] = movedBy(place, { east: 0, north: 0, up: 0, ...offset })
  return { x, y, z }
}
const FIGURES = { measuredAt: new Date(), latencyMs: 300, satellites: 30, satellitesByConstellation: {} }
/** A station whose antenna is so far from where it is registered. */
const off = (positionOffsetM: number | null, healthPct = 81) => ({
  id: 7,
  health: { ...FIGURES, healthPct, positionOffsetM },
})
const kinds = (status: StationStatus, offset: number | null, silent: string[]) =>
  alarmsOf(off(offset), status, silent).map(({ kind }) => kind)

describe('how far an antenna is from where it is registered', () => {
  it('is unknown while the station has not told where it is', () => {
    expect(positionOffsetM(PLACE, null)).toBeNull()
  })

  it('is counted over the ground, to the millimetre: the registered place has no height', () => {
    expect(positionOffsetM(PLACE, told({}))).toBe(0)
    expect(positionOffsetM(PLACE, told({ up: 3 }))).toBe(0)
    expect(positionOffsetM(PLACE, told({ east: 0.012 }))).toBe(0.012)
    expect(positionOffsetM(PLACE, told({ north: -2, up: 1 }))).toBeCloseTo(2, 2)
  })

  it('equals the way it was moved, wherever on Earth', () => {
    const anyPlace = fc.record({
      lat: fc.double({ min: -85, max: 85, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      height: fc.double({ min: -50, max: 5000, noNaN: true }),
    })
    const metres = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(anyPlace, metres, metres, (place, east, north) => {
        const way = Math.hypot(east, north)
        // Seen from below, on the ellipsoid: shorter by the height's share of the Earth's radius; and the Earth is round.
        const slack = 0.001 + way * (Math.abs(place.height) / 6_300_000) + way * way * 1e-6
        expect(Math.abs(positionOffsetM(place, told({ east, north }, place))! - way)).toBeLessThan(slack)
      }),
    )
  })
})

describe('alarms', () => {
  it('say what is wrong, and nothing where all is well', () => {
    expect(alarmsOf(off(0.02, 100), 'online', [])).toEqual([])
    expect(alarmsOf(off(1.234), 'degraded', ['GLO', 'BDS'])).toEqual([
      { stationId: 7, kind: 'degraded', params: { shortfalls: [{ code: 'epochs', pct: 81, least: 95 }] } },
      { stationId: 7, kind: 'moved', params: { metres: 1.234, most: 0.1 } },
      { stationId: 7, kind: 'silent_constellation', params: { constellations: ['GLO', 'BDS'] } },
    ])
  })

  it('say which figure falls short, by how much and of what', () => {
    const health = { ...FIGURES, healthPct: 81, latencyMs: 3_200, satellites: 5, positionOffsetM: null }
    expect(alarmsOf({ id: 7, health }, 'degraded', [])).toEqual([
      {
        stationId: 7,
        kind: 'degraded',
        params: {
          shortfalls: [
            { code: 'epochs', pct: 81, least: 95 },
            { code: 'late', ms: 3_200, most: 2_000 },
            { code: 'satellites', count: 5, least: 10 },
          ],
        },
      },
    ])
    expect(alarmsOf({ id: 7, health }, 'offline', [])).toEqual([
      { stationId: 7, kind: 'down', params: { seconds: 60 } },
    ])
  })

  it('moved begins above ten centimetres, or what the network says', () => {
    expect(kinds('online', 0.1, [])).toEqual([])
    expect(kinds('online', 0.101, [])).toEqual(['moved'])
    expect(alarmsOf({ ...off(0.85), movedLimitM: 1 }, 'online', [])).toEqual([])
    expect(kinds('online', null, [])).toEqual([])
  })

  it('a station that is down has no constellations to miss; it may have moved all the same', () => {
    expect(kinds('offline', 0.05, ['GPS', 'GLO'])).toEqual(['down'])
    expect(kinds('offline', 40, ['GPS'])).toEqual(['down', 'moved'])
  })

  it('work that was announced is no alarm, whatever is measured', () => {
    expect(kinds('maintenance', 40, ['GPS'])).toEqual([])
  })

  it('of clocks say which constellation is off and by how much, while the station sends', () => {
    const clocks = {
      reference: 'GPS',
      clocks: [
        { constellation: 'GLO', aheadMs: -500 },
        { constellation: 'BDS', aheadMs: null },
      ],
    }
    const off = { clocks, timeAheadMs: 3_400 }
    expect(clockAlarmsOf(7, 'online', { clocks: null, timeAheadMs: null })).toEqual([])
    expect(clockAlarmsOf(7, 'degraded', off)).toEqual([
      {
        stationId: 7,
        kind: 'clock_differs',
        params: {
          reference: 'GPS',
          clocks: [
            { constellation: 'GLO', seconds: -0.5 },
            { constellation: 'BDS', seconds: null },
          ],
        },
      },
      { stationId: 7, kind: 'wrong_time', params: { seconds: 3 } },
    ])
    for (const status of ['offline', 'maintenance'] as const) expect(clockAlarmsOf(7, status, off)).toEqual([])
  })

  it('never come twice of one kind', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...STATION_STATUSES),
        fc.option(fc.double({ min: 0, max: 2, noNaN: true })),
        fc.subarray(['GPS', 'GLO', 'GAL', 'BDS']),
        (status, offset, silent) => {
          const raised = kinds(status, offset, silent)
          expect(new Set(raised).size).toBe(raised.length)
        },
      ),
    )
  })
})
