// Counts the epochs of a file: how many of the expected ones it has, and where the longest gaps are.

export interface Gap {
  /** GPS time in ms of the first missing epoch, and of the first epoch after the gap or the end of the window. */
  readonly fromMs: number
  readonly toMs: number
}

export interface Tally {
  readonly epochs: number
  readonly expected: number
  /** GPS time in ms; `null` without epochs. */
  readonly firstMs: number | null
  readonly lastMs: number | null
  /** The longest first. */
  readonly gaps: readonly Gap[]
  /** Epochs of each hour of the window. */
  readonly byHour: readonly number[]
}

const HOUR_MS = 3_600_000

export class EpochTally {
  readonly #fromMs: number
  readonly #toMs: number
  readonly #intervalMs: number
  readonly #most: number
  #epochs = 0
  #firstMs: number | null = null
  #lastMs: number | null = null
  #gaps: Gap[] = []
  readonly #byHour: number[]

  /** The window in GPS time, its end excluded. */
  constructor(fromMs: number, toMs: number, intervalMs: number, most: number) {
    this.#fromMs = Math.ceil(fromMs / intervalMs) * intervalMs
    this.#toMs = toMs
    this.#intervalMs = intervalMs
    this.#most = most
    this.#byHour = Array.from({ length: Math.ceil((toMs - fromMs) / HOUR_MS) }, () => 0)
  }

  /** Whether an epoch belongs to the file: in the window, on a multiple of the interval, and after the one before. */
  takes(gpsMs: number): boolean {
    const atMs = this.#gridOf(gpsMs)
    return atMs !== null && atMs >= this.#fromMs && atMs < this.#toMs && (this.#lastMs === null || atMs > this.#lastMs)
  }

  add(gpsMs: number): void {
    const atMs = this.#gridOf(gpsMs)!
    const expectedMs = this.#lastMs === null ? this.#fromMs : this.#lastMs + this.#intervalMs
    if (atMs > expectedMs) this.#gap({ fromMs: expectedMs, toMs: atMs })
    this.#firstMs ??= gpsMs
    this.#lastMs = atMs
    this.#epochs++
    this.#byHour[Math.floor((atMs - this.#fromMs) / HOUR_MS)]!++
  }

  end(): Tally {
    const expectedMs = this.#lastMs === null ? this.#fromMs : this.#lastMs + this.#intervalMs
    const gaps =
      expectedMs < this.#toMs ? longest([...this.#gaps, { fromMs: expectedMs, toMs: this.#toMs }]) : this.#gaps
    return {
      epochs: this.#epochs,
      expected: Math.max(0, Math.ceil((this.#toMs - this.#fromMs) / this.#intervalMs)),
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      gaps: longest(gaps).slice(0, this.#most),
      byHour: this.#byHour,
    }
  }

  /** Receivers round the time of an epoch by a few ms. */
  #gridOf(gpsMs: number): number | null {
    const atMs = Math.round(gpsMs / this.#intervalMs) * this.#intervalMs
    return Math.abs(gpsMs - atMs) <= ROUNDING_MS ? atMs : null
  }

  #gap(gap: Gap): void {
    this.#gaps = longest([...this.#gaps, gap]).slice(0, this.#most)
  }
}

const ROUNDING_MS = 5

const longest = (gaps: readonly Gap[]): Gap[] =>
  gaps.toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs) || one.fromMs - other.fromMs)
