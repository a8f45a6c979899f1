// The satellites that a fixed antenna sees at an instant, with their distances without an atmosphere.
import type { Vector } from '../../../domain/geometry/geodesy.ts'
import type { Standing } from './earth.ts'
import { LIGHT } from './kepler.ts'
import type { Satellite, SatelliteState, Sky } from './sky.ts'

export interface Antenna extends Standing {
  /** Offset of the receiver's clock from GPS time in seconds. */
  readonly clock: number
}

export interface Sighting {
  readonly satellite: Satellite
  /** Sine of the elevation: 1 at the zenith. */
  readonly sinElevation: number
  /** Unit vector from the antenna. */
  readonly direction: Vector
  /** Metres: distance plus clock offsets. */
  readonly range: number
  /** Metres per second, positive while the distance grows. */
  readonly rate: number
}

/** Minimum elevation in degrees. */
export const MASK = 10
const SIN_MASK = Math.sin((MASK * Math.PI) / 180)
/** IS-GPS-200; the values of other constellations differ in the eighth digit. */
const EARTH_RATE = 7.292_115_146_7e-5

/** Satellites above the mask, sorted by constellation and number. */
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
 * `state` is the satellite's state at its approximate time of transmission, `lightTime` before the instant. The exact
 * time differs by at most 0.01 s; moving the satellite linearly over that time causes an error of 0.05 mm in the range
 * and of 6 mm/s in the rate.
 */
function sighting(state: SatelliteState, { position, clock }: Antenna, sinElevation: number): Sighting {
  const [x0, y0, z0] = position
  let travelled = state.satellite.lightTime
  let distance = 0
  let rate = 0
  let direction: Vector = [0, 0, 0]
  for (let step = 0; step < 3; step++) {
    const later = state.satellite.lightTime - travelled - clock
    const x = state.x + state.vx * later
    const y = state.y + state.vy * later
    const [dx, dy, dz] = [x - x0, y - y0, state.z + state.vz * later - z0]
    const straight = Math.sqrt(dx * dx + dy * dy + dz * dz)
    // The Earth rotates while the signal travels (IS-GPS-200, 20.3.3.4.3.4); to the first order, the error is 1 mm at
    // most.
    distance = straight + (EARTH_RATE / LIGHT) * (x * y0 - y * x0)
    rate = (dx * state.vx + dy * state.vy + dz * state.vz) / straight
    direction = [dx / straight, dy / straight, dz / straight]
    travelled = distance / LIGHT
  }
  const clocks = clock - (state.clock + state.clockRate * (state.satellite.lightTime - travelled - clock))
  return {
    satellite: state.satellite,
    sinElevation,
    direction,
    range: distance + LIGHT * clocks,
    // Doppler: what arrives within a second was sent within slightly more or less than a second.
    rate:
      (rate + (EARTH_RATE / LIGHT) * (state.vx * y0 - state.vy * x0)) / (1 + rate / LIGHT) - LIGHT * state.clockRate,
  }
}
