// The simulated atmosphere: sizes as in nature, the same for all stations, and known.

import type { SignalObservation } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { Receiver } from '../../../src/demo/simulator/receiver.ts'
import { Atmosphere } from '../../../src/demo/simulator/sky/atmosphere.ts'
import { heightOf, type Place, toEcef, upAt } from '../../../src/demo/simulator/sky/earth.ts'
import { observe } from '../../../src/demo/simulator/sky/observe.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { INSTANT, STATION } from './places.ts'

const HOUR_MS = 3_600_000
const standing = (place: Place) => ({ position: toEcef(place), up: upAt(place) })
const CENTRE: Place = { lat: 21, lng: -100, height: 0 }
const at = (north: number, height = 0) => standing({ lat: CENTRE.lat + north, lng: CENTRE.lng, height })
const unit = ([x, y, z]: readonly [number, number, number]) => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length] as const
}

describe('the troposphere', () => {
  const atmosphere = new Atmosphere()

  it('has the zenith delay of a standard atmosphere, which falls with the height', () => {
    const sea = atmosphere.zenith(at(0), INSTANT)
    expect(sea.dry).toBeCloseTo(2.307, 2)
    expect(sea.wet).toBeGreaterThan(0.15)
    expect(sea.wet).toBeLessThan(0.25)
    const high = atmosphere.zenith(at(0, 2240), INSTANT)
    expect(heightOf(at(0, 2240))).toBeCloseTo(2240, 3)
    expect(high.dry).toBeCloseTo(1.76, 1)
    expect(high.wet).toBeLessThan(0.09)
  })

  it('changes with the weather by a few centimetres over hours and hundreds of kilometres', () => {
    const wet = (north: number, hours: number) => atmosphere.zenith(at(north), INSTANT + hours * HOUR_MS).wet
    const times = Array.from({ length: 12 }, (_, step) => wet(0, step / 2))
    expect(Math.max(...times) - Math.min(...times)).toBeCloseTo(0.06, 2)
    expect(Math.abs(wet(0.27, 0) - wet(0, 0))).toBeLessThan(0.012)
  })
})

describe('the ionosphere', () => {
  it.each([0.5, 50])('grows by %d mm per km towards the equator', (gradientPpm) => {
    const atmosphere = new Atmosphere({ ionosphereM: 20, gradientPpm, disturbanceM: 0 })
    const vertical = (north: number) =>
      atmosphere.vertical(unit(toEcef({ ...CENTRE, lat: CENTRE.lat + north })), INSTANT)
    const kilometres = 0.5 * 111.195
    expect((1000 * (vertical(-0.5) - vertical(0))) / kilometres).toBeCloseTo(gradientPpm, 0)
    expect(vertical(0.5)).toBeLessThan(vertical(0))
  })

  it('is largest in the afternoon', () => {
    const atmosphere = new Atmosphere({ disturbanceM: 0 })
    const up = unit(toEcef(CENTRE))
    const hours = Array.from({ length: 24 }, (_, hour) => atmosphere.vertical(up, Date.UTC(2026, 10, 14, hour)))
    expect(hours.indexOf(Math.max(...hours))).toBe(21) // 14:20 local time
    expect([Math.min(...hours), Math.max(...hours)].map((one) => Math.round(one))).toEqual([2, 8])
  })

  it('carries a disturbance that travels 9 km per minute', () => {
    const atmosphere = new Atmosphere({ ionosphereM: 20, gradientPpm: 0, disturbanceM: 0.3 })
    const quiet = new Atmosphere({ ionosphereM: 20, gradientPpm: 0, disturbanceM: 0 })
    const up = unit(toEcef(CENTRE))
    const wave = (seconds: number) => {
      const atMs = INSTANT + seconds * 1000
      return atmosphere.vertical(up, atMs) - quiet.vertical(up, atMs)
    }
    const period = 200_000 / 150
    const values = Array.from({ length: 40 }, (_, step) => wave((step * period) / 40))
    expect(Math.max(...values)).toBeCloseTo(0.3, 2)
    expect(Math.min(...values)).toBeCloseTo(-0.3, 2)
    expect(wave(period)).toBeCloseTo(wave(0), 6)
  })
})

it('delays the code, advances the phase, and follows the frequency', () => {
  const antenna = standing(STATION.position)
  const measured = (atmosphere: Atmosphere | null) =>
    new Receiver({ sky: new Sky(1, atmosphere), seed: 5, antenna }).observe(INSTANT)
  const atmosphere = new Atmosphere()
  const [without, with_] = [measured(null), measured(atmosphere)]
  const truth = atmosphere.above(antenna, INSTANT)
  const sightings = observe(new Sky(1, null), { ...antenna, clock: 0 }, INSTANT)
  for (const [index, { satellite, observations }] of with_.entries()) {
    if (satellite.constellation !== 'GPS') continue
    const [one, two] = observations.signals as [SignalObservation, SignalObservation]
    const [cleanOne, cleanTwo] = without[index]!.observations.signals as [SignalObservation, SignalObservation]
    const { direction, sinElevation } = sightings.find((sighting) => sighting.satellite.index === satellite.index)!
    const { troposphere, ionosphere } = truth(direction, sinElevation)
    expect(one.pseudorange! - cleanOne.pseudorange!).toBeCloseTo(troposphere + ionosphere, 6)
    expect(one.phaseRange! - cleanOne.phaseRange!).toBeCloseTo(troposphere - ionosphere, 6)
    const second = ionosphere * (1575.42 / 1227.6) ** 2
    expect(two.pseudorange! - cleanTwo.pseudorange!).toBeCloseTo(troposphere + second, 6)
  }
})

it('differs little between neighbours: 30 km apart, by centimetres', () => {
  const atmosphere = new Atmosphere()
  const [here, there] = [at(0), at(0.27)]
  for (const { satellite, direction, sinElevation } of observe(new Sky(1), { ...here, clock: 0 }, INSTANT)) {
    const seen = observe(new Sky(1), { ...there, clock: 0 }, INSTANT).find(
      (one) => one.satellite.index === satellite.index,
    )
    if (!seen || sinElevation < 0.3) continue
    const one = atmosphere.above(here, INSTANT)(direction, sinElevation)
    const other = atmosphere.above(there, INSTANT)(seen.direction, seen.sinElevation)
    expect(Math.abs(one.ionosphere - other.ionosphere)).toBeLessThan(0.3)
    expect(Math.abs(one.troposphere - other.troposphere)).toBeLessThan(0.1)
  }
})
