// The observations of one station at one instant, with what its known position predicts. Several baselines share it.
import { HALF_CYCLE, LOSS_OF_LOCK, type ObservationEpoch } from '@vertice/rtcm'
import type { AntennaCalibration } from '../antennas/antex.ts'
import { phaseShift } from '../antennas/phase-shift.ts'
import { type Geodetic, geodeticOf } from '../ellipsoid.ts'
import type { SatelliteState } from '../orbits/state.ts'
import { troposphericDelay } from '../position/troposphere.ts'
import type { Vector } from '../vector.ts'
import { type Mapping, mappingAt } from './mapping.ts'

const LIGHT = 299_792_458
const EARTH_RATE = 7.292_115_146_7e-5
const RADIAN = 180 / Math.PI
export const SIGNALS = 33
const MASK_DEGREES = 10
const DAY_S = 86_400
const YEAR_DAYS = 365.25
/** GPS time began on 6 January. */
const FIRST_DAY = 5
/** Days after which the seasonal terms of the mapping function are computed again. */
const SEASON_DAYS = 1

/** The orbit of a satellite at an instant; `null` if it is unknown. Every station must use the same one. */
export type OrbitAt = (satellite: number, gpsSeconds: number) => ((gpsSeconds: number) => SatelliteState) | null

/** A satellite above the horizon of the station. */
export interface Sight {
  readonly satellite: number
  /** Degrees. */
  readonly elevation: number
  /** Unit vector to the satellite: east, north, up. */
  readonly direction: readonly [east: number, north: number, up: number]
  /** Metres: geometry, satellite clock and standard atmosphere. */
  readonly predicted: number
  /** Metres of path per metre of additional zenith delay. */
  readonly wetMapping: number
}

export class StationEpoch {
  gpsMs = Number.NaN
  /** By satellite key. */
  readonly sights = new Map<number, Sight>()
  readonly #position: Vector
  readonly #geodetic: Geodetic
  readonly #antenna: AntennaCalibration | null
  readonly #axes: readonly [Vector, Vector, Vector]
  readonly #zenith: { readonly dry: number; readonly wet: number }
  /** By slot. */
  readonly #observed = new Map<number, { readonly code: number; readonly phase: number }>()
  readonly #losses = new Map<number, number>()
  #mapping: (elevation: number) => Mapping = () => ({ dry: 1, wet: 1 })
  #mappingDay = Number.NEGATIVE_INFINITY

  /** `position`: of the antenna's reference point. Without a calibration the phase centre is taken to be there. */
  constructor(position: Vector, antenna: AntennaCalibration | null = null) {
    this.#position = position
    this.#antenna = antenna
    this.#geodetic = geodeticOf(position)
    this.#axes = axesAt(this.#geodetic)
    const all = troposphericDelay(this.#geodetic, 90)
    // The standard atmosphere's dry share: what remains is estimated with the wet mapping function anyway.
    this.#zenith = { dry: all * 0.95, wet: all * 0.05 }
  }

  get position(): Vector {
    return this.#position
  }

  get geodetic(): Geodetic {
    return this.#geodetic
  }

  /** Notes the losses of lock of an epoch that is not used. */
  skip(epoch: ObservationEpoch): void {
    for (let row = 0; row < epoch.rows; row++) {
      if ((epoch.flags[row]! & LOSS_OF_LOCK) === 0) continue
      const slot = slotOf(epoch.satellite[row]!, epoch.signal[row]!)
      this.#losses.set(slot, (this.#losses.get(slot) ?? 0) + 1)
    }
  }

  load(epoch: ObservationEpoch, orbitAt: OrbitAt): void {
    this.skip(epoch)
    this.#observed.clear()
    this.sights.clear()
    this.gpsMs = epoch.gpsMs
    const ranges = new Map<number, number>()
    for (let row = 0; row < epoch.rows; row++) {
      const range = epoch.pseudorange[row]!
      const isUsable = range > 1e7 && (epoch.flags[row]! & HALF_CYCLE) === 0 && Number.isFinite(epoch.phase[row]!)
      if (!isUsable || epoch.phase[row] === 0) continue
      const slot = slotOf(epoch.satellite[row]!, epoch.signal[row]!)
      this.#observed.set(slot, { code: range, phase: epoch.phase[row]! })
      if (!ranges.has(epoch.satellite[row]!)) ranges.set(epoch.satellite[row]!, range)
    }
    const gpsSeconds = epoch.gpsMs / 1000
    for (const [satellite, range] of ranges) {
      const orbit = orbitAt(satellite, gpsSeconds)
      const sight = orbit && this.#sight(satellite, gpsSeconds, range, orbit)
      if (sight) this.sights.set(satellite, sight)
    }
  }

  get isCalibrated(): boolean {
    return this.#antenna !== null
  }

  /** Metres that the antenna adds to the ranges on a frequency (`G01`). */
  antennaShift({ direction }: Sight, frequency: string): number {
    return this.#antenna ? phaseShift(this.#antenna, frequency, direction) : 0
  }

  /** Metres; NaN if the epoch has no such observation with a phase. */
  code(satellite: number, signal: number): number {
    return this.#observed.get(slotOf(satellite, signal))?.code ?? Number.NaN
  }

  /** Cycles; NaN if there is none. */
  phase(satellite: number, signal: number): number {
    return this.#observed.get(slotOf(satellite, signal))?.phase ?? Number.NaN
  }

  /** Losses of lock since the start. */
  losses(satellite: number, signal: number): number {
    return this.#losses.get(slotOf(satellite, signal)) ?? 0
  }

  #sight(satellite: number, gpsSeconds: number, range: number, orbit: (seconds: number) => SatelliteState) {
    const received = gpsSeconds - range / LIGHT
    const sent = received - orbit(received).clock
    const state = orbit(sent)
    // The pseudorange contains the receiver's clock: the time of travel follows from the geometry.
    let travel = 0.075
    let [dx, dy, dz, distance] = [0, 0, 0, 0]
    for (let round = 0; round < 2; round++) {
      const turn = EARTH_RATE * travel
      dx = state.x * Math.cos(turn) + state.y * Math.sin(turn) - this.#position.x
      dy = -state.x * Math.sin(turn) + state.y * Math.cos(turn) - this.#position.y
      dz = state.z - this.#position.z
      distance = Math.hypot(dx, dy, dz)
      travel = distance / LIGHT
    }
    const direction = this.#axes.map(
      ({ x, y, z }) => (x * dx + y * dy + z * dz) / distance,
    ) as unknown as Sight['direction']
    const elevation = Math.asin(direction[2]) * RADIAN
    if (!(elevation >= MASK_DEGREES)) return null
    const mapping = this.#mappingOn(gpsSeconds)(elevation)
    const delay = this.#zenith.dry * mapping.dry + this.#zenith.wet * mapping.wet
    const predicted = distance - LIGHT * state.clock + delay
    return { satellite, elevation, direction, predicted, wetMapping: mapping.wet }
  }

  #mappingOn(gpsSeconds: number): (elevation: number) => Mapping {
    const day = gpsSeconds / DAY_S + FIRST_DAY
    if (Math.abs(day - this.#mappingDay) > SEASON_DAYS) {
      this.#mappingDay = day
      this.#mapping = mappingAt(this.#geodetic.lat, this.#geodetic.height, day % YEAR_DAYS)
    }
    return this.#mapping
  }
}

const slotOf = (satellite: number, signal: number): number => satellite * SIGNALS + signal

function axesAt({ lat, lng }: Geodetic): readonly [Vector, Vector, Vector] {
  const [phi, lambda] = [lat / RADIAN, lng / RADIAN]
  return [
    { x: -Math.sin(lambda), y: Math.cos(lambda), z: 0 },
    { x: -Math.sin(phi) * Math.cos(lambda), y: -Math.sin(phi) * Math.sin(lambda), z: Math.cos(phi) },
    { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) },
  ]
}
