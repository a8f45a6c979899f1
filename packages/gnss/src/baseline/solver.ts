// The position of a station relative to its neighbour, epoch by epoch: differences of both bands in a Kalman filter, with
// integers where they are certain. The ionosphere is unknown, but expected to differ little on a short baseline: there the
// bands are used directly, and on a long one without the ionosphere.
import { fixIntegers, holdIntegers } from './ambiguities.ts'
import { Filter } from './filter.ts'
import { differentialIonosphere, type Observed } from './ionosphere.ts'
import { isUsed, SignalPairs, USED_CONSTELLATIONS } from './signal-pairs.ts'
import type { StationEpoch } from './station-epoch.ts'
import { type Difference, differenceOf, Track } from './track.ts'

const CONSTELLATIONS = USED_CONSTELLATIONS.length
/**
 * States: east, north, up, relative zenith delay, ionosphere at the zenith, then by constellation the clock, by how much
 * the second band's codes are longer than the first's, and how much higher its phase centre is. Each satellite adds two
 * ambiguities in cycles, and by how many metres its ionosphere differs from that at the zenith times the length of its
 * path.
 */
const [ZENITH, OVERHEAD, CLOCK] = [3, 4, 5]
const [BANDS, CENTRES, STATES] = [CLOCK + CONSTELLATIONS, CLOCK + 2 * CONSTELLATIONS, CLOCK + 3 * CONSTELLATIONS]
const [OF_SATELLITE, IONOSPHERE] = [3, 2]
const MAX_SATELLITES = 40
const CAPACITY = STATES + OF_SATELLITE * MAX_SATELLITES
const START_M = 5
const START_BANDS_M = 10
/** Between antennas of different types without calibrations, and with them. */
const CENTRE_M = { uncalibrated: 0.03, calibrated: 0.002 }
const START_AMBIGUITY_M = 30
const CLOCK_M = 50
/** Expected difference of the ionosphere at the zenith, common to all satellites: metres, and metres per kilometre. */
const OVERHEAD_M = { least: 0.001, perKm: 0.015 }
const OVERHEAD_S = 4 * 3600
/** Expected difference of one satellite from it. */
const IONOSPHERE_M = { least: 0.0005, perKm: 0.0015 }
/** Disturbances pass within about this time. */
const IONOSPHERE_S = 1800
/** Expected difference of the zenith delays: metres, per kilometre of distance, and per kilometre of height. */
const ZENITH_M = { least: 0.001, perKm: 0.002, perKmOfHeight: 0.05, most: 0.1 }
/** On a long baseline it changes by this much in a second (random walk): 3 mm in the square root of an hour. */
const ZENITH_NOISE_M = 0.00005
/** One station's errors at the zenith on one band: metres. */
const CODE_M = 0.3
const PHASE_M = 0.003
/** Noise of code differences if the stations track different codes (C1C and C1W), whose biases last. */
const UNLIKE_CODE_M = 6
const CODE_OUTLIER_M = 15
/** Multipath is the same in epochs that follow each other faster than this: they add no information. */
const INDEPENDENT_S = 30
const MASK_DEGREES = 10
/** A phase that disagrees by more than this with what the filter expects has slipped; a position that moved shifts many. */
const PHASE_SLIP_M = 0.08
const MOVED_SHARE = 0.4
const MOVED_M = 1
const LOST_MS = 300_000
const LEAST_SATELLITES = 5

export interface BaselineOptions {
  /** Metres by which the position may change in 30 s (random walk); 0 for one position per window. Default: 0.01. */
  readonly movementM?: number
}

export interface BaselineEpoch {
  readonly gpsMs: number
  /** Metres from the second station's coordinates, if those of the first are right. */
  readonly east: number
  readonly north: number
  readonly up: number
  /** Expected errors in metres, without those that stay the same for hours. */
  readonly sigma: readonly [east: number, north: number, up: number]
  readonly isFixed: boolean
  readonly satellites: number
  /** Double differences with integers. */
  readonly fixed: number
  /** Metres: zenith delay of the second station minus that of the first, beyond the standard atmosphere. */
  readonly zenithDelay: number
}

/** The solution with integers of the epoch that is being solved: the solvers of a process share its memory. */
const fixed = new Filter(STATES, CAPACITY)

export class BaselineSolver {
  readonly #movementM: number
  readonly #filter = new Filter(STATES, CAPACITY)
  readonly #pairs = new SignalPairs()
  readonly #tracks = new Map<number, Track>()
  #gpsMs = Number.NaN
  #isContradicted = false
  #ionosphereM = Number.NaN
  #overheadM = Number.NaN
  #centreM = CENTRE_M.uncalibrated
  #zenithShare = 1
  #observed: readonly Observed[] = []

  constructor({ movementM = 0.01 }: BaselineOptions = {}) {
    this.#movementM = movementM
    for (let axis = 0; axis < 3; axis++) this.#filter.reset(axis, 0, START_M ** 2)
  }

  /** Whether the codes of the last epoch contradict the coordinates: wrong coordinates, or another station. */
  get isContradicted(): boolean {
    return this.#isContradicted
  }

  /**
   * Metres by which the ionosphere delays the first band differently at the two stations, in the last epoch: for each
   * satellite with certain integers against the highest one of its constellation.
   */
  ionosphere(): number[] {
    return differentialIonosphere(this.#observed)
  }

  /**
   * Both stations have loaded the same instant. `null` if they have too few satellites in common, or their codes
   * contradict the coordinates by many metres.
   */
  step(a: StationEpoch, b: StationEpoch): BaselineEpoch | null {
    const gpsMs = b.gpsMs
    const seconds = Number.isNaN(this.#gpsMs) ? INDEPENDENT_S : Math.max(0.1, (gpsMs - this.#gpsMs) / 1000)
    this.#gpsMs = gpsMs
    if (Number.isNaN(this.#ionosphereM)) this.#expectAtmosphere(a, b)
    this.#observed = []
    const differences = this.#differences(a, b)
    const used = differences.length
    if (used < LEAST_SATELLITES) return null
    this.#predict(seconds)
    const dilution = Math.max(1, INDEPENDENT_S / seconds)
    const tracked = this.#track(differences, gpsMs)
    this.#isContradicted = this.#measureCodes(tracked, dilution) < LEAST_SATELLITES
    if (this.#isContradicted) return null
    this.#rejectSlips(tracked, gpsMs)
    this.#measurePhases(tracked, dilution)
    this.#forget(gpsMs)
    return this.#result(tracked, gpsMs, used)
  }

  #expectAtmosphere(a: StationEpoch, b: StationEpoch): void {
    const [from, to] = [a.position, b.position]
    const km = Math.hypot(to.x - from.x, to.y - from.y, to.z - from.z) / 1000
    const kmOfHeight = Math.abs(b.geodetic.height - a.geodetic.height) / 1000
    this.#ionosphereM = IONOSPHERE_M.least + IONOSPHERE_M.perKm * km
    this.#overheadM = OVERHEAD_M.least + OVERHEAD_M.perKm * km
    this.#filter.reset(OVERHEAD, 0, this.#overheadM ** 2)
    if (a.isCalibrated && b.isCalibrated) this.#centreM = CENTRE_M.calibrated
    const { least, perKm, perKmOfHeight, most } = ZENITH_M
    const zenithM = Math.min(most, least + perKm * km + perKmOfHeight * kmOfHeight)
    this.#zenithShare = zenithM / most
    this.#filter.reset(ZENITH, 0, zenithM ** 2)
  }

  #differences(a: StationEpoch, b: StationEpoch): Difference[] {
    return USED_CONSTELLATIONS.flatMap((constellation) => {
      const chosen = this.#pairs.choose(a, b, constellation)
      if (!chosen) return []
      if (chosen.isNew) this.#restart(constellation)
      const found: Difference[] = []
      for (const satellite of b.sights.keys()) {
        if (satellite >>> 6 !== constellation || !isUsed(satellite)) continue
        const difference = differenceOf(a, b, satellite, chosen.choice)
        if (difference && difference.elevation >= MASK_DEGREES) found.push(difference)
      }
      // One satellite of a constellation only determines its clock.
      return found.length < 2 ? [] : found
    })
  }

  /** For other signals. */
  #restart(constellation: number): void {
    for (const [satellite, track] of this.#tracks) if (satellite >>> 6 === constellation) this.#drop(satellite, track)
    const index = USED_CONSTELLATIONS.indexOf(constellation)
    this.#filter.reset(BANDS + index, 0, START_BANDS_M ** 2)
    this.#filter.reset(CENTRES + index, 0, this.#centreM ** 2)
  }

  #predict(seconds: number): void {
    const filter = this.#filter
    for (let axis = 0; axis < 3; axis++) filter.addNoise(axis, this.#movementM ** 2 * (seconds / INDEPENDENT_S))
    filter.addNoise(ZENITH, (ZENITH_NOISE_M * this.#zenithShare) ** 2 * seconds)
    this.#fade(OVERHEAD, seconds / OVERHEAD_S, this.#overheadM ** 2)
    for (const { state, elevation } of this.#tracks.values())
      this.#fade(state + IONOSPHERE, seconds / IONOSPHERE_S, this.#ionosphereVariance(elevation))
  }

  /** A value that is correlated over a time (Gauss–Markov), and has this variance if nothing is measured. */
  #fade(state: number, share: number, variance: number): void {
    const kept = Math.exp(-share)
    this.#filter.scale(state, kept)
    this.#filter.addNoise(state, (1 - kept ** 2) * variance)
  }

  #ionosphereVariance(elevation: number): number {
    return (this.#ionosphereM * pathOf(elevation)) ** 2
  }

  #track(
    differences: readonly Difference[],
    gpsMs: number,
  ): { track: Track; difference: Difference; isNew: boolean }[] {
    return differences.flatMap((difference) => {
      let track = this.#tracks.get(difference.satellite)
      if (!track) {
        if (!this.#filter.hasPlaceFor(OF_SATELLITE)) return []
        track = new Track(this.#filter.add(0, 0))
        this.#filter.add(0, 0)
        this.#filter.add(0, this.#ionosphereVariance(difference.elevation))
        this.#tracks.set(difference.satellite, track)
      } else if (track.isBroken(difference, gpsMs)) track.restart()
      const isNew = Number.isNaN(track.startMs)
      track.add(difference, gpsMs)
      return [{ track, difference, isNew }]
    })
  }

  /**
   * The clock of each constellation starts from the median of its codes in every epoch. Returns how many codes agree
   * with the position: few do if a station has wrong coordinates, or is another one.
   */
  #measureCodes(tracked: readonly { track: Track; difference: Difference }[], dilution: number): number {
    const filter = this.#filter
    let agreeing = 0
    for (const [index, constellation] of USED_CONSTELLATIONS.entries()) {
      const own = tracked.filter(({ difference }) => difference.choice.constellation === constellation)
      if (own.length === 0) continue
      filter.reset(CLOCK + index, 0, 0)
      const clock = median(own.map(({ difference }) => difference.code[0] - this.#expected(difference)))
      filter.reset(CLOCK + index, clock, CLOCK_M ** 2)
      for (const { track, difference } of own) {
        const apart = (band: 0 | 1) => difference.code[band] - this.#expectedCode(track, difference, band)
        if (Math.abs(apart(0)) > CODE_OUTLIER_M || Math.abs(apart(1)) > 2 * CODE_OUTLIER_M) continue
        agreeing++
        for (const band of [0, 1] as const) {
          const zenithM = difference.choice.isAlike[band] ? CODE_M : UNLIKE_CODE_M
          const noise = 2 * variance(zenithM, difference.elevation) * dilution
          const { states, values } = this.#partial(track, difference, difference.choice.ionosphere[band])
          if (band === 1) {
            states.push(BANDS + index)
            values.push(1)
          }
          filter.update({ states, values }, apart(band), noise)
        }
      }
    }
    return agreeing
  }

  #rejectSlips(tracked: readonly { track: Track; difference: Difference; isNew: boolean }[], gpsMs: number): void {
    const filter = this.#filter
    const jumped = new Set<Track>()
    let established = 0
    for (const constellation of USED_CONSTELLATIONS) {
      const own = tracked.filter(({ difference, isNew }) => !isNew && difference.choice.constellation === constellation)
      const innovations = own.map(({ track, difference }) =>
        withoutIonosphere(difference.choice, [this.#apart(track, difference, 0), this.#apart(track, difference, 1)]),
      )
      const middle = median(innovations)
      established += own.length
      for (const [i, { track }] of own.entries())
        if (Math.abs(innovations[i]! - middle) > PHASE_SLIP_M) jumped.add(track)
    }
    if (jumped.size >= 3 && jumped.size > MOVED_SHARE * established)
      for (let axis = 0; axis < 3; axis++) filter.addNoise(axis, MOVED_M ** 2)
    else
      for (const { track, difference } of tracked)
        if (jumped.has(track)) {
          track.restart()
          track.add(difference, gpsMs)
        }
    for (const { track, difference } of tracked) {
      if (track.ageMs > 0) continue
      for (const band of [0, 1] as const) {
        const wave = difference.choice.wave[band]
        filter.reset(track.state + band, 0, 0)
        const cycles = this.#apart(track, difference, band) / wave
        filter.reset(track.state + band, cycles, (START_AMBIGUITY_M / wave) ** 2)
      }
    }
  }

  #measurePhases(tracked: readonly { track: Track; difference: Difference }[], dilution: number): void {
    for (const { track, difference } of tracked) {
      const noise = 2 * variance(PHASE_M, difference.elevation) * dilution
      for (const band of [0, 1] as const) {
        const { states, values } = this.#partial(track, difference, -difference.choice.ionosphere[band])
        states.push(track.state + band)
        values.push(difference.choice.wave[band])
        if (band === 1) {
          states.push(CENTRES + USED_CONSTELLATIONS.indexOf(difference.choice.constellation))
          values.push(-difference.direction[2])
        }
        this.#filter.update({ states, values }, this.#apart(track, difference, band), noise)
      }
    }
  }

  /** What the states of the stations predict for a difference. */
  #expected({ direction, wetMapping, choice }: Difference): number {
    const { x } = this.#filter
    const [e, n, u] = direction
    const clock = x[CLOCK + USED_CONSTELLATIONS.indexOf(choice.constellation)]!
    return clock + wetMapping * x[ZENITH]! - e * x[0]! - n * x[1]! - u * x[2]!
  }

  #expectedCode(track: Track, difference: Difference, band: 0 | 1): number {
    const { constellation, ionosphere } = difference.choice
    const bias = band === 0 ? 0 : this.#filter.x[BANDS + USED_CONSTELLATIONS.indexOf(constellation)]!
    return this.#expected(difference) + ionosphere[band] * this.#ionosphereOf(track, difference) + bias
  }

  /** Metres by which a phase differs from what all states predict. */
  #apart(track: Track, difference: Difference, band: 0 | 1): number {
    const { wave, ionosphere, constellation } = difference.choice
    const ambiguity = wave[band] * this.#filter.x[track.state + band]!
    const advance = ionosphere[band] * this.#ionosphereOf(track, difference)
    const centre = band === 0 ? 0 : this.#filter.x[CENTRES + USED_CONSTELLATIONS.indexOf(constellation)]!
    return difference.phase[band] - this.#expected(difference) - ambiguity + advance + difference.direction[2] * centre
  }

  #ionosphereOf({ state }: Track, { elevation }: Difference): number {
    const { x } = this.#filter
    return pathOf(elevation) * x[OVERHEAD]! + x[state + IONOSPHERE]!
  }

  #partial({ state }: Track, { direction: [e, n, u], wetMapping, choice, elevation }: Difference, ionosphere: number) {
    const clock = CLOCK + USED_CONSTELLATIONS.indexOf(choice.constellation)
    return {
      states: [0, 1, 2, ZENITH, OVERHEAD, clock, state + IONOSPHERE],
      values: [-e, -n, -u, wetMapping, ionosphere * pathOf(elevation), 1, ionosphere],
    }
  }

  #result(all: readonly { track: Track; difference: Difference }[], gpsMs: number, satellites: number): BaselineEpoch {
    const tracked = all.map(({ track, difference }) => ({ track, difference, choice: difference.choice }))
    this.#observed = tracked
    const integers = fixIntegers(this.#filter, fixed, tracked, gpsMs)
    const solution = integers > 0 ? fixed : this.#filter
    const { x } = solution
    const sigma = [0, 1, 2].map((axis) => Math.sqrt(Math.max(0, solution.covariance(axis, axis))))
    const result = {
      ...{ gpsMs, east: x[0]!, north: x[1]!, up: x[2]!, sigma: sigma as unknown as BaselineEpoch['sigma'] },
      ...{ isFixed: integers > 0, satellites, fixed: integers, zenithDelay: x[ZENITH]! },
    }
    if (integers > 0) holdIntegers(this.#filter, tracked, gpsMs)
    return result
  }

  #forget(gpsMs: number): void {
    for (const [satellite, track] of this.#tracks) if (gpsMs - track.seenMs > LOST_MS) this.#drop(satellite, track)
  }

  #drop(satellite: number, track: Track): void {
    this.#tracks.delete(satellite)
    const last = this.#filter.n - OF_SATELLITE
    for (let own = OF_SATELLITE - 1; own >= 0; own--) this.#filter.remove(track.state + own)
    for (const other of this.#tracks.values()) if (other.state === last) other.state = track.state
  }
}

function withoutIonosphere({ hz }: Difference['choice'], [first, second]: readonly [number, number]): number {
  const share = hz[0] ** 2 / (hz[0] ** 2 - hz[1] ** 2)
  return share * first - (share - 1) * second
}

/** Length of the path through the ionosphere, a thin layer, against the zenith. */
function pathOf(elevation: number): number {
  const sine = Math.sin((elevation * Math.PI) / 180)
  return 1 / Math.sqrt(0.1 + 0.9 * sine * sine)
}

function variance(zenithM: number, elevation: number): number {
  const sine = Math.sin((elevation * Math.PI) / 180)
  return zenithM ** 2 / (sine * sine)
}

function median(values: readonly number[]): number {
  if (values.length === 0) return 0
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
