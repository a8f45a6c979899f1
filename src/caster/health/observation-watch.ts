// Detects that a station's bytes contain no observations, and what they contain instead.
import { foreignFormats, type SliceFacts } from '@vertice/rtcm'
import type { SentInstead, Unobserved } from '../../domain/stations/telemetry.ts'

const MINUTE_MS = 60_000
/** More types than this are noise. */
const MOST_TYPES = 12

type Slice = Pick<SliceFacts, 'fromMs' | 'toMs' | 'bytes' | 'messages' | 'lastEpochArrivalMs'>

export class ObservationWatch {
  #lastEpochMs: number | null = null
  /**
   * Since when bytes arrive without observations, and when the last arrived; `null` if no bytes or observations arrive.
   */
  #flow: { sinceMs: number; lastMs: number } | null = null
  /** Slices of the last minute, oldest first. */
  #slices: Slice[] = []

  add(slice: Slice): void {
    const { fromMs, toMs, bytes, lastEpochArrivalMs } = slice
    const flow = this.#flow
    const isObserved = lastEpochArrivalMs !== this.#lastEpochMs
    this.#lastEpochMs = lastEpochArrivalMs
    // A `lastMs` in the future remains from before the clock was set back.
    const isOver = flow !== null && (toMs - flow.lastMs > MINUTE_MS || toMs < flow.lastMs)
    if (isObserved || isOver) this.#flow = null
    else if (bytes > 0) this.#flow = { sinceMs: flow?.sinceMs ?? fromMs, lastMs: toMs }
    this.#slices = this.#flow ? [...this.#slices.filter((one) => one.toMs > toMs - MINUTE_MS), slice] : []
  }

  /** `null` if there is nothing to report yet. `newest`: the newest bytes. */
  unobserved(stationId: number, nowMs: number, newest: () => Buffer): Unobserved | null {
    const flow = this.#flow
    if (!flow || nowMs - flow.sinceMs <= MINUTE_MS) return null
    return { stationId, since: new Date(flow.sinceMs), sends: () => this.#sends(newest()) }
  }

  #sends(newest: Buffer): SentInstead {
    const counts = new Map<string, number>()
    for (const { messages } of this.#slices)
      for (const [type, count] of Object.entries(messages)) counts.set(type, (counts.get(type) ?? 0) + count)
    const most = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_TYPES)
    return { messages: Object.fromEntries(most), formats: foreignFormats(newest) }
  }
}
