// Counts the epochs of a file: how many of the expected ones it has, and where the longest gaps are.
import { HOUR_MS } from '../../domain/time/units.ts'
import { type EpochRun, EpochRuns, RunNumbers } from './epoch-runs.ts'

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

/** The window of a file in GPS time, its end excluded. */
export interface EpochWindow {
  readonly fromMs: number
  readonly toMs: number
  readonly intervalMs: number
}

/** The epochs of a file, counted while it is written. */
export class EpochTally {
  readonly #window: EpochWindow
  readonly #fromMs: number
  readonly #most: number
  readonly #wrong: ReadonlySet<number>
  readonly #runs: RunNumbers
  #epochs = 0
  #firstMs: number | null = null
  #lastMs: number | null = null
  #gaps: Gap[] = []
  readonly #byHour: number[]

  /** `wrong`: the runs with a wrong time, as `EpochPlan` finds them. */
  constructor(window: EpochWindow, most: number, wrong: ReadonlySet<number> = new Set()) {
    this.#window = window
    this.#fromMs = Math.ceil(window.fromMs / window.intervalMs) * window.intervalMs
    this.#most = most
    this.#wrong = wrong
    this.#runs = new RunNumbers(window.intervalMs)
    this.#byHour = Array.from({ length: Math.ceil((window.toMs - window.fromMs) / HOUR_MS) }, () => 0)
  }

  /**
   * Whether an epoch belongs to the file: in the window, on a multiple of the interval, after the one before, and not
   * of a wrong time. Call it once for every epoch of the stream.
   */
  takes(gpsMs: number): boolean {
    const atMs = gridIn(this.#window, gpsMs)
    if (atMs === null || this.#wrong.has(this.#runs.of(atMs))) return false
    return this.#lastMs === null || atMs > this.#lastMs
  }

  get hasBegun(): boolean {
    return this.#epochs > 0
  }

  add(gpsMs: number): void {
    const atMs = gridIn(this.#window, gpsMs)!
    this.addRun({ firstMs: gpsMs, fromMs: atMs, toMs: atMs })
  }

  /** Epochs that were counted before are left out. */
  addRun({ firstMs, fromMs, toMs }: Pick<EpochRun, 'firstMs' | 'fromMs' | 'toMs'>): void {
    const { intervalMs } = this.#window
    const expectedMs = this.#expectedMs()
    const startMs = Math.max(fromMs, expectedMs)
    if (startMs > toMs) return
    if (startMs > expectedMs) this.#gaps = longest([...this.#gaps, { fromMs: expectedMs, toMs: startMs }], this.#most)
    this.#firstMs ??= firstMs
    this.#lastMs = toMs
    this.#epochs += (toMs - startMs) / intervalMs + 1
    for (let atMs = startMs; atMs <= toMs; atMs += intervalMs)
      this.#byHour[Math.floor((atMs - this.#fromMs) / HOUR_MS)]!++
  }

  end(): Tally {
    const { toMs, intervalMs } = this.#window
    const expectedMs = this.#expectedMs()
    const rest = expectedMs < toMs ? [{ fromMs: expectedMs, toMs }] : []
    return {
      epochs: this.#epochs,
      expected: Math.max(0, Math.ceil((toMs - this.#fromMs) / intervalMs)),
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      gaps: longest([...this.#gaps, ...rest], this.#most),
      byHour: this.#byHour,
    }
  }

  #expectedMs(): number {
    return this.#lastMs === null ? this.#fromMs : this.#lastMs + this.#window.intervalMs
  }
}

/** What a file will contain, from a first pass over the stream. */
export class EpochPlan {
  readonly #window: EpochWindow
  readonly #most: number
  readonly #runs: EpochRuns

  constructor(window: EpochWindow, most: number) {
    this.#window = window
    this.#most = most
    this.#runs = new EpochRuns(window.intervalMs)
  }

  /** Returns whether the time is in the window and on a multiple of the interval. */
  add(gpsMs: number): boolean {
    const atMs = gridIn(this.#window, gpsMs)
    if (atMs !== null) this.#runs.add(gpsMs, atMs)
    return atMs !== null
  }

  end(): { readonly tally: Tally; readonly wrong: ReadonlySet<number> } {
    const { runs, wrong } = this.#runs.end()
    const tally = new EpochTally(this.#window, this.#most)
    for (const run of runs) tally.addRun(run)
    return { tally: tally.end(), wrong }
  }
}

const ROUNDING_MS = 5

/** Whether an epoch of this time can belong to the file. */
export const isOnGrid = (window: EpochWindow, gpsMs: number): boolean => gridIn(window, gpsMs) !== null

/** The multiple of the interval in the window; receivers round the time of an epoch by a few ms. */
function gridIn({ fromMs, toMs, intervalMs }: EpochWindow, gpsMs: number): number | null {
  const atMs = Math.round(gpsMs / intervalMs) * intervalMs
  return Math.abs(gpsMs - atMs) <= ROUNDING_MS && atMs >= fromMs && atMs < toMs ? atMs : null
}

const longest = (gaps: readonly Gap[], most: number): Gap[] =>
  gaps
    .toSorted((one, other) => other.toMs - other.fromMs - (one.toMs - one.fromMs) || one.fromMs - other.fromMs)
    .slice(0, most)
