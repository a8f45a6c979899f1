// Finds the positions in what a rover sends, and limits how much a rover may send.
import { GgaLines } from '@vertice/ntrip'

/**
 * Ten GGA sentences per second take 1,000 bytes. A receiver that sends all its NMEA sentences at 10 Hz takes 6 to 8 kB.
 */
export const INPUT_BYTES_PER_SECOND = 8_192
/** Accepted at once: some clients send everything that they buffered while offline. */
export const INPUT_BURST_BYTES = 65_536
/** Corrections need at most one position per second. The first few of a session are read without a pause. */
const POSITIONS_PER_SECOND = 1
const POSITIONS_BURST = 10

/** Returned by `RoverInput.take` if the rover exceeds its budget. */
export const TOO_MUCH = Symbol('too much')

export class RoverInput {
  readonly #sentences = new GgaLines()
  #bytesLeft = INPUT_BURST_BYTES
  #positionsLeft = POSITIONS_BURST
  #filledAtMs: number

  constructor(nowMs: number) {
    this.#filledAtMs = nowMs
  }

  /** Returns the newest GGA sentence that the bytes complete; `null` if there is none or its turn has not come. */
  take(bytes: Buffer, nowMs: number): string | typeof TOO_MUCH | null {
    this.#fill(nowMs)
    this.#bytesLeft -= bytes.length
    if (this.#bytesLeft < 0) return TOO_MUCH
    const newest = this.#sentences.push(bytes).at(-1)
    if (newest === undefined || this.#positionsLeft < 1) return null
    this.#positionsLeft -= 1
    return newest
  }

  #fill(nowMs: number): void {
    const seconds = Math.max(0, nowMs - this.#filledAtMs) / 1_000
    this.#bytesLeft = Math.min(INPUT_BURST_BYTES, this.#bytesLeft + seconds * INPUT_BYTES_PER_SECOND)
    this.#positionsLeft = Math.min(POSITIONS_BURST, this.#positionsLeft + seconds * POSITIONS_PER_SECOND)
    this.#filledAtMs = nowMs
  }
}
