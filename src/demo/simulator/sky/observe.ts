// What an antenna that stands still sees of the sky at an instant: how far each satellite is, as a receiver measures it.
//
// There is no air in between. RTKLIB's single solution models none unless it is told to (rnx2rtkp -p 0; with broadcast
// ionosphere and Saastamoinen it stands 11 m off here), and what both ends of a short baseline lack does not matter to RTK.
import type { Vector } from '../../../domain/geometry/geodesy.ts'
import { LIGHT } from './kepler.ts'
import type { Satellite, SatelliteState, Sky } from './sky.ts'

export interface Antenna {
  /** Metres, Earth-fixed. */
  readonly position: Vector
  readonly up: Vector
  /** Seconds that the receiver's clock is ahead of GPS time. */
  readonly clock: number
}

export interface Sighting {
  readonly satellite: Satellite
  /** Of the elevation: 1 is overhead. */
  readonly sinElevation: number
  /** m: distance, and what the clocks are off by. */
  readonly range: number
  /** m/s, positive as the distance grows. */
  readonly rate: number
}

/** Elevation in degrees below which nothing is observed. */
export const MASK = 10
const SIN_MASK = Math.sin((MASK * Math.PI) / 180)
/** IS-GPS-200; the constellations' own values differ in the eighth digit. */
const EARTH_RATE = 7.292_115_146_7e-5

/** The satellites above the mask, by constellation and number. */
export function observe(sky: Sky, antenna: Antenna, instantMs: number): Sighting[] {
  const sightings: Sighting[] = []
  for (const state of sky.at(instantMs)) {
    const sinElevation = sinElevationOf(state, antenna)
    if (sinElevation >= SIN_MASK) sightings.push(sighting(state, antenna, sinElevation))
  }
  return sightings
}

function sinElevationOf({ x, y, z }: SatelliteState, { position, up }: Antenna): number {
  const [dx, dy, dz] = [x - position[0], y - position[1], z - position[2]]
  return (dx * up[0] + dy * up[1] + dz * up[2]) / Math.sqrt(dx * dx + dy * dy + dz * dz)
}

/**
 * The state is the one of `lightTime` before the instant. From there to the true moment of sending, a hundredth of a second
 * away at most, the satellite is taken to fly straight on: 0.05 mm off, and 6 mm/s in the rate.
 */
function sighting(state: SatelliteState, { position, clock }: Antenna, sinElevation: number): Sighting {
  const [x0, y0, z0] = position
  let travelled = state.satellite.lightTime
  let distance = 0
  let rate = 0
  for (let step = 0; step < 3; step++) {
    const later = state.satellite.lightTime - travelled - clock
    const x = state.x + state.vx * later
    const y = state.y + state.vy * later
    const [dx, dy, dz] = [x - x0, y - y0, state.z + state.vz * later - z0]
    const straight = Math.sqrt(dx * dx + dy * dy + dz * dz)
    // While the signal travels the Earth turns (IS-GPS-200, 20.3.3.4.3.4), here to the first order: 1 mm off at most.
    distance = straight + (EARTH_RATE / LIGHT) * (x * y0 - y * x0)
    rate = (dx * state.vx + dy * state.vy + dz * state.vz) / straight
    travelled = distance / LIGHT
  }
  const clocks = clock - (state.clock + state.clockRate * (state.satellite.lightTime - travelled - clock))
  return {
    satellite: state.satellite,
    sinElevation,
    range: distance + LIGHT * clocks,
    // What is received in a second was sent in a little more or less than one.
    rate:
      (rate + (EARTH_RATE / LIGHT) * (state.vx * y0 - state.vy * x0)) / (1 + rate / LIGHT) - LIGHT * state.clockRate,
  }
}
