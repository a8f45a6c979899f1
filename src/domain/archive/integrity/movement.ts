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
/** A movement of this many times the limits is reported if all of the last 15 minutes show it. */
const FAST = { factor: 2, bins: 3 }
/** A movement has ended if the deviation is below this share of the limit. */
const ENDED_SHARE = 0.5
/** Normal scatter of the hourly median that a movement must exceed. */
const SIGMAS = 4
const MAD_TO_SIGMA = 1.4826

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
    const past = this.#bins.filter((bin) => bin.atMs <= atMs - HOUR_BINS * BIN_MS)
    if (this.#isMoved) {
      if (this.#isBack(atMs)) this.#end(atMs)
      return null
    }
    if (past.length < LEAST_PAST_BINS) return null
    const reference = middle(past)
    const recent = this.#since(atMs, HOUR_BINS)
    const moved = this.#beyond(recent, reference, this.limits)
    // The scatter takes longer to compute.
    if (!moved || !this.#beyond(recent, reference, this.minimumDetectable())) return null
    this.#isMoved = true
    this.#reference = reference
    this.#movedMs = this.#beginOf(reference, moved)
    return { ...moved, detectedMs: atMs, sinceMs: this.#movedMs }
  }

  /** The time of the movement is not part of the past that later deviations are compared with. */
  #end(atMs: number): void {
    this.#isMoved = false
    this.#bins = this.#bins.filter((bin) => bin.atMs < this.#movedMs || bin.atMs > atMs - FAST.bins * BIN_MS)
  }

  /** Movements that an hour of data shows for certain: the limits, or more if the deviations scatter more. */
  minimumDetectable(): MovementLimits {
    const hours = Map.groupBy(this.#bins, ({ atMs }) => Math.floor(atMs / (HOUR_BINS * BIN_MS)))
    const medians = [...hours.values()].filter((bins) => bins.length >= LEAST_RECENT_BINS).map(middle)
    if (medians.length < 3) return this.limits
    const scatter = (axis: keyof Local) => {
      const values = medians.map((one) => one[axis])
      const at = median(values)
      return SIGMAS * MAD_TO_SIGMA * median(values.map((value) => Math.abs(value - at)))
    }
    return {
      horizontal: Math.max(this.limits.horizontal, scatter('east'), scatter('north')),
      vertical: Math.max(this.limits.vertical, scatter('up')),
    }
  }

  #isBack(atMs: number): boolean {
    const hour = this.#since(atMs, HOUR_BINS)
    const { horizontal, vertical } = this.limits
    return (
      hour.length >= LEAST_RECENT_BINS &&
      [hour, hour.slice(-FAST.bins)].every((bins) => {
        const { east, north, up } = difference(middle(bins), this.#reference!)
        return Math.hypot(east, north) < ENDED_SHARE * horizontal && Math.abs(up) < ENDED_SHARE * vertical
      })
    )
  }

  #since(atMs: number, bins: number): Bin[] {
    return this.#bins.filter((bin) => bin.atMs > atMs - bins * BIN_MS)
  }

  #beyond(recent: readonly Bin[], reference: Local, limits: MovementLimits): Local | null {
    const fast = recent.slice(-FAST.bins)
    const isFast =
      fast.length === FAST.bins && fast.every((bin) => isBeyond(difference(bin, reference), limits, FAST.factor))
    if (recent.length < LEAST_RECENT_BINS && !isFast) return null
    const apart = difference(middle(isFast ? fast : recent), reference)
    return isBeyond(apart, limits, 1) ? apart : null
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
