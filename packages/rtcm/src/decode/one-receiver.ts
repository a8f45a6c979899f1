// Tells apart the receivers of a stream by their station id (DF003). The observations of two receivers must not be
// mixed in one epoch, because their clocks and antennas differ.
import { CONSTELLATIONS } from '../observations/head.ts'

/** After this time without a message, another id can be that of the same receiver with new settings. */
const SILENT_MS = 10_000

export class OneReceiver {
  #id: number | null = null
  #heardMs = Number.NEGATIVE_INFINITY
  /** By constellation. */
  readonly #constellationHeardMs = new Float64Array(CONSTELLATIONS.length).fill(Number.NEGATIVE_INFINITY)

  /**
   * Whether the message is of the receiver that was heard first. Some receivers send their constellations with different
   * ids, so another id is accepted for a constellation that the first one does not send.
   */
  sent(id: number, constellation: number, receivedMs: number): boolean {
    if (id !== this.#id && isSilent(this.#heardMs, receivedMs)) {
      this.#id = id
      this.#constellationHeardMs.fill(Number.NEGATIVE_INFINITY)
    }
    if (id !== this.#id) return isSilent(this.#constellationHeardMs[constellation]!, receivedMs)
    this.#heardMs = receivedMs
    this.#constellationHeardMs[constellation] = receivedMs
    return true
  }
}

/** The clock of the machine can be set back. */
const isSilent = (heardMs: number, nowMs: number) => Math.abs(nowMs - heardMs) >= SILENT_MS
