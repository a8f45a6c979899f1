// How long epochs take from the antenna to here, as far as that can be known.
import { Samples } from './samples.ts'

/** More is no delay of a live stream, nor a clock that is a little off: this is a recording, which can stand anywhere in the week. */
const CREDIBLE_MS = 600_000
/** An epoch from the future by up to this much is a clock that NTP has not settled yet: no delay, and nothing to tell. */
const SETTLING_MS = 2_000

export interface LatencyFacts {
  /** null: not known for most of the epochs, or there were none */
  readonly medianMs: number | null
  /** Epochs that came before their time, taken as 0. */
  readonly clamped: number
  /** Epochs whose latency makes no sense. */
  readonly unknown: number
  /** If most tell a time that is wrong, which is more than late: how far it is ahead of ours, less than 0 if it is behind. */
  readonly timeAheadMs: number | null
}

export class Latency {
  readonly #delays = new Samples()
  readonly #ahead = new Samples()
  #known = 0
  #clamped = 0
  #unknown = 0
  /** Of the known and the unknown: their time is wrong. */
  #wrong = 0

  add(latencyMs: number): void {
    if (latencyMs > CREDIBLE_MS || latencyMs < -SETTLING_MS) {
      this.#wrong++
      this.#ahead.add(-Math.round(latencyMs))
    }
    if (Math.abs(latencyMs) > CREDIBLE_MS) {
      this.#unknown++
      return
    }
    if (latencyMs < 0) this.#clamped++
    this.#known++
    this.#delays.add(Math.max(0, Math.round(latencyMs)))
  }

  /** Begins anew. */
  take(): LatencyFacts {
    const isRight = 2 * this.#wrong <= this.#known + this.#unknown
    const delay = this.#delays.take()
    const ahead = this.#ahead.take()
    const facts = {
      medianMs: this.#known >= this.#unknown ? delay : null,
      clamped: this.#clamped,
      unknown: this.#unknown,
      timeAheadMs: isRight ? null : ahead,
    }
    this.#known = 0
    this.#clamped = 0
    this.#unknown = 0
    this.#wrong = 0
    return facts
  }
}
