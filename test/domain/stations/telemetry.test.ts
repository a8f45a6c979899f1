import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedBy, type Offset } from '../../../src/demo/simulator/sky/earth.ts'
import { clockAlarmsOf } from '../../../src/domain/stations/clock-alarms.ts'
import { STATION_STATUSES, type StationStatus } from '../../../src/domain/stations/station.ts'
import { alarmsOf, positionOffsetM } from '../../../src/domain/stations/telemetry.ts'

const PLACE = { lat: 19.4326077, lng: -99.1332081, height: 2240.123 }

/** The announced position of an antenna with this offset from the registered place. */
const told = (offset: Partial<Offset>, place = PLACE) => {
  const [x, y, z] = movedBy(place, { east: 0, north: 0, up: 0, ...offset })
  return { x, y, z }
}
const FIGURES = { measuredAt: new Date(), latencyMs: 300, satellites: 30, satellitesByConstellation: {} }
const off = (positionOffsetM: number | null, healthPct = 81) => ({
  id: 7,
  health: { ...FIGURES, healthPct, positionOffsetM },
})
const kinds = (status: StationStatus, offset: number | null, silent: string[]) =>
  alarmsOf(off(offset), status, silent).map(({ kind }) => kind)

describe('the distance of an antenna from its registered position', () => {
  it('is unknown until the station announces its position', () => {
    expect(positionOffsetM(PLACE, null)).toBeNull()
  })

  it('is horizontal, to the millimetre, because the registered position has no height', () => {
    expect(positionOffsetM(PLACE, told({}))).toBe(0)
    expect(positionOffsetM(PLACE, told({ up: 3 }))).toBe(0)
    expect(positionOffsetM(PLACE, told({ east: 0.012 }))).toBe(0.012)
    expect(positionOffsetM(PLACE, told({ north: -2, up: 1 }))).toBeCloseTo(2, 2)
  })

  it('equals the displacement, anywhere on Earth', () => {
    const anyPlace = fc.record({
      lat: fc.double({ min: -85, max: 85, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
      height: fc.double({ min: -50, max: 5000, noNaN: true }),
    })
    const metres = fc.double({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(anyPlace, metres, metres, (place, east, north) => {
        const way = Math.hypot(east, north)
        // On the ellipsoid it is shorter by the height's share of the Earth's radius, and the Earth is curved.
        const slack = 0.001 + way * (Math.abs(place.height) / 6_300_000) + way * way * 1e-6
        expect(Math.abs(positionOffsetM(place, told({ east, north }, place))! - way)).toBeLessThan(slack)
      }),
    )
  })
})

describe('station alarms', () => {
  it('report what is wrong, and nothing if all is well', () => {
    expect(alarmsOf(off(0.02, 100), 'online', [])).toEqual([])
    expect(alarmsOf(off(1.234), 'degraded', ['GLO', 'BDS'])).toEqual([
      { stationId: 7, kind: 'degraded', params: { shortfalls: [{ code: 'epochs', pct: 81, least: 95 }] } },
      { stationId: 7, kind: 'moved', params: { metres: 1.234, most: 0.1 } },
      { stationId: 7, kind: 'silent_constellation', params: { constellations: ['GLO', 'BDS'] } },
    ])
  })

  it('report each value below its limit, with both', () => {
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

  it('report "moved" above ten centimetres, or above the limit of the network', () => {
    expect(kinds('online', 0.1, [])).toEqual([])
    expect(kinds('online', 0.101, [])).toEqual(['moved'])
    expect(alarmsOf({ ...off(0.85), movedLimitM: 1 }, 'online', [])).toEqual([])
    expect(kinds('online', null, [])).toEqual([])
  })

  it('report no missing constellations of an offline station, but its displacement', () => {
    expect(kinds('offline', 0.05, ['GPS', 'GLO'])).toEqual(['down'])
    expect(kinds('offline', 40, ['GPS'])).toEqual(['down', 'moved'])
  })

  it('are suppressed during maintenance', () => {
    expect(kinds('maintenance', 40, ['GPS'])).toEqual([])
  })

  it("report which constellation's clock is off and by how much, while the station sends", () => {
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

  it('are unique by kind', () => {
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
