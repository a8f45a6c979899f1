// One clock for all processes: the database's. It is asked from time to time; between two answers this process counts on by itself,
// monotonically, so that nothing that happens to this machine's own clock is ever written down.

/** When the database said what time it is there, in the milliseconds of `performance.now()`. */
export interface Reading {
  readonly databaseMs: number
  readonly sent: number
  readonly received: number
}

export class DatabaseClock {
  /** What is added to `performance.now()`; null: nobody has asked yet. */
  #offset: number | null = null

  /** The answer was made somewhere between the question and its arrival: what fits in there already is right, and stays. */
  measured({ databaseMs, sent, received }: Reading): void {
    const [least, most] = [databaseMs - received, databaseMs - sent]
    this.#offset = this.#offset === null ? (least + most) / 2 : Math.min(Math.max(this.#offset, least), most)
  }

  readonly now = (): Date => new Date(this.#known() + performance.now())

  /** How far this machine's own clock is ahead, in seconds; negative: behind. */
  get skewSeconds(): number {
    return (Date.now() - this.#known() - performance.now()) / 1000
  }

  #known(): number {
    if (this.#offset === null) throw new Error('the clock is read before the database has said what time it is')
    return this.#offset
  }
}
