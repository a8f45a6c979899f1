// The newest ephemerides of every satellite, and the position of a satellite at a time. Several stations send
// ephemerides, and one of them can be wrong: a receiver with a fault, a spoofed one, or a stream that repeats old data.
// A set that two stations send counts as confirmed; one that contradicts a confirmed set is not used.
import { CONSTELLATIONS, type Ephemeris, type KeplerianEphemeris, satelliteKey } from '@vertice/rtcm'
import { glonassReferenceSeconds, glonassState } from './glonass.ts'
import { keplerianState, referenceSeconds } from './keplerian.ts'
import type { SatelliteState } from './state.ts'

const LIGHT = 299_792_458
/** Seconds from its reference time during which an ephemeris is used: the limits of RTKLIB. */
const VALID_S: Readonly<Record<Ephemeris['constellation'], number>> = {
  GPS: 7_201,
  QZS: 7_201,
  GAL: 14_400,
  BDS: 21_601,
  NAV: 7_201,
  GLO: 1_801,
}
/** Enough for the ephemerides around an instant, so that observations a little in the past find theirs. */
const KEPT = 4
/** Stations that confirm a set. */
const CONFIRMED = 2
/** Metres of orbit and clock: consecutive sets differ by a few metres, at the ends of their validity by tens. */
const SAME_ORBIT_M = 100

export interface EphemerisBookOptions {
  /** Reference times for which the ephemerides of each satellite and source are kept; 4 if omitted. */
  readonly kept?: number
}

interface Known {
  readonly ephemeris: Ephemeris
  readonly referenceS: number
  /** Stations that sent this set. */
  readonly sources: Set<number>
  /** The set that this one was last compared with. */
  compared: { readonly other: Known; readonly agrees: boolean } | null
}

interface OfSatellite {
  /** The newest first. */
  sets: Known[]
  readonly bySource: Map<number, readonly Known[]>
}

export class EphemerisBook {
  readonly #keptOfSource: number
  readonly #bySatellite = new Map<number, OfSatellite>()

  constructor({ kept = KEPT }: EphemerisBookOptions = {}) {
    // Galileo sends two sets for the same time, I/NAV and F/NAV, with different clocks.
    this.#keptOfSource = 2 * kept
  }

  get satellites(): IterableIterator<number> {
    return this.#bySatellite.keys()
  }

  /** `source`: the station that sent the ephemeris. If omitted, all have the same source. */
  add(ephemeris: Ephemeris, source = 0): void {
    if (!isWhole(ephemeris)) return
    const key = satelliteKey(CONSTELLATIONS.indexOf(ephemeris.constellation), ephemeris.satellite)
    let known = this.#bySatellite.get(key)
    if (!known) {
      known = { sets: [], bySource: new Map() }
      this.#bySatellite.set(key, known)
    }
    const own = known.bySource.get(source) ?? []
    const set = setOf(known, ephemeris)
    if (own.includes(set)) return
    set.sources.add(source)
    known.bySource.set(source, [set, ...own.slice(0, this.#keptOfSource - 1)])
    for (const dropped of own.slice(this.#keptOfSource - 1)) dropped.sources.delete(source)
    known.sets = known.sets.filter(({ sources }) => sources.size > 0)
  }

  /**
   * The ephemeris nearest to the time, of those that no confirmed one contradicts; `null` if there is none that is valid
   * then, or the satellite is unhealthy.
   */
  find(satellite: number, gpsSeconds: number): Ephemeris | null {
    const sets = this.#bySatellite.get(satellite)?.sets ?? []
    let nearest: Known | null = null
    let confirmed: Known | null = null
    for (const one of sets) {
      if (!isValid(one, gpsSeconds)) continue
      if (isNearer(one, nearest, gpsSeconds)) nearest = one
      if (one.sources.size >= CONFIRMED && isNearer(one, confirmed, gpsSeconds)) confirmed = one
    }
    if (confirmed && confirmed !== nearest) nearest = nearestAgreeing(sets, confirmed, gpsSeconds)
    return nearest && isHealthy(nearest.ephemeris) ? nearest.ephemeris : null
  }

  state(satellite: number, gpsSeconds: number): SatelliteState | null {
    const ephemeris = this.find(satellite, gpsSeconds)
    return ephemeris && stateOf(ephemeris, gpsSeconds)
  }
}

export const stateOf = (ephemeris: Ephemeris, gpsSeconds: number): SatelliteState =>
  ephemeris.constellation === 'GLO' ? glonassState(ephemeris, gpsSeconds) : keplerianState(ephemeris, gpsSeconds)

/** GPS time in seconds to which the ephemeris refers. */
export const referenceOf = (ephemeris: Ephemeris): number =>
  ephemeris.constellation === 'GLO' ? glonassReferenceSeconds(ephemeris) : referenceSeconds(ephemeris)

export const isValidAt = (ephemeris: Ephemeris, gpsSeconds: number, referenceS = referenceOf(ephemeris)): boolean =>
  Math.abs(gpsSeconds - referenceS) <= VALID_S[ephemeris.constellation]

/** The set with this content, which becomes the newest one if it is new. */
function setOf(known: OfSatellite, ephemeris: Ephemeris): Known {
  const same = known.sets.find((one) => isSame(one.ephemeris, ephemeris))
  if (same) return same
  const set: Known = { ephemeris, referenceS: referenceOf(ephemeris), sources: new Set(), compared: null }
  known.sets.unshift(set)
  return set
}

const isValid = ({ ephemeris, referenceS }: Known, gpsSeconds: number) => isValidAt(ephemeris, gpsSeconds, referenceS)

/** Nearer to the time; of those for the same time, sent by more stations. */
function isNearer(one: Known, other: Known | null, gpsSeconds: number): boolean {
  if (!other) return true
  const difference = Math.abs(gpsSeconds - one.referenceS) - Math.abs(gpsSeconds - other.referenceS)
  return difference < 0 || (difference === 0 && one.sources.size > other.sources.size)
}

/** A new set is sent by one station first, so a set that agrees with a confirmed one is as good. */
function nearestAgreeing(sets: readonly Known[], confirmed: Known, gpsSeconds: number): Known {
  let nearest = confirmed
  for (const one of sets)
    if (isValid(one, gpsSeconds) && isNearer(one, nearest, gpsSeconds) && doAgree(one, confirmed)) nearest = one
  return nearest
}

/** In the middle of their reference times: both are valid then. */
function doAgree(one: Known, other: Known): boolean {
  if (one.compared?.other !== other) {
    const atS = (one.referenceS + other.referenceS) / 2
    const [near, far] = [stateOf(one.ephemeris, atS), stateOf(other.ephemeris, atS)]
    const orbitM = Math.hypot(near.x - far.x, near.y - far.y, near.z - far.z)
    one.compared = { other, agrees: orbitM + LIGHT * Math.abs(near.clock - far.clock) < SAME_ORBIT_M }
  }
  return one.compared!.agrees
}

const ORBIT_FIELDS = [
  ...['health', 'week', 'toe', 'toc', 'af0', 'af1', 'af2', 'sqrtA', 'e', 'i0', 'iDot', 'omega0', 'omegaDot', 'omega'],
  ...['m0', 'deltaN', 'cuc', 'cus', 'crc', 'crs', 'cic', 'cis'],
] as readonly (keyof KeplerianEphemeris)[]
const VECTORS = ['position', 'velocity', 'acceleration'] as const

/** Two receivers decode the same message to the same numbers. */
function isSame(one: Ephemeris, other: Ephemeris): boolean {
  if (one.constellation !== 'GLO')
    return other.constellation !== 'GLO' && ORBIT_FIELDS.every((field) => one[field] === other[field])
  if (other.constellation !== 'GLO') return false
  if (one.referenceMs !== other.referenceMs || one.tau !== other.tau || one.gamma !== other.gamma) return false
  return one.health === other.health && VECTORS.every((name) => one[name].every((axis, at) => axis === other[name][at]))
}

/** GPS and QZSS: an issue of the orbit that differs from that of the clock joins parts of two sets (IS-GPS-200, 20.3.4.4). */
const isWhole = (ephemeris: Ephemeris): boolean =>
  (ephemeris.constellation !== 'GPS' && ephemeris.constellation !== 'QZS') ||
  ephemeris.issue === (ephemeris.clockIssue & 0xff)

/** The highest of the three GLONASS bits marks an unhealthy satellite. QZSS reports other signals in its lowest bit. */
function isHealthy(ephemeris: Ephemeris): boolean {
  if (ephemeris.constellation === 'GLO') return (ephemeris.health & 4) === 0
  return (ephemeris.constellation === 'QZS' ? ephemeris.health & ~1 : ephemeris.health) === 0
}
