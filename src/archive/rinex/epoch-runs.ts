// Finds epochs with a wrong time. A receiver that starts with a wrong clock sends epochs of another time for some
// seconds, and then returns to the right one. Written as sent, epochs ahead of time would displace the right ones.

/** Epochs without a gap between them. */
export interface EpochRun {
  readonly number: number
  /** GPS time in ms of the first epoch as sent. */
  readonly firstMs: number
  /** Times of the first and the last epoch, rounded to the interval of the file. */
  readonly fromMs: number
  toMs: number
}

/** Numbers the runs of a stream. Both passes over the segments number them alike. */
export class RunNumbers {
  readonly #intervalMs: number
  #lastMs = Number.NaN
  #number = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
  }

  of(atMs: number): number {
    if (atMs !== this.#lastMs && atMs !== this.#lastMs + this.#intervalMs) this.#number++
    this.#lastMs = atMs
    return this.#number
  }
}

/** A receiver with random times sends more runs; the rest is then taken in order of time. */
const MOST_RUNS = 100_000

export class EpochRuns {
  readonly #intervalMs: number
  readonly #numbers: RunNumbers
  /** In order of time. */
  readonly #accepted: EpochRun[] = []
  readonly #wrong = new Set<number>()
  #current: EpochRun | null = null
  /** Epochs of runs in a row that are before the end of the newest accepted one. */
  #before = 0

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs
    this.#numbers = new RunNumbers(intervalMs)
  }

  /** `atMs`: `gpsMs` rounded to the interval. */
  add(gpsMs: number, atMs: number): void {
    const number = this.#numbers.of(atMs)
    if (this.#current?.number === number) {
      this.#current.toMs = atMs
      return
    }
    this.#close()
    this.#current = { number, firstMs: gpsMs, fromMs: atMs, toMs: atMs }
  }

  /** The runs of the file, and the numbers of those with a wrong time. */
  end(): { readonly runs: readonly EpochRun[]; readonly wrong: ReadonlySet<number> } {
    this.#close()
    return { runs: this.#accepted, wrong: this.#wrong }
  }

  /** A run that is followed by more epochs of an earlier time was ahead of time. */
  #close(): void {
    const run = this.#current
    this.#current = null
    if (!run || run.number > MOST_RUNS) return
    const epochs = this.#before + this.#lengthOf(run)
    let last = this.#accepted.at(-1)
    while (last && last.fromMs > run.fromMs && this.#lengthOf(last) < epochs) {
      this.#wrong.add(last.number)
      this.#accepted.pop()
      last = this.#accepted.at(-1)
    }
    const isBefore = last !== undefined && run.toMs <= last.toMs
    this.#before = isBefore ? epochs : 0
    if (!isBefore) this.#accepted.push(run)
  }

  #lengthOf({ fromMs, toMs }: EpochRun): number {
    return (toMs - fromMs) / this.#intervalMs + 1
  }
}
