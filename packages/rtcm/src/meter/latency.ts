// Latency of epochs from the antenna to the caster, if it can be known.
import { Samples } from './samples.ts'

/** A longer latency means a recording, from any time of the week: no delay or wrong clock is that large. */
const CREDIBLE_MS = 600_000
/** An epoch up to this far in the future means a clock that NTP has not settled yet: it counts as no delay. */
const SETTLING_MS = 2_000

export interface LatencyFacts {
  /** `null` if unknown for most epochs, or without epochs. */
  readonly medianMs: number | null
  /** Epochs that arrived before their time, counted as 0. */
  readonly clamped: number
  /** Epochs with an implausible latency. */
  readonly unknown: number
  /** If most epochs have a wrong time, rather than a late one: how far it is ahead of ours, negative if behind. */
  readonly timeAheadMs: number | null
}

export class Latency {
  readonly #delays = new Samples()
  readonly #ahead = new Samples()
  #known = 0
  #clamped = 0
  #unknown = 0
  /** Number of epochs, known and unknown, with a wrong time. */
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

  /** Returns the facts and resets. */
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
