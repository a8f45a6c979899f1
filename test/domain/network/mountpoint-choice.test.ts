import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Choice, Coverage } from '../../../src/domain/network/mountpoint-choice.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import { Sites } from '../../../src/domain/network/sites.ts'
import { AS_LISTED, type ReportedStream } from '../../../src/domain/network/upstreams/upstream.ts'
import { whyNotSold } from '../../../src/domain/orders/sellable.ts'
import { STATION_STATUSES, type Station, type StationStatus } from '../../../src/domain/stations/station.ts'
import {
  anyPlace,
  type Corners,
  depthIn,
  flatness,
  heightOverCap,
  kmBetween,
  type Place,
  placeAround,
  placeFrom,
  pointOf,
} from '../reference-sphere.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const MEASURED = {
  ...{ measuredAt: NOW, healthPct: 100, latencyMs: 100, satellites: 30, satellitesByConstellation: {} },
  positionOffsetM: null,
}
const CDMX = { lat: 19.4326, lng: -99.1332 }

const NETWORK: Network = {
  name: 'Vértice',
  casterHost: 'caster.example.mx',
  casterPort: 2101,
  datum: 'ITRF2008 época 2010.0',
  frame: 'mexico-itrf2008',
  epoch: 2010,
  format: 'RTCM 3.2',
  country: 'MEX',
  mountpoint: 'RED',
  upstream: 'ntrip://vrs.example.mx:2101/VRS',
  engineAnswers: true,
  nearBaseKm: 10,
  triangleSideKm: 70,
  phone: null,
  whatsapp: null,
  defaultRadiusKm: 50,
  switchNearerKm: 2,
  switchAfterS: 60,
}

let lastId = 0
const station = (place: Place, radiusKm = 50, declaredStatus: StationStatus = 'online'): Station => {
  const id = ++lastId
  return {
    ...place,
    id,
    code: `S${id}`,
    name: `Station ${id}`,
    federalState: '',
    country: 'MEX',
    radiusKm,
    mountpoint: `S${id}_RTCM32`,
    format: 'RTCM 3.2',
    datum: 'ITRF2008',
    frame: 'itrf2008',
    epoch: null,
    constellations: 'GPS',
    declaredStatus,
    isRtcm: true,
    archived: false,
    simulated: false,
    health: null,
  }
}
const choose = (stations: readonly Station[], at: Place, network = NETWORK) =>
  new Coverage(stations, NOW).choose(at, network)

// ---- a literal implementation of the rule, by full scans

interface Expected {
  readonly mode: Choice['mode']
  readonly distanceKm: number | null
  readonly station: Station | null
}
/** `unclear` if rounding decides whether a circle is empty or a point is inside. */
type Triangles = 'unclear' | Station[][]

function trianglesAround(stations: readonly Station[], at: Place): Triangles {
  const places = new Map(stations.map((one) => [`${one.lat} ${one.lng}`, one]))
  const all = [...places.values()]
  const points = all.map(pointOf)
  const found: Station[][] = []
  for (let i = 0; i < all.length; i++)
    for (let j = i + 1; j < all.length; j++)
      for (let k = j + 1; k < all.length; k++) {
        const corners: Corners = [points[i]!, points[j]!, points[k]!]
        const depth = depthIn(corners, pointOf(at))
        if (depth < -1e-9) continue
        const others = points.filter((_, index) => index !== i && index !== j && index !== k)
        const highest = Math.max(-1, ...others.map((point) => heightOverCap(corners, point)))
        if (highest > 1e-13) continue
        if (highest > -1e-13 || depth < 1e-9 || flatness(corners) < 0.05 || Number.isNaN(depth)) return 'unclear'
        found.push([all[i]!, all[j]!, all[k]!])
      }
  return found
}

function slowLayer(stations: readonly Station[], at: Place, network: Network): Expected | 'unclear' | null {
  const byDistance = stations.map((one) => ({ station: one, km: kmBetween(at, one) })).sort((a, b) => a.km - b.km)
  const nearest = byDistance[0]
  if (!nearest) return null
  if (nearest.km <= network.nearBaseKm) return { mode: 'base', distanceKm: nearest.km, station: nearest.station }
  if (network.engineAnswers) {
    const triangles = trianglesAround(stations, at)
    if (triangles === 'unclear') return 'unclear'
    for (const [a, b, c] of triangles as [Station, Station, Station][]) {
      if (Math.max(kmBetween(a, b), kmBetween(b, c), kmBetween(c, a)) > network.triangleSideKm) continue
      return { mode: 'vrs', distanceKm: Math.min(...[a, b, c].map((one) => kmBetween(at, one))), station: null }
    }
  }
  const reaching = byDistance.find(({ station: one, km }) => km <= one.radiusKm)
  return reaching ? { mode: 'base', distanceKm: reaching.km, station: reaching.station } : null
}

function slowChoice(
  stations: readonly { station: Station; status: StationStatus }[],
  at: Place,
  network: Network,
): Expected | 'unclear' {
  const having = (...statuses: StationStatus[]) =>
    stations.filter(({ status }) => statuses.includes(status)).map((one) => one.station)
  const online = slowLayer(having('online'), at, network)
  if (online) return online
  const usable = having('online', 'degraded')
  const second = slowLayer(usable, at, network)
  if (second) return second
  const notServing = stations
    .filter(({ status }) => status !== 'online' && status !== 'degraded')
    .map((one) => ({ station: one.station, km: kmBetween(at, one.station) }))
    .filter(({ station: { radiusKm }, km }) => km <= radiusKm)
    .sort((a, b) => a.km - b.km)[0]
  if (notServing) return { mode: 'none', distanceKm: notServing.km, station: notServing.station }
  const nearest = usable
    .map((one) => ({ station: one, km: kmBetween(at, one) }))
    .reduce<{ station: Station; km: number } | null>((best, one) => (best && best.km <= one.km ? best : one), null)
  return { mode: 'none', distanceKm: nearest?.km ?? null, station: nearest?.station ?? null }
}

/** A declared or measured status, with the resulting status. */
const anyStatus = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ declaredStatus: 'online', health: null, status: 'online' } as const) },
  fc.constantFrom(...STATION_STATUSES).map((status) => ({ declaredStatus: status, health: null, status })),
  fc.constantFrom(
    ...(
      [
        ['online', 1, 30],
        ['degraded', 1, 9],
        ['offline', 61, 30],
      ] as const
    ).map(([status, age, satellites]) => ({
      declaredStatus: 'offline' as const,
      status,
      health: {
        measuredAt: new Date(NOW.getTime() - age * 1000),
        healthPct: 100,
        latencyMs: 100,
        satellites,
        satellitesByConstellation: {},
        positionOffsetM: null,
      },
    })),
  ),
)
const anyRadius = fc.constantFrom(1, 5, 10, 20, 30, 50, 100, 1000)

const anyNetworkWithin = (km: number) =>
  anyPlace.chain((centre) =>
    fc.record({
      stations: fc.array(
        fc.tuple(placeAround(centre, km), anyRadius, anyStatus).map(([place, radiusKm, { status, ...state }]) => ({
          station: { ...station(place, radiusKm), ...state },
          status,
        })),
        { maxLength: 14 },
      ),
      at: placeAround(centre, km * 1.1),
      network: fc
        .record({
          engineAnswers: fc.constantFrom(true, true, false),
          nearBaseKm: fc.constantFrom(10, 10, 0, 25),
          triangleSideKm: fc.constantFrom(70, 70, 30, 200),
        })
        .map((change) => ({ ...NETWORK, ...change })),
    }),
  )

function expectSame(choice: Choice, expected: Expected, at: Place): void {
  expect(choice.mode).toBe(expected.mode)
  expect(choice.distanceKm).toBe(expected.distanceKm)
  // Either of two stations at the same distance is correct.
  expect(choice.station && kmBetween(at, choice.station.station)).toBe(expected.station && expected.distanceKm)
  if (choice.mode === 'base')
    expect(choice.station!.distanceKm).toBeLessThanOrEqual(Math.max(choice.station!.station.radiusKm, 25))
}

describe('the choice', () => {
  it.each([30, 80, 200, 1500])('matches a literal implementation of the rule in networks of %i km', (km) => {
    let clear = 0
    fc.assert(
      fc.property(anyNetworkWithin(km), ({ stations, at, network }) => {
        const expected = slowChoice(stations, at, network)
        if (expected === 'unclear') return
        clear++
        expectSame(
          choose(
            stations.map((one) => one.station),
            at,
            network,
          ),
          expected,
          at,
        )
      }),
      { numRuns: 600 },
    )
    expect(clear).toBeGreaterThan(500)
  })

  it('finds the nearest of almost equally distant stations, in every direction', () => {
    const ring = fc.tuple(anyPlace, fc.constantFrom(5, 9.99, 40, 400)).chain(([at, km]) =>
      fc.record({
        at: fc.constant(at),
        stations: fc.array(
          fc
            .tuple(fc.integer({ min: 0, max: 359 }), fc.integer({ min: 0, max: 60 }))
            .map(([azimuth, more]) => station(placeFrom(at, azimuth, km * (1 + more / 10_000)), 1000)),
          { minLength: 1, maxLength: 12 },
        ),
      }),
    )
    fc.assert(
      fc.property(ring, ({ at, stations }) => {
        const choice = choose(stations, at, { ...NETWORK, engineAnswers: false })
        expect(choice.distanceKm).toBe(Math.min(...stations.map((one) => kmBetween(at, one))))
      }),
      { numRuns: 600 },
    )
  })

  it('finds the nearest station that reaches the position near the edge of radii', () => {
    const edge = anyPlace.chain((at) =>
      fc.record({
        at: fc.constant(at),
        stations: fc.array(
          fc
            .tuple(fc.integer({ min: 0, max: 359 }), fc.constantFrom(20, 21, 30), fc.integer({ min: -60, max: 90 }))
            .map(([azimuth, km, more]) => station(placeFrom(at, azimuth, km * (1 + more / 10_000)), km)),
          { maxLength: 12 },
        ),
      }),
    )
    fc.assert(
      fc.property(edge, ({ at, stations }) => {
        const network = { ...NETWORK, engineAnswers: false }
        const all = stations.map((one) => ({ station: one, status: 'online' as const }))
        expectSame(choose(stations, at, network), slowChoice(all, at, network) as Expected, at)
      }),
      { numRuns: 600 },
    )
  })

  it('finds a station that reaches behind any number that almost do', () => {
    const short = [0, 60, 120, 180, 240].map((azimuth) => station(placeFrom(CDMX, azimuth, 20.05), 20))
    const reaching = station(placeFrom(CDMX, 300, 30), 50)
    const network = { ...NETWORK, engineAnswers: false }
    for (let count = 0; count <= short.length; count++) {
      const choice = choose([...short.slice(0, count), reaching], CDMX, network)
      expect(choice.station?.station.code, `behind ${count}`).toBe(reaching.code)
      expect(choice.mode).toBe('base')
    }
  })
})

describe('the limits of the choice', () => {
  const one = station(CDMX)
  const at = (km: number) => placeFrom(CDMX, 77, km)

  it('are 10 km for near stations and the radius for others', () => {
    expect(choose([one], at(9.999)).reason).toMatchObject({ code: 'near_base', params: { nearKm: 10 } })
    expect(choose([one], at(10.001)).reason.code).toBe('nearest_reaching')
    expect(choose([one], at(49.999)).mode).toBe('base')
    const none = choose([one], at(50.001))
    expect(none).toMatchObject({ mode: 'none', mountpoint: null, expectedErrorMm: null, alternatives: [] })
    expect(none.station!.station).toBe(one)
    expect(none.distanceKm).toBeCloseTo(50.001, 6)
  })

  it('use a near station even if its own radius is shorter', () => {
    expect(choose([station(CDMX, 1)], at(9)).mode).toBe('base')
  })

  it('use a triangle up to its longest side, and only while the network has an engine', () => {
    const triangle = (side: number) =>
      [0, 120, 240].map((azimuth) => station(placeFrom(CDMX, azimuth, side / Math.sqrt(3)), 5))
    expect(choose(triangle(69.9), CDMX)).toMatchObject({ mode: 'vrs', mountpoint: 'RED', station: null })
    expect(choose(triangle(69.9), CDMX).stations).toHaveLength(3)
    expect(choose(triangle(70.2), CDMX).mode).toBe('none')
    expect(choose(triangle(69.9), CDMX, { ...NETWORK, engineAnswers: false }).mode).toBe('none')
  })

  it('return the expected error and the alternatives of a base', () => {
    const [near, other] = [station(placeFrom(CDMX, 0, 20)), station(placeFrom(CDMX, 180, 30))]
    const choice = choose([near, other], CDMX)
    expect(choice.expectedErrorMm).toEqual({ horizontal: 28, vertical: 35 })
    expect(choice.alternatives.map(({ mountpoint }) => mountpoint)).toEqual([other.mountpoint])
    expect(choice.alternatives[0]!.distanceKm).toBeCloseTo(30, 6)
  })

  it('prefer a near base inside a triangle, with vrs as the alternative', () => {
    const stations = [0, 120, 240].map((azimuth) => station(placeFrom(CDMX, azimuth, 30)))
    const choice = choose(stations, placeFrom(stations[0]!, 180, 5))
    expect(choice.mode).toBe('base')
    expect(choice.alternatives[0]).toMatchObject({ mode: 'vrs', mountpoint: 'RED' })
  })
})

describe('the stations that can serve', () => {
  it('prefer a far online station to a near degraded one', () => {
    const degraded = station(placeFrom(CDMX, 0, 5), 50, 'degraded')
    const online = station(placeFrom(CDMX, 180, 40), 50)
    expect(choose([degraded, online], CDMX).station!.station).toBe(online)
    const alone = choose([degraded, station(placeFrom(CDMX, 180, 60), 50)], CDMX)
    expect(alone.station!.station).toBe(degraded)
    expect(alone.reason.degraded).toEqual([degraded.code])
  })

  it.each(['offline', 'maintenance'] as const)(
    'exclude a station that is %s; it is named if it reaches the position',
    (status) => {
      const silent = station(CDMX, 50, status)
      const far = station(placeFrom(CDMX, 90, 61))
      const choice = choose([far, silent], placeFrom(CDMX, 0, 0.4))
      expect(choice).toMatchObject({ mode: 'none', station: { station: silent, status }, mountpoint: null })
      expect(choice.reason).toMatchObject({ code: 'not_serving', params: { station: silent.code, status } })
      expect(choice.distanceKm).toBeCloseTo(0.4, 6)
      expect(choose([far, silent], placeFrom(CDMX, 270, 60)).station!.station).toBe(far)
      expect(choose([silent], placeFrom(CDMX, 0, 60))).toMatchObject({ mode: 'none', station: null, distanceKm: null })
    },
  )

  it('name a station that became silent seconds ago, not a distant one', () => {
    const health = { ...MEASURED, quiet: true }
    const silent = { ...station(CDMX), health }
    const choice = choose([station(placeFrom(CDMX, 90, 61)), silent], placeFrom(CDMX, 0, 0.4))
    expect(choice).toMatchObject({ mode: 'none', station: { station: silent, status: 'offline' } })
  })

  it('exclude a station that is not RTCM, which is not named either', () => {
    const choice = choose([{ ...station(CDMX), isRtcm: false }], CDMX)
    expect(choice).toMatchObject({ mode: 'none', station: null, distanceKm: null, stations: [] })
  })

  describe('a mountpoint of an upstream caster', () => {
    const told: ReportedStream = {
      ...{ identifier: '', format: 'RTCM 3.2', formatDetails: '', carrier: 2, navSystem: 'GPS', country: 'MEX' },
      ...{ lat: 1, lng: 1, needsGga: false, fromNetwork: false, generator: '', bitrate: null, via: [] },
    }
    const offered = (place: Place, more: Partial<ReportedStream> = {}, servesNetwork = false): Station => {
      const upstream = { id: 1, name: 'OLD', mountpoint: 'M', state: 'offered', servesNetwork } as const
      return { ...station(place), upstream: { ...upstream, told: { ...told, ...more } } }
    }

    it('is chosen as a base while idle, but not if it computes per rover', () => {
      expect(choose([offered(CDMX)], CDMX).mode).toBe('base')
      for (const more of [{ needsGga: true }, { fromNetwork: true }])
        expect(choose([offered(CDMX, more)], CDMX)).toMatchObject({ mode: 'none', station: null })
    })

    it('is not chosen while hidden', () => {
      const one = offered(CDMX)
      const hidden = { ...one, upstream: { ...one.upstream!, settings: { ...AS_LISTED, isHidden: true } } }
      expect(choose([hidden], CDMX)).toMatchObject({ mode: 'none', station: null })
    })

    it('is not chosen without a position from its sourcetable or the operator', () => {
      const nowhere = { lat: 0, lng: 0 }
      for (const more of [{ lat: null, lng: null }, nowhere]) {
        expect(choose([offered(nowhere, more)], nowhere)).toMatchObject({ mode: 'none', station: null })
        expect(choose([offered(CDMX, more)], CDMX).mode).toBe('base')
      }
      expect(choose([station(nowhere)], nowhere).mode).toBe('base')
    })

    it('is a corner of a triangle only if it may serve the network and is streaming', () => {
      const around = [0, 120, 240].map((azimuth) => placeFrom(CDMX, azimuth, 38)) as [Place, Place, Place]
      const own = [station(around[0]), station(around[1])]
      const modeWith = (third: Station) => choose([...own, third], CDMX).mode
      expect(modeWith(station(around[2]))).toBe('vrs')
      expect(modeWith(offered(around[2]))).toBe('base')
      expect(modeWith({ ...offered(around[2]), health: MEASURED })).toBe('base')
      expect(modeWith(offered(around[2], {}, true))).toBe('base')
      expect(modeWith({ ...offered(around[2], {}, true), health: MEASURED })).toBe('vrs')
      const released = { ...MEASURED, measuredAt: new Date(NOW.getTime() - 60_001) }
      expect(modeWith({ ...offered(around[2], {}, true), health: released })).toBe('base')
    })

    it('is not triangulated if it cannot be a corner, which is the most expensive step', () => {
      const own = [0, 120, 240].map((azimuth) => station(placeFrom(CDMX, azimuth, 38)))
      const pointsOf = (stations: readonly Station[]) => {
        const asked = vi.spyOn(Sites.prototype, 'triangulation', 'get')
        onTestFinished(() => asked.mockRestore())
        const coverage = new Coverage(stations, NOW)
        for (const _ of coverage.prepare());
        expect([coverage.isPrepared, coverage.choose(CDMX, NETWORK).mode]).toEqual([true, 'vrs'])
        const sites = new Set(asked.mock.contexts as unknown as Sites[])
        asked.mockRestore()
        return [...sites].map(({ within }) => within.length)
      }
      const theirs = [10, 20, 30, 40].map((azimuth) => offered(placeFrom(CDMX, azimuth, 45)))
      expect(pointsOf(own)).toEqual([3])
      expect(pointsOf([...own, ...theirs])).toEqual([3])
    })

    it('is not sold while unmeasured', () => {
      expect(whyNotSold(offered(CDMX), NOW)).toBe('unmeasured')
      expect(whyNotSold({ ...offered(CDMX), health: MEASURED }, NOW)).toBeNull()
      const released = { ...MEASURED, measuredAt: new Date(NOW.getTime() - 60_001) }
      expect(whyNotSold({ ...offered(CDMX), health: released }, NOW)).toBe('unmeasured')
    })
  })

  it('keeps a triangle despite an offline station inside it', () => {
    const stations = [0, 120, 240].map((azimuth) => station(placeFrom(CDMX, azimuth, 38)))
    expect(choose([...stations, station(CDMX, 50, 'offline')], CDMX).mode).toBe('vrs')
  })
})

describe('unusual networks', () => {
  it('has no choice without stations', () => {
    expect(choose([], CDMX)).toMatchObject({ mode: 'none', station: null, stations: [], distanceKm: null })
  })

  it('makes no network of two stations', () => {
    const stations = [station(placeFrom(CDMX, 90, 20)), station(placeFrom(CDMX, 270, 20))]
    expect(choose(stations, CDMX).mode).toBe('base')
  })

  it('makes no network of stations in a line', () => {
    const stations = [-40, -20, 20, 40].map((km) => station(placeFrom(CDMX, 0, km), 15))
    expect(choose(stations, placeFrom(CDMX, 90, 16)).mode).toBe('none')
  })

  it('treats three stations at one position as one', () => {
    const choice = choose([station(CDMX), station(CDMX), station(CDMX)], placeFrom(CDMX, 10, 20))
    expect(choice.mode).toBe('base')
    expect(choice.distanceKm).toBeCloseTo(20, 6)
  })

  it.each([
    ['the date line', { lat: 20, lng: 180 }],
    ['the north pole', { lat: 90, lng: 0 }],
    ['the south pole', { lat: -90, lng: 123 }],
  ])('uses a triangle over %s', (_, centre) => {
    const stations = [0, 120, 240].map((azimuth) => station(placeFrom(centre, azimuth, 35)))
    const choice = choose(stations, centre)
    expect(choice.mode).toBe('vrs')
    expect(choice.distanceKm).toBeCloseTo(35, 6)
    expect(choose([station(placeFrom(centre, 200, 9))], centre).distanceKm).toBeCloseTo(9, 6)
  })
})

describe('the cached geometry', () => {
  const grid = Array.from({ length: 60 }, (_, index) =>
    station({ lat: 19 + Math.floor(index / 8) * 0.3, lng: -99 - (index % 8) * 0.3 }),
  )
  const places = [CDMX, { lat: 19.5, lng: -99.7 }, { lat: 20.2, lng: -100.4 }, { lat: 25, lng: -110 }]
  const answers = (coverage: Coverage) => places.map((place) => coverage.choose(place, NETWORK))

  it.each([
    ['nothing changed', grid],
    [
      'some are degraded or offline',
      grid.map((one, index) => ({ ...one, declaredStatus: STATION_STATUSES[index % 3]! })),
    ],
    ['one moved', grid.map((one, index) => (index === 20 ? { ...one, lat: one.lat + 0.05 } : one))],
    ['one reaches less far', grid.map((one, index) => (index === 20 ? { ...one, radiusKm: 1 } : one))],
    ['one is gone', grid.slice(1)],
    ['one was measured', grid.map((one, index) => (index === 20 ? { ...one, name: 'another object' } : one))],
  ])('is reused only as far as it is still valid: %s', (_, stations) => {
    const before = new Coverage(grid, NOW)
    answers(before)
    expect(answers(new Coverage(stations, NOW, before))).toEqual(answers(new Coverage(stations, NOW)))
  })

  it('can be built in steps', () => {
    const coverage = new Coverage(grid, NOW)
    expect([...coverage.prepare()].length).toBeGreaterThan(1)
    expect(answers(coverage)).toEqual(answers(new Coverage(grid, NOW)))
  })
})
