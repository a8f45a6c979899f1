// Detects that a station has moved, from its deviation every five minutes. A movement is a lasting difference from the
// station's own past: constant errors, such as those of antennas without calibration, cancel.
import type { Local } from '@vertice/gnss'
import { median } from './adjustment.ts'

export const BIN_MS = 300_000
const HOUR_BINS = 12
/** The past that the last hour is compared with ends here, so that a slow movement is not part of it. */
const PAST_FROM_BINS = 24 * HOUR_BINS
const LEAST_PAST_BINS = HOUR_BINS
/** Deviations that a watch needs. */
export const PAST_MS = (PAST_FROM_BINS + HOUR_BINS) * BIN_MS
const LEAST_RECENT_BINS = 6

interface Test {
  /** The newest deviations, of which at least so many are known. */
  readonly bins: number
  readonly least: number
  /** Their median must be beyond this share of the limits, and this many times its usual scatter. */
  readonly share: number
  readonly sigmas: number
  /** Each of them must be beyond this share of the limits. */
  readonly each: number
}

/**
 * A movement is reported by the first test that it passes. The levels are below the limits, because the median of a
 * movement as large as the limit is below the limit half of the time. Short tests need every deviation, because
 * integers can be wrong for 20 minutes. docs/operations/integrity.md lists the measured times and false alarms.
 */
const TESTS: readonly Test[] = [
  { bins: 3, least: 3, share: 1.8, sigmas: 6, each: 1.8 },
  { bins: 5, least: 5, share: 0.75, sigmas: 6, each: 0.5 },
  { bins: HOUR_BINS, least: LEAST_RECENT_BINS, share: 0.65, sigmas: 4.5, each: 0 },
]
const HOUR = TESTS.at(-1)!
/** An hour shows a movement for certain if it is so many times the scatter of the hourly median beyond the level. */
const CERTAIN_SIGMAS = 2
/** Medians that the scatter needs. With fewer, only an hour beyond the whole limits shows a movement. */
const LEAST_MEDIANS = 6
/** A movement has ended if the deviation is below this share of the limit, in the last hour and 15 minutes. */
const ENDED = { share: 0.5, bins: 3 }
const MAD_TO_SIGMA = 1.4826
/** A tenth of normally distributed values is beyond so many times their standard deviation. */
const SIGMAS_OF_TENTH = 1.645

export interface MovementLimits {
  /** Metres. */
  readonly horizontal: number
  readonly vertical: number
}

export const DEFAULT_LIMITS: MovementLimits = { horizontal: 0.02, vertical: 0.04 }

export interface Movement extends Local {
  readonly detectedMs: number
  /** The first deviation beyond half of the movement. */
  readonly sinceMs: number
}

export interface Bin extends Local {
  readonly atMs: number
}

const ORIGIN: Local = { east: 0, north: 0, up: 0 }

export class MovementWatch {
  limits: MovementLimits
  #bins: Bin[] = []
  #reference: Local | null = null
  #isMoved = false
  /** Start of the movement that has not ended. */
  #movedMs = Number.NEGATIVE_INFINITY

  constructor(limits: MovementLimits = DEFAULT_LIMITS) {
    this.limits = limits
  }

  /** `isMoved`: a movement away from a deviation of zero was detected and has not ended. */
  restore(bins: readonly Bin[], isMoved: boolean): void {
    this.#bins = [...bins]
    this.#isMoved = isMoved
    this.#reference = isMoved ? ORIGIN : null
  }

  get isMoved(): boolean {
    return this.#isMoved
  }

  /** `deviation`: median of five minutes. Returns a movement once, when it is detected. */
  add(atMs: number, deviation: Local): Movement | null {
    this.#bins.push({ atMs, ...deviation })
    this.#bins = this.#bins.filter((bin) => bin.atMs > atMs - PAST_MS)
    const past = this.#past(atMs)
    if (this.#isMoved) {
      if (this.#isBack(atMs)) this.#end(atMs)
      return null
    }
    if (past.length < LEAST_PAST_BINS) return null
    const reference = middle(past)
    const moved = this.#detect(atMs, reference)
    if (!moved) return null
    this.#isMoved = true
    this.#reference = reference
    this.#movedMs = this.#beginOf(reference, moved)
    return { ...moved, detectedMs: atMs, sinceMs: this.#movedMs }
  }

  /** The time of the movement is not part of the past that later deviations are compared with. */
  #end(atMs: number): void {
    this.#isMoved = false
    this.#bins = this.#bins.filter((bin) => bin.atMs < this.#movedMs || bin.atMs > atMs - ENDED.bins * BIN_MS)
  }

  /** Movements that an hour of data shows for certain: the limits, or more if the deviations scatter more. */
  minimumDetectable(): MovementLimits {
    const scatter = this.#scatter(HOUR)
    if (!scatter) return this.limits
    const sigmas = HOUR.sigmas + CERTAIN_SIGMAS
    return {
      horizontal: Math.max(this.limits.horizontal, sigmas * scatter.horizontal),
      vertical: Math.max(this.limits.vertical, sigmas * scatter.vertical),
    }
  }

  #detect(atMs: number, reference: Local): Local | null {
    for (const test of TESTS) {
      const recent = this.#since(atMs, test.bins)
      if (recent.length < test.least) continue
      const apart = difference(middle(recent), reference)
      if (!isBeyond(apart, this.limits, test.share)) continue
      if (!recent.every((bin) => isBeyond(difference(bin, reference), this.limits, test.each))) continue
      // The scatter takes longer to compute.
      const levels = this.#levels(test)
      if (levels && isBeyond(apart, levels, 1)) return apart
    }
    return null
  }

  /** `null` if the test needs the scatter, which is not known yet. */
  #levels(test: Test): MovementLimits | null {
    const { horizontal, vertical } = this.limits
    const scatter = this.#scatter(test)
    if (!scatter) return test === HOUR ? this.limits : null
    return {
      horizontal: Math.max(test.share * horizontal, test.sigmas * scatter.horizontal),
      vertical: Math.max(test.share * vertical, test.sigmas * scatter.vertical),
    }
  }

  /**
   * Usual scatter of the median of so many deviations before the last hour, at least that of the largest tenth: on days
   * with a strong ionosphere, errors are far from normally distributed. `null` if it was not measured yet.
   */
  #scatter({ bins, least }: Test): MovementLimits | null {
    const past = this.#past(this.#bins.at(-1)?.atMs ?? 0)
    const windows = Map.groupBy(past, ({ atMs }) => Math.floor(atMs / (bins * BIN_MS)))
    const medians = [...windows.values()].filter((own) => own.length >= least).map(middle)
    if (medians.length < LEAST_MEDIANS) return null
    const of = (axis: keyof Local) => {
      const at = median(medians.map((one) => one[axis]))
      const apart = medians.map((one) => Math.abs(one[axis] - at)).toSorted((one, other) => one - other)
      return Math.max(MAD_TO_SIGMA * median(apart), apart[Math.floor(0.9 * apart.length)]! / SIGMAS_OF_TENTH)
    }
    return { horizontal: Math.max(of('east'), of('north')), vertical: of('up') }
  }

  #past(atMs: number): Bin[] {
    return this.#bins.filter((bin) => bin.atMs <= atMs - HOUR_BINS * BIN_MS)
  }

  #isBack(atMs: number): boolean {
    const hour = this.#since(atMs, HOUR_BINS)
    const { horizontal, vertical } = this.limits
    return (
      hour.length >= LEAST_RECENT_BINS &&
      [hour, hour.slice(-ENDED.bins)].every((bins) => {
        const { east, north, up } = difference(middle(bins), this.#reference!)
        return Math.hypot(east, north) < ENDED.share * horizontal && Math.abs(up) < ENDED.share * vertical
      })
    )
  }

  #since(atMs: number, bins: number): Bin[] {
    return this.#bins.filter((bin) => bin.atMs > atMs - bins * BIN_MS)
  }

  #beginOf(reference: Local, moved: Local): number {
    const size = length(moved)
    let sinceMs = this.#bins.at(-1)!.atMs
    for (const bin of this.#bins.toReversed()) {
      if (length(difference(bin, reference)) < size / 2) break
      sinceMs = bin.atMs
    }
    return sinceMs
  }
}

const isBeyond = ({ east, north, up }: Local, limits: MovementLimits, factor: number) =>
  Math.hypot(east, north) > factor * limits.horizontal || Math.abs(up) > factor * limits.vertical

const length = ({ east, north, up }: Local) => Math.hypot(east, north, up)

const difference = (one: Local, other: Local): Local => ({
  east: one.east - other.east,
  north: one.north - other.north,
  up: one.up - other.up,
})

export const middle = (all: readonly Local[]): Local => ({
  east: median(all.map(({ east }) => east)),
  north: median(all.map(({ north }) => north)),
  up: median(all.map(({ up }) => up)),
})
