// The position of a station relative to its neighbour, epoch by epoch: double differences of two bands in a Kalman
// filter, with integers where they are certain.
import { byConstellation, fixNarrowLanes, fixWideLanes, holdNarrowLanes, type Tracked } from './ambiguities.ts'
import { Filter } from './filter.ts'
import { isUsed, SignalPairs, USED_CONSTELLATIONS } from './signal-pairs.ts'
import type { StationEpoch } from './station-epoch.ts'
import { type Difference, differenceOf, Track } from './track.ts'

/** States: east, north, up, relative zenith delay, and the clock of each constellation. */
const [ZENITH, CLOCK, STATES] = [3, 4, 4 + USED_CONSTELLATIONS.length]
const MAX_SATELLITES = 64
const START_M = 5
const START_ZENITH_M = 0.1
const START_AMBIGUITY_M = 30
const CLOCK_M = 50
/** The relative zenith delay changes by this much in a second (random walk): 3 mm in the square root of an hour. */
const ZENITH_NOISE_M = 0.00005
/** One station's errors at the zenith without ionosphere: metres. */
const CODE_M = 0.9
const PHASE_M = 0.009
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

export class BaselineSolver {
  readonly #movementM: number
  readonly #filter = new Filter(STATES, STATES + MAX_SATELLITES)
  readonly #pairs = new SignalPairs()
  readonly #tracks = new Map<number, Track>()
  #gpsMs = Number.NaN
  #isContradicted = false

  constructor({ movementM = 0.01 }: BaselineOptions = {}) {
    this.#movementM = movementM
    for (let axis = 0; axis < 3; axis++) this.#filter.reset(axis, 0, START_M ** 2)
    this.#filter.reset(ZENITH, 0, START_ZENITH_M ** 2)
  }

  /** Whether the codes of the last epoch contradict the coordinates: wrong coordinates, or another station. */
  get isContradicted(): boolean {
    return this.#isContradicted
  }

  /**
   * Both stations have loaded the same instant. `null` if they have too few satellites in common, or their codes
   * contradict the coordinates by many metres.
   */
  step(a: StationEpoch, b: StationEpoch): BaselineEpoch | null {
    const gpsMs = b.gpsMs
    const seconds = Number.isNaN(this.#gpsMs) ? INDEPENDENT_S : Math.max(0.1, (gpsMs - this.#gpsMs) / 1000)
    this.#gpsMs = gpsMs
    const differences = this.#differences(a, b)
    const used = differences.length
    if (used < LEAST_SATELLITES) return null
    this.#predict(seconds)
    const dilution = Math.max(1, INDEPENDENT_S / seconds)
    const tracked = this.#track(differences, gpsMs)
    this.#isContradicted = this.#measureCodes(differences, dilution) < LEAST_SATELLITES
    if (this.#isContradicted) return null
    this.#rejectSlips(tracked, gpsMs)
    this.#measurePhases(tracked, dilution)
    this.#forget(gpsMs)
    return this.#result(tracked, gpsMs, used)
  }

  #differences(a: StationEpoch, b: StationEpoch): Difference[] {
    return USED_CONSTELLATIONS.flatMap((constellation) => {
      const chosen = this.#pairs.choose(a, b, constellation)
      if (!chosen) return []
      if (chosen.isNew)
        for (const [satellite, track] of this.#tracks)
          if (satellite >>> 6 === constellation) this.#drop(satellite, track)
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

  #predict(seconds: number): void {
    const filter = this.#filter
    for (let axis = 0; axis < 3; axis++) filter.addNoise(axis, this.#movementM ** 2 * (seconds / INDEPENDENT_S))
    filter.addNoise(ZENITH, ZENITH_NOISE_M ** 2 * seconds)
  }

  #track(
    differences: readonly Difference[],
    gpsMs: number,
  ): { track: Track; difference: Difference; isNew: boolean }[] {
    return differences.flatMap((difference) => {
      let track = this.#tracks.get(difference.satellite)
      if (!track) {
        if (this.#filter.isFull) return []
        track = new Track(this.#filter.add(0, 0))
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
  #measureCodes(differences: readonly Difference[], dilution: number): number {
    const filter = this.#filter
    let agreeing = 0
    for (const [index, constellation] of USED_CONSTELLATIONS.entries()) {
      const own = differences.filter(({ choice }) => choice.constellation === constellation)
      if (own.length === 0) continue
      filter.reset(CLOCK + index, 0, 0)
      const clock = median(own.map((one) => one.code - this.#expected(one)))
      filter.reset(CLOCK + index, clock, CLOCK_M ** 2)
      for (const one of own) {
        const difference = one.code - this.#expected(one)
        if (Math.abs(difference) > CODE_OUTLIER_M) continue
        agreeing++
        filter.update(this.#partial(one, null), difference, 2 * variance(CODE_M, one.elevation) * dilution)
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
      const innovations = own.map(
        ({ track, difference }) => difference.phase - this.#expected(difference) - filter.x[track.state]!,
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
      filter.reset(track.state, difference.phase - this.#expected(difference), START_AMBIGUITY_M ** 2)
    }
  }

  #measurePhases(tracked: readonly { track: Track; difference: Difference }[], dilution: number): void {
    for (const { track, difference } of tracked) {
      const apart = difference.phase - this.#expected(difference) - this.#filter.x[track.state]!
      const noise = 2 * variance(PHASE_M, difference.elevation) * dilution
      this.#filter.update(this.#partial(difference, track), apart, noise)
    }
  }

  /** What the states before the ambiguities predict for a difference. */
  #expected({ direction, wetMapping, choice }: Difference): number {
    const { x } = this.#filter
    const [e, n, u] = direction
    const clock = x[CLOCK + USED_CONSTELLATIONS.indexOf(choice.constellation)]!
    return clock + wetMapping * x[ZENITH]! - e * x[0]! - n * x[1]! - u * x[2]!
  }

  #partial({ direction: [e, n, u], wetMapping, choice }: Difference, track: Track | null) {
    const clock = CLOCK + USED_CONSTELLATIONS.indexOf(choice.constellation)
    return {
      states: [0, 1, 2, ZENITH, clock, ...(track ? [track.state] : [])],
      values: [-e, -n, -u, wetMapping, 1, ...(track ? [1] : [])],
    }
  }

  #result(all: readonly { track: Track; difference: Difference }[], gpsMs: number, satellites: number): BaselineEpoch {
    const tracked: Tracked[] = all.map(({ track, difference }) => ({ track, choice: difference.choice }))
    for (const ofOne of byConstellation(tracked)) fixWideLanes(ofOne)
    const fixed = fixNarrowLanes(this.#filter, tracked, ZENITH + 1, gpsMs)
    const filter = this.#filter
    const x = fixed?.x ?? filter.x
    const varianceOf = (axis: number) =>
      fixed ? fixed.covariance[axis * (ZENITH + 1) + axis]! : filter.covariance(axis, axis)
    const sigma = [0, 1, 2].map((axis) => Math.sqrt(Math.max(0, varianceOf(axis)))) as unknown as BaselineEpoch['sigma']
    if (fixed) holdNarrowLanes(filter, tracked, gpsMs)
    return {
      gpsMs,
      east: x[0]!,
      north: x[1]!,
      up: x[2]!,
      sigma,
      isFixed: fixed !== null,
      satellites,
      fixed: fixed?.fixed ?? 0,
      zenithDelay: x[ZENITH]!,
    }
  }

  #forget(gpsMs: number): void {
    for (const [satellite, track] of this.#tracks) if (gpsMs - track.seenMs > LOST_MS) this.#drop(satellite, track)
  }

  #drop(satellite: number, track: Track): void {
    this.#tracks.delete(satellite)
    const last = this.#filter.n - 1
    this.#filter.remove(track.state)
    for (const other of this.#tracks.values()) if (other.state === last) other.state = track.state
  }
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
