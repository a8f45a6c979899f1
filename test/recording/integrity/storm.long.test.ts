// The index of the ionosphere during simulated storms, compared with the simulated ionosphere itself.
import { expect, it } from 'vitest'
import { Atmosphere, type AtmosphereOptions } from '../../../src/demo/simulator/sky/atmosphere.ts'
import { toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { IonosphereTally, indexOf } from '../../../src/domain/archive/integrity/ionosphere.ts'
import { distanceKm } from '../../../src/domain/geometry/geodesy.ts'
import { LiveBaselines } from '../../../src/recording/integrity/live-baselines.ts'
import { StationMeters } from '../../../src/recording/quality/station-meters.ts'

/** A multiple of 30 s of GPS time, at noon in Mexico. */
const START_MS = Date.UTC(2026, 0, 7, 18, 0, 12)
const [MINUTE_MS, EVERY_MS] = [60_000, 30_000]
/** Integers need up to 25 minutes; the hour after them counts. */
const [BEFORE_MS, HOUR_MS] = [40 * MINUTE_MS, 60 * MINUTE_MS]
const PLACES = [
  { id: 1, lat: 19.4, lng: -99.1, height: 2240 },
  { id: 2, lat: 19.67, lng: -99.05, height: 2300 },
]
const KM = distanceKm(PLACES[0]!, PLACES[1]!)
/** Two baselines of this length, to the north and to the east. */
const CROSSED = [
  PLACES[0]!,
  { ...PLACES[1]!, lng: -99.1, lat: 19.4 + KM / 110.7 },
  { ...PLACES[1]!, lat: 19.4, lng: -99.1 + KM / 105 },
]
/** Satellites that the solver uses. */
const LEAST_SINE = Math.sin((15 * Math.PI) / 180)
const USED = ['GPS', 'GAL', 'BDS']

function measured(atmosphere: Atmosphere): number | null {
  const live = new LiveBaselines()
  const meters = new StationMeters(live)
  meters.setStations(PLACES.map(({ id, lat, lng }) => ({ id, near: null, place: { lat, lng } })))
  live.setPairs([{ a: 1, b: 2, km: KM, fencingToken: null }])
  const sky = new Sky(1, atmosphere)
  const streams = PLACES.map((position) => ({
    id: position.id,
    stream: new StationStream(sky, { code: `S${position.id}`, stationId: position.id, position }),
  }))
  const tallies: (readonly number[])[] = []
  for (let atMs = START_MS; atMs < START_MS + BEFORE_MS + HOUR_MS; atMs += EVERY_MS) {
    for (const { id, stream } of streams) meters.push(id, stream.epoch(atMs), atMs)
    for (const bin of live.solve(atMs)?.bins ?? [])
      if (bin.ionosphere && bin.atMs > START_MS + BEFORE_MS) tallies.push(bin.ionosphere)
  }
  return indexOf(tallies)
}

interface Sighted {
  readonly sinElevation: number
  /** Metres of delay from the first place to each of the others. */
  readonly differences: readonly number[]
}

/** The true delays of an hour: for each instant and constellation, the satellites that all places see. */
function* delays(atmosphere: Atmosphere, places: typeof PLACES): Generator<Sighted[]> {
  const sky = new Sky(1, atmosphere)
  const antennas = places.map((place) => ({ position: toEcef(place), up: upAt(place), clock: 0 }))
  for (let atMs = START_MS + BEFORE_MS; atMs < START_MS + BEFORE_MS + HOUR_MS; atMs += EVERY_MS) {
    const [near, ...far] = antennas.map((antenna) => {
      const above = atmosphere.above(antenna, atMs)
      const seen = observe(sky, antenna, atMs).filter(
        ({ satellite, sinElevation }) => sinElevation > LEAST_SINE && USED.includes(satellite.constellation),
      )
      return new Map(
        seen.map(({ satellite: { index, constellation }, direction, sinElevation }) => [
          index,
          { sinElevation, constellation, delay: above(direction, sinElevation).ionosphere },
        ]),
      )
    })
    const common = [...near!].flatMap(([index, { delay, ...one }]) => {
      const others = far.flatMap((seen) => seen.get(index) ?? [])
      return others.length < far.length ? [] : [{ ...one, differences: others.map((other) => other.delay - delay) }]
    })
    yield* Map.groupBy(common, ({ constellation }) => constellation).values()
  }
}

/** The same percentile of the true delays, between each satellite and the highest one of its constellation. */
function truth(atmosphere: Atmosphere, places = PLACES): number {
  const tally = new IonosphereTally(KM)
  for (const own of delays(atmosphere, places)) {
    const highest = own.reduce((best, one) => (one.sinElevation > best.sinElevation ? one : best))
    for (const one of own)
      if (one !== highest) tally.add(one.differences.map((value, at) => value - highest.differences[at]!))
  }
  return indexOf([tally.take()!])!
}

/** The same percentile of the true gradients to the north and east together, without the mean of the satellites. */
function gradients(atmosphere: Atmosphere): number {
  const tally = new IonosphereTally(KM)
  for (const own of delays(atmosphere, CROSSED)) {
    const means = [0, 1].map((at) => own.reduce((sum, one) => sum + one.differences[at]!, 0) / own.length)
    tally.add(own.map(({ differences }) => Math.hypot(...differences.map((value, at) => value - means[at]!))))
  }
  return indexOf([tally.take()!])!
}

const SKIES: readonly [name: string, options: AtmosphereOptions][] = [
  ['a quiet day', { gradientPpm: 0.5, disturbanceM: 0.02, ionosphereM: 2 }],
  ['an active day', { gradientPpm: 5, disturbanceM: 0.1 }],
  ['a storm', { gradientPpm: 12, disturbanceM: 0.1, ionosphereM: 10 }],
]

it.each(SKIES)('follows the truth on %s, within 0.5 ppm or 10 %', (_, options) => {
  const atmosphere = new Atmosphere(options)
  const [index, known] = [measured(atmosphere), truth(atmosphere)]
  expect(index).not.toBeNull()
  expect(Math.abs(index! - known)).toBeLessThanOrEqual(Math.max(0.5, 0.1 * known))
})

it.each([...SKIES, ['a normal day', {}]] as const)(
  'is as large as the gradients that I95 is made from on %s, within 12 %',
  (_, options) => {
    const atmosphere = new Atmosphere(options)
    const ratio = truth(atmosphere, CROSSED) / gradients(atmosphere)
    expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(0.12)
  },
)

it('is missing, not wrong, if a disturbance leaves no certain integers', () => {
  const atmosphere = new Atmosphere({ gradientPpm: 2, disturbanceM: 0.4, ionosphereM: 15 })
  expect(truth(atmosphere)).toBe(25)
  expect(measured(atmosphere)).toBeNull()
})
