// The timeline of a stream's epochs: which epochs are new, how many are expected, where gaps are. Received and expected
// epochs are counted by their position on that timeline and not by wall-clock time, so a stream without losses is 100 %
// complete, even if its packets bunch up around the end of a minute.
import { REPEATED_MS, SAME_INSTANT_MS } from './constellation-clock.ts'
import { Interval } from './interval.ts'

/** An epoch that is ahead of the wall clock by more than this is a jump of the station's clock, not a gap. */
const JUMP_MS = 600_000
const SHORTEST_PATIENCE_MS = 2_000
const GAP_INTERVALS = 1.5

export interface EpochCounts {
  readonly received: number
  /**
   * Can be less than `received` in a minute with late epochs, which were expected (and missing) in the minute before.
   */
  readonly expected: number
  readonly intervalMs: number | null
  /** Finished gaps of more than 1.5 intervals, and the longest of them. */
  readonly gaps: number
  readonly longestGapMs: number
}

const NOTHING = { received: 0, expected: 0, gaps: 0, longestGapMs: 0 }

export class EpochLine {
  readonly #interval = new Interval()
  #newest: number | null = null
  #newestArrivalMs = 0
  /** Epochs up to this instant have been counted as expected, received or not. */
  #expectedUpTo = 0
  #counts = { ...NOTHING }

  /** `null` until learned. */
  get intervalMs(): number | null {
    return this.#interval.ms
  }

  /** Counts a new epoch; returns false if the instant is not new. */
  advance(instantMs: number, arrivalMs: number): boolean {
    if (this.#newest === null) {
      this.#begin(instantMs)
    } else {
      const difference = instantMs - this.#newest
      if (difference <= SAME_INSTANT_MS && difference >= -REPEATED_MS) return false
      const isJump = difference < 0 || difference - (arrivalMs - this.#newestArrivalMs) > JUMP_MS
      if (isJump) {
        this.#expectInSilence(arrivalMs)
        this.#begin(instantMs)
      } else {
        this.#follow(instantMs, difference)
      }
    }
    this.#counts.received++
    this.#newest = instantMs
    this.#newestArrivalMs = arrivalMs
    return true
  }

  #begin(instantMs: number): void {
    this.#counts.expected++
    this.#expectedUpTo = instantMs
  }

  #follow(instantMs: number, difference: number): void {
    this.#interval.learn(difference)
    const interval = this.#interval.ms
    if (interval !== null && difference > GAP_INTERVALS * interval) {
      this.#counts.gaps++
      this.#counts.longestGapMs = Math.max(this.#counts.longestGapMs, difference)
    }
    if (instantMs <= this.#expectedUpTo) return
    this.#counts.expected += interval === null ? 1 : Math.round((instantMs - this.#expectedUpTo) / interval)
    this.#expectedUpTo = instantMs
  }

  /** Counts due epochs while none arrive. Epochs that arrive late afterwards are not expected twice. */
  #expectInSilence(nowMs: number): void {
    const interval = this.#interval.ms
    if (interval === null || this.#newest === null) return
    const patience = Math.max(interval / 2, SHORTEST_PATIENCE_MS)
    const due = Math.floor((nowMs - this.#newestArrivalMs - patience) / interval)
    const uncounted = due - Math.round((this.#expectedUpTo - this.#newest) / interval)
    if (uncounted <= 0) return
    this.#counts.expected += uncounted
    this.#expectedUpTo += uncounted * interval
  }

  /** Call if the stream could not be received since the last call: nothing is missing, and the timeline restarts. */
  excuse(): void {
    const { received } = this.#counts
    this.#counts = { ...NOTHING, received, expected: received }
    this.#newest = null
  }

  /** Counters since the last call. */
  takeCounts(nowMs: number): EpochCounts {
    this.#expectInSilence(nowMs)
    const counts = { ...this.#counts, intervalMs: this.#interval.ms }
    this.#counts = { ...NOTHING }
    return counts
  }
}
