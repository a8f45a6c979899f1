// Where the epochs of a stream stand on their own line of time: which are new, how many should have come, where holes are.
// Received and expected are both counted by place on that line and not by the clock on the wall, so a stream that loses
// nothing is complete to the last epoch, however its packets bunch up around the turn of a minute.
import { REPEATED_MS, SAME_INSTANT_MS } from './constellation-clock.ts'
import { Interval } from './interval.ts'

/** An epoch that runs ahead of the wall by more than this is a jump of the station's clock and not a hole. */
const JUMP_MS = 600_000
const SHORTEST_PATIENCE_MS = 2_000
const GAP_INTERVALS = 1.5

export interface EpochCounts {
  readonly received: number
  /** May be less than `received` in a minute in which late ones came, which were expected (and missed) in the one before. */
  readonly expected: number
  readonly intervalMs: number | null
  /** Holes of more than 1.5 intervals that ended, and the longest of them. */
  readonly gaps: number
  readonly longestGapMs: number
}

const NOTHING = { received: 0, expected: 0, gaps: 0, longestGapMs: 0 }

export class EpochLine {
  readonly #interval = new Interval()
  #newest: number | null = null
  #newestArrivalMs = 0
  /** Up to here, epochs have been counted as expected, come or not. */
  #expectedUpTo = 0
  #counts = { ...NOTHING }

  /** As learned; null: not yet. */
  get intervalMs(): number | null {
    return this.#interval.ms
  }

  /** Whether the instant is a new epoch, which is counted. */
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

  /** While nothing comes, epochs are due all the same. Those that only come late find their places counted already. */
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

  /** Nobody could listen since the last call: nothing is missing of that time, and the line begins anew with the next epoch. */
  excuse(): void {
    const { received } = this.#counts
    this.#counts = { ...NOTHING, received, expected: received }
    this.#newest = null
  }

  /** Since the last call. */
  takeCounts(nowMs: number): EpochCounts {
    this.#expectInSilence(nowMs)
    const counts = { ...this.#counts, intervalMs: this.#interval.ms }
    this.#counts = { ...NOTHING }
    return counts
  }
}
