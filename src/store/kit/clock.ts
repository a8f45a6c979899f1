// The database's clock, used by all processes. Between readings the process extrapolates with a monotonic clock, so
// changes of the machine's own clock never reach stored times.

/** A reading of the database's time; `sent` and `received` are from `performance.now()`. */
export interface Reading {
  readonly databaseMs: number
  readonly sent: number
  readonly received: number
}

export class DatabaseClock {
  /** Added to `performance.now()`; `null` before the first reading. */
  #offset: number | null = null

  /** The reading was taken between `sent` and `received`; the offset is clamped to the range that this allows. */
  measured({ databaseMs, sent, received }: Reading): void {
    const [least, most] = [databaseMs - received, databaseMs - sent]
    this.#offset = this.#offset === null ? (least + most) / 2 : Math.min(Math.max(this.#offset, least), most)
  }

  readonly now = (): Date => new Date(this.#known() + performance.now())

  /** Positive if this machine's clock is ahead of the database's. */
  get skewSeconds(): number {
    return (Date.now() - this.#known() - performance.now()) / 1000
  }

  #known(): number {
    if (this.#offset === null) throw new Error('the clock is read before the database has said what time it is')
    return this.#offset
  }
}
