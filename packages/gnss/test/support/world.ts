// Simulated satellites and receivers whose every error is known.
import {
  CONSTELLATIONS,
  carrierHz,
  type KeplerianEphemeris,
  LOSS_OF_LOCK,
  ObservationEpoch,
  satelliteKey,
} from '@vertice/rtcm'
import {
  directionOf,
  ecefOf,
  fromLocal,
  type Geodetic,
  geodeticOf,
  type Local,
  stateOf,
  troposphericDelay,
  type Vector,
} from '../../src/index.ts'

const LIGHT = 299_792_458
const EARTH_RATE = 7.292_115_146_7e-5
const WEEK_S = 604_800
export const START_S = 2400 * WEEK_S + 3 * 86_400

/** Signals by constellation: positions in the signal mask (DF395). */
const SIGNALS: Readonly<Record<string, readonly [number, number]>> = { GPS: [2, 10], GAL: [2, 23], BDS: [2, 8] }
const PLANES: Readonly<
  Record<string, { sqrtA: number; planes: number; each: number; firstWeek: number; behind: number; first: number }>
> = {
  GPS: { sqrtA: 5153.6, planes: 6, each: 5, firstWeek: 0, behind: 0, first: 1 },
  GAL: { sqrtA: 5440.6, planes: 3, each: 8, firstWeek: 1024, behind: 0, first: 1 },
  BDS: { sqrtA: 5282.6, planes: 3, each: 8, firstWeek: 1356, behind: 14, first: 19 },
}

export function sky(constellations: readonly string[] = ['GPS', 'GAL', 'BDS']): Map<number, KeplerianEphemeris> {
  const all = new Map<number, KeplerianEphemeris>()
  for (const name of constellations) {
    const { sqrtA, planes, each, firstWeek, behind, first } = PLANES[name]!
    for (let plane = 0; plane < planes; plane++)
      for (let slot = 0; slot < each; slot++) {
        const satellite = first + plane * each + slot
        const at = Math.floor((START_S - behind) / 240) * 240
        const week = Math.floor(at / WEEK_S) - firstWeek
        const toe = at % WEEK_S
        all.set(satelliteKey(CONSTELLATIONS.indexOf(name as never), satellite), {
          ...{ constellation: name as 'GPS', satellite, week, toe, toc: toe, sqrtA, e: 0.005, i0: 0.96 },
          ...{ omega0: (plane * 2 * Math.PI) / planes + 0.3, omega: 0.5, iDot: 0, omegaDot: -8e-9, deltaN: 4e-9 },
          m0: (slot * 2 * Math.PI) / each + (plane * 2 * Math.PI) / (planes * each) + 0.1 * first,
          ...{ cuc: 0, cus: 0, crc: 100, crs: 0, cic: 0, cis: 0, af0: 1e-4 / satellite, af1: 1e-12, af2: 0 },
          ...{ navigation: 'LNAV', issue: 1, clockIssue: 1, accuracyIndex: 0, health: 0, groupDelay: 0 },
          ...{ secondGroupDelay: 0, codesOnL2: 0, l2PFlag: 0, fitFlag: 0 },
        })
      }
  }
  return all
}

export const orbitsOf = (ephemerides: ReadonlyMap<number, KeplerianEphemeris>) => (satellite: number) => {
  const ephemeris = ephemerides.get(satellite)
  return ephemeris ? (gpsSeconds: number) => stateOf(ephemeris, gpsSeconds) : null
}

/** Normal random numbers that are the same in every run. */
export function noise(seed: number): () => number {
  let state = seed >>> 0
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
}

export interface ReceiverErrors {
  /** Metres by which the receiver is away from `place`. */
  moved?: { east: number; north: number; up: number }
  /** Metres of zenith delay beyond the standard atmosphere. */
  zenithDelay?: number
  /** Metres of ionosphere at the first GPS frequency, straight up. */
  ionosphere?: number
  /** Satellite keys that slip by some cycles from a time on; reported by the receiver or not. */
  slip?: { satellite: number; fromS: number; cycles: readonly [number, number]; isReported: boolean }
}

export class Receiver {
  readonly position: Vector
  readonly #random: () => number
  readonly #integers = new Map<number, number>()
  readonly #seed: number
  errors: ReceiverErrors = {}

  constructor(place: Geodetic, seed: number) {
    this.position = ecefOf(place)
    this.#random = noise(seed)
    this.#seed = seed
  }

  observe(ephemerides: ReadonlyMap<number, KeplerianEphemeris>, seconds: number): ObservationEpoch {
    const epoch = new ObservationEpoch()
    const nominal = START_S + seconds
    epoch.gpsMs = nominal * 1000
    const clock = 2e-5 * this.#seed + 3e-9 * seconds
    const { moved, zenithDelay = 0, ionosphere = 0, slip } = this.errors
    const at = moved ? displaced(this.position, moved) : this.position
    for (const [satellite, ephemeris] of ephemerides) {
      const state = (travel: number) => turned(stateOf(ephemeris, nominal - clock - travel), travel)
      let travel = 0.07
      for (let round = 0; round < 4; round++) travel = distance(state(travel), at) / LIGHT
      const sent = state(travel)
      const { elevation } = directionOf(sent, at)
      if (elevation < 8) continue
      const sine = Math.sin((elevation * Math.PI) / 180)
      // Niell's and this mapping differ by less than the noise above 15 degrees.
      const mapping = 1.001 / Math.sqrt(0.002001 + sine * sine)
      const delay = (troposphericDelay(geodeticOf(at), 90) + zenithDelay) * mapping
      const common = distance(sent, at) + LIGHT * (clock - sent.clock) + delay
      const name = ephemeris.constellation
      for (const [band, signal] of SIGNALS[name]!.entries()) {
        const hz = carrierHz(satellite >>> 6, signal, Number.NaN)
        const wave = LIGHT / hz
        const slant = (ionosphere * (1575.42e6 / hz) ** 2) / Math.sqrt(0.1 + 0.9 * sine * sine)
        const key = satellite * 2 + band
        if (!this.#integers.has(key)) this.#integers.set(key, Math.round(this.#random() * 1e6))
        const isSlipped = slip?.satellite === satellite && seconds >= slip.fromS
        const row = epoch.rows++
        epoch.satellite[row] = satellite
        epoch.signal[row] = signal
        epoch.pseudorange[row] = common + slant + (0.25 * this.#random()) / sine
        const metres = common - slant + (0.002 * this.#random()) / sine
        epoch.phase[row] = metres / wave + this.#integers.get(key)! + (isSlipped ? slip.cycles[band]! : 0)
        epoch.flags[row] = isSlipped && slip.isReported && seconds === slip.fromS ? LOSS_OF_LOCK : 0
      }
    }
    return epoch
  }
}

const distance = (one: Vector, other: Vector) => Math.hypot(one.x - other.x, one.y - other.y, one.z - other.z)

function turned(state: Vector & { clock: number }, travel: number) {
  const turn = EARTH_RATE * travel
  return {
    x: state.x * Math.cos(turn) + state.y * Math.sin(turn),
    y: -state.x * Math.sin(turn) + state.y * Math.cos(turn),
    z: state.z,
    clock: state.clock,
  }
}

/** A position some metres away, in local directions. */
export function displaced(from: Vector, by: Local): Vector {
  const { x, y, z } = fromLocal(by, geodeticOf(from))
  return { x: from.x + x, y: from.y + y, z: from.z + z }
}
