// Finds the moments when most satellites of a band become weaker together, which neither their motion nor an
// obstruction explains.
import { BANDS } from './bands.ts'

/** A satellite counts as weaker if its C/N0 is this far below its mean of the last seconds. */
const DROP_DB = 5
/** Share of the band's satellites that must drop, and that may still be weak when the event ends. */
const BEGINS_AT = 0.6
const ENDS_BELOW = 0.3
const LEAST_SATELLITES = 4
/** The mean follows with this time constant: a slow change is no event. */
const FOLLOW_MS = 20_000
/** A mean over less time is not compared with. */
const SETTLED_MS = 30_000
/** A satellite that was not received for longer is forgotten. */
const ABSENT_MS = 10_000
/** A drop that lasts longer is a new state, such as a damaged cable. */
export const LONGEST_DROP_MS = 30 * 60_000

export interface BandDrop {
  /** When the epoch arrived, UTC in ms. */
  readonly sinceMs: number
  /** `null` while it lasts. */
  readonly untilMs: number | null
  /** dB, mean of the satellites that are still received. */
  readonly dropDb: number
  readonly satellites: number
}

interface Band {
  /** GPS time in ms; `null` outside of an event. */
  since: number | null
  event: BandDrop | null
}

export class InterferenceWatch {
  readonly #mean: Float32Array
  readonly #firstMs: Float64Array
  readonly #lastMs: Float64Array
  readonly #known = new Set<number>()
  readonly #bands: Band[] = BANDS.map(() => ({ since: null, event: null }))

  /** `cells`: one per satellite and band; `cell % BANDS.length` is the band. */
  constructor(cells: number) {
    this.#mean = new Float32Array(cells)
    this.#firstMs = new Float64Array(cells).fill(Number.NaN)
    this.#lastMs = new Float64Array(cells).fill(Number.NaN)
  }

  /** Receives each epoch: the cells that it has, and their C/N0. */
  note(cells: readonly number[], strengths: Float32Array, gpsMs: number, receivedMs: number): void {
    const [dropped, lost, total, drops] = [0, 1, 2, 3].map(() => new Float64Array(BANDS.length)) as Four
    const now = new Set(cells)
    for (const cell of this.#known) {
      if (now.has(cell)) continue
      if (gpsMs - this.#lastMs[cell]! > LONGEST_DROP_MS) this.#known.delete(cell)
      if (!this.#isSettled(cell, gpsMs)) continue
      total[cell % BANDS.length]!++
      lost[cell % BANDS.length]!++
    }
    for (const cell of cells) {
      if (!(strengths[cell]! > 0) || !this.#isSettled(cell, gpsMs)) continue
      const band = cell % BANDS.length
      const drop = this.#mean[cell]! - strengths[cell]!
      total[band]!++
      if (drop < DROP_DB) continue
      dropped[band]!++
      drops[band]! += drop
    }
    for (const [index, band] of this.#bands.entries())
      judge(band, {
        ...{ dropped: dropped[index]!, lost: lost[index]!, total: total[index]!, drops: drops[index]! },
        ...{ gpsMs, receivedMs },
      })
    for (const cell of cells) this.#follow(cell, strengths[cell]!, gpsMs)
  }

  /** The event that lasts, or the last one that ended since the previous call. */
  take(band: number): BandDrop | null {
    const state = this.#bands[band]!
    const { event } = state
    if (state.since === null) state.event = null
    return event
  }

  #isSettled(cell: number, gpsMs: number): boolean {
    const lastMs = this.#lastMs[cell]!
    const keptMs = this.#bands[cell % BANDS.length]!.since === null ? ABSENT_MS : LONGEST_DROP_MS
    return gpsMs - lastMs <= keptMs && lastMs - this.#firstMs[cell]! >= SETTLED_MS
  }

  /** The means are kept during an event, so that its end can be seen. */
  #follow(cell: number, strength: number, gpsMs: number): void {
    const { since } = this.#bands[cell % BANDS.length]!
    if (!(strength > 0) || (since !== null && gpsMs - since < LONGEST_DROP_MS)) return
    const elapsedMs = gpsMs - this.#lastMs[cell]!
    if (!(elapsedMs >= 0 && elapsedMs <= ABSENT_MS)) {
      this.#firstMs[cell] = gpsMs
      this.#mean[cell] = strength
      this.#known.add(cell)
    } else this.#mean[cell]! += (strength - this.#mean[cell]!) * Math.min(1, elapsedMs / FOLLOW_MS)
    this.#lastMs[cell] = gpsMs
  }
}

type Four = [Float64Array, Float64Array, Float64Array, Float64Array]

interface Tally {
  readonly dropped: number
  readonly lost: number
  readonly total: number
  readonly drops: number
  readonly gpsMs: number
  readonly receivedMs: number
}

function judge(band: Band, { dropped, lost, total, drops, gpsMs, receivedMs }: Tally): void {
  const share = total === 0 ? 0 : (dropped + lost) / total
  if (band.since !== null) {
    if (share >= ENDS_BELOW && gpsMs - band.since < LONGEST_DROP_MS) return
    band.since = null
    band.event = { ...band.event!, untilMs: receivedMs }
    return
  }
  // Satellites that only disappear are a gap of the stream or a change of its messages.
  if (dropped === 0 || dropped + lost < LEAST_SATELLITES || share < BEGINS_AT) return
  band.since = gpsMs
  band.event = { sinceMs: receivedMs, untilMs: null, dropDb: drops / dropped, satellites: dropped + lost }
}
