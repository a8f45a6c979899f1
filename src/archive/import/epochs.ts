// Times of observation, for comparisons of what a file has with what the archive has.
import { type Constellation, decodeObservationHead, epochInstant, type ObservationHead } from '@vertice/rtcm'

/** Clocks of receivers may be off by a millisecond or two. Epochs at 100 Hz are 10 ms apart. */
const STEP_MS = 5

export class EpochSet {
  readonly #steps = new Set<number>()

  /** Returns false if the set has the epoch already. */
  add(instantMs: number): boolean {
    if (this.has(instantMs)) return false
    this.#steps.add(Math.round(instantMs / STEP_MS))
    return true
  }

  has(instantMs: number): boolean {
    const step = Math.round(instantMs / STEP_MS)
    return this.#steps.has(step) || this.#steps.has(step - 1) || this.#steps.has(step + 1)
  }
}

const DAY_SHIFT = 2 ** 27
/** "Day unknown" of DF416. Many receivers send a wrong day for GLONASS. */
const ANY_DAY = 7 * DAY_SHIFT

const fieldOf = (constellation: Constellation, epoch: number) =>
  constellation === 'GLO' ? ANY_DAY + (epoch % DAY_SHIFT) : epoch

/** When the satellites of a message were observed, nearest to `nearMs`; `null` for other messages. */
export function observedAt(payload: Buffer, type: number, nearMs: number): number | null {
  const head = decodeObservationHead(payload, type)
  return head && instantOf(head, nearMs)
}

/** `null` if the message has no satellites. */
export function instantOf(head: ObservationHead, nearMs: number): number | null {
  const { constellation, epoch, satellites, sbasSatellites } = head
  return satellites + sbasSatellites === 0 ? null : epochInstant(constellation, fieldOf(constellation, epoch), nearMs)
}
