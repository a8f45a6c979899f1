// One simulated sky for all stations and rovers: satellite positions at an instant, broadcast messages, and the
// atmosphere.
import { Atmosphere } from './atmosphere.ts'
import { broadcast, issueAt } from './broadcast.ts'
import { motionOf, type Satellite, satellitesOf } from './constellations.ts'
import { gpsSeconds } from './gps-time.ts'
import { LAID_OUT_AT } from './kepler.ts'

export type { Satellite }

/** State of a satellite at transmission, `lightTime` before an instant. ECEF, in metres and seconds. */
export interface SatelliteState {
  readonly satellite: Satellite
  readonly x: number
  readonly y: number
  readonly z: number
  readonly vx: number
  readonly vy: number
  readonly vz: number
  /** Offset of the clock from GPS time in seconds, and its rate. */
  readonly clock: number
  readonly clockRate: number
}

/** Stations are rarely more than a few epochs apart. Measured: 0.1 ms to compute an instant. */
const INSTANTS_KEPT = 8

export class Sky {
  readonly satellites: readonly Satellite[]
  /** `null` for a sky without one. */
  readonly atmosphere: Atmosphere | null
  readonly #states = new Map<number, readonly SatelliteState[]>()
  readonly #broadcasts: { count: number; bytes: Buffer }[] = []

  /** The same seed gives the same sky. */
  constructor(seed = 1, atmosphere: Atmosphere | null = new Atmosphere()) {
    this.satellites = satellitesOf(seed)
    this.atmosphere = atmosphere
  }

  /** States of all satellites, in view or not. */
  at(instantMs: number): readonly SatelliteState[] {
    const known = this.#states.get(instantMs)
    if (known) return known
    const states = this.satellites.map((satellite) => stateOf(satellite, gpsSeconds(instantMs)))
    if (this.#states.size >= INSTANTS_KEPT) this.#states.delete(this.#states.keys().next().value!)
    this.#states.set(instantMs, states)
    return states
  }

  broadcast(satellite: Satellite, instantMs: number): Buffer {
    const issue = issueAt(satellite.constellation, gpsSeconds(instantMs))
    const known = this.#broadcasts[satellite.index]
    if (known?.count === issue.count) return known.bytes
    const bytes = broadcast(satellite, issue)
    this.#broadcasts[satellite.index] = { count: issue.count, bytes }
    return bytes
  }
}

function stateOf(satellite: Satellite, gpsSeconds: number): SatelliteState {
  const sent = gpsSeconds - satellite.lightTime
  const { position, velocity, relativity, relativityRate } = motionOf(satellite, sent)
  const { bias, drift } = satellite.clock
  return {
    satellite,
    x: position[0],
    y: position[1],
    z: position[2],
    vx: velocity[0],
    vy: velocity[1],
    vz: velocity[2],
    clock: bias + drift * (sent - LAID_OUT_AT) + relativity,
    clockRate: drift + relativityRate,
  }
}
