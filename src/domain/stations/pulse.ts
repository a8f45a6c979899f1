// Whether a stream lives. Each sign of life is a beat: an observation epoch of a station that sends RTCM, any bytes of another.
// Times are of a clock that only goes forward.
import { MINUTE_MS } from '../time/units.ts'

/** A stream is silent when it misses this many of its usual gaps, within bounds; until those are known, late. */
const SILENT_AFTER_GAPS = 3.5
const SILENT_AFTER_AT_LEAST_MS = 3_000
const SILENT_AFTER_AT_MOST_MS = MINUTE_MS
/** Parts of the same epoch, and epochs that were held up together, arrive closer together than this. */
const SAME_BEAT_MS = 50
const WEIGHT_OF_NEW = 0.2
/** Who beats for so long without a gap has none. */
const WITHOUT_GAP_MS = 2_000

export interface Patience {
  /** So long after its last beat a stream that broke off is still waited for: most are back after a second. */
  readonly graceMs: number
  /** So long it must flow without a break before others change to it. */
  readonly stableMs: number
}

export class Pulse {
  readonly #patience: Patience
  #lastAt = Number.NEGATIVE_INFINITY
  #flowsSince = Number.POSITIVE_INFINITY
  #withoutGapSince = Number.POSITIVE_INFINITY
  #gapMs: number | null = null
  /** Of one whose source is gone: until when it is waited for. */
  #awaitedUntil: number | null = null

  constructor(patience: Patience) {
    this.#patience = patience
  }

  beat(now: number): void {
    if (!this.flows(now) && !(this.#hasEarnedTrust && this.isAlive(now))) this.#flowsSince = now
    const gap = this.#awaitedUntil === null ? now - this.#lastAt : Number.POSITIVE_INFINITY
    if (gap > SAME_BEAT_MS) this.#withoutGapSince = now
    // Also of a gap for which it was taken for silent: it may have become slower.
    if (gap > SAME_BEAT_MS && gap <= SILENT_AFTER_AT_MOST_MS)
      this.#gapMs = gap * WEIGHT_OF_NEW + (this.#gapMs ?? gap) * (1 - WEIGHT_OF_NEW)
    this.#lastAt = now
    this.#awaitedUntil = null
  }

  /** The stream flowed before this process started: its source gets the grace period to reconnect. */
  awaitReconnect(now: number): void {
    if (this.#lastAt === Number.NEGATIVE_INFINITY) this.#awaitedUntil = now + this.#patience.graceMs
  }

  /** Its source is gone for certain; the next one may have another rate. */
  stop(now: number): void {
    if (this.#awaitedUntil !== null) return
    this.#awaitedUntil = Math.min(this.#awaitedWhileConnected, now + this.#patience.graceMs)
    this.#gapMs = null
  }

  /** It beats as it should. */
  flows(now: number): boolean {
    return this.#awaitedUntil === null && now - this.#lastAt <= this.#silentAfterMs
  }

  /** It flows, or broke off so short a time ago that nobody is sent away for it. */
  isAlive(now: number): boolean {
    return now <= (this.#awaitedUntil ?? this.#awaitedWhileConnected)
  }

  /** It has broken off, and will not be waited for much longer. */
  endsWithin(ms: number, now: number): boolean {
    return !this.flows(now) && !this.isAlive(now + ms)
  }

  /** It flows and has done so for long. A short break takes nothing from who had earned that before. */
  isStable(now: number): boolean {
    return this.flows(now) && now - this.#flowsSince >= this.#patience.stableMs
  }

  get #hasEarnedTrust(): boolean {
    return this.#lastAt - this.#flowsSince >= this.#patience.stableMs
  }

  get #awaitedWhileConnected(): number {
    return this.#lastAt + Math.max(this.#silentAfterMs, this.#patience.graceMs)
  }

  get #silentAfterMs(): number {
    const hasNoGaps = this.#lastAt - this.#withoutGapSince > WITHOUT_GAP_MS
    const usual = hasNoGaps ? 0 : (this.#gapMs ?? Number.POSITIVE_INFINITY) * SILENT_AFTER_GAPS
    return Math.min(Math.max(usual, SILENT_AFTER_AT_LEAST_MS), SILENT_AFTER_AT_MOST_MS)
  }
}
