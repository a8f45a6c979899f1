// Detects whether a stream is flowing. A beat is an observation epoch of an RTCM stream, or any bytes of another
// stream. Times come from a monotonic clock.
import { MINUTE_MS } from '../time/units.ts'

/** A stream is silent after this many usual gaps, within bounds. Until the gap is known the upper bound applies. */
const SILENT_AFTER_GAPS = 3.5
const SILENT_AFTER_AT_LEAST_MS = 3_000
const SILENT_AFTER_AT_MOST_MS = MINUTE_MS
/** Parts of one epoch, and epochs delayed together, arrive closer together than this. */
const SAME_BEAT_MS = 50
const WEIGHT_OF_NEW = 0.2
/** A stream that beats continuously for this long has no gaps. */
const WITHOUT_GAP_MS = 2_000

export interface PulseTimes {
  /** Grace period after the last beat; most streams are back after a second. */
  readonly graceMs: number
  /** How long a stream must flow without interruption before other rovers switch to it. */
  readonly stableMs: number
}

export class Pulse {
  readonly #times: PulseTimes
  #lastAt = Number.NEGATIVE_INFINITY
  #flowsSince = Number.POSITIVE_INFINITY
  #withoutGapSince = Number.POSITIVE_INFINITY
  #gapMs: number | null = null
  /** End of the grace period after the source disconnected. */
  #awaitedUntil: number | null = null

  constructor(times: PulseTimes) {
    this.#times = times
  }

  beat(now: number): void {
    if (!this.flows(now) && !(this.#hasEarnedTrust && this.isAlive(now))) this.#flowsSince = now
    const gap = this.#awaitedUntil === null ? now - this.#lastAt : Number.POSITIVE_INFINITY
    if (gap > SAME_BEAT_MS) this.#withoutGapSince = now
    // Includes gaps that counted as silence: the stream may have become slower.
    if (gap > SAME_BEAT_MS && gap <= SILENT_AFTER_AT_MOST_MS)
      this.#gapMs = gap * WEIGHT_OF_NEW + (this.#gapMs ?? gap) * (1 - WEIGHT_OF_NEW)
    this.#lastAt = now
    this.#awaitedUntil = null
  }

  /** The stream flowed before this process started: its source gets the grace period to reconnect. */
  awaitReconnect(now: number): void {
    if (this.#lastAt === Number.NEGATIVE_INFINITY) this.#awaitedUntil = now + this.#times.graceMs
  }

  /** The source disconnected; the next one may have another rate. */
  stop(now: number): void {
    if (this.#awaitedUntil !== null) return
    this.#awaitedUntil = Math.min(this.#awaitedWhileConnected, now + this.#times.graceMs)
    this.#gapMs = null
  }

  flows(now: number): boolean {
    return this.#awaitedUntil === null && now - this.#lastAt <= this.#silentAfterMs
  }

  /** True if the stream flows or is in its grace period. */
  isAlive(now: number): boolean {
    return now <= (this.#awaitedUntil ?? this.#awaitedWhileConnected)
  }

  /** True if the stream is silent and its grace period ends within `ms`. */
  endsWithin(ms: number, now: number): boolean {
    return !this.flows(now) && !this.isAlive(now + ms)
  }

  /** True if the stream has flowed for `stableMs`. A break within the grace period does not reset a stable stream. */
  isStable(now: number): boolean {
    return this.flows(now) && now - this.#flowsSince >= this.#times.stableMs
  }

  get #hasEarnedTrust(): boolean {
    return this.#lastAt - this.#flowsSince >= this.#times.stableMs
  }

  get #awaitedWhileConnected(): number {
    return this.#lastAt + Math.max(this.#silentAfterMs, this.#times.graceMs)
  }

  get #silentAfterMs(): number {
    const hasNoGaps = this.#lastAt - this.#withoutGapSince > WITHOUT_GAP_MS
    const usual = hasNoGaps ? 0 : (this.#gapMs ?? Number.POSITIVE_INFINITY) * SILENT_AFTER_GAPS
    return Math.min(Math.max(usual, SILENT_AFTER_AT_LEAST_MS), SILENT_AFTER_AT_MOST_MS)
  }
}
