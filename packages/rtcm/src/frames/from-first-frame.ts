// Lets a stream through from its first whole RTCM 3 frame on, and holds back what has none: a web page or a list of figures that
// somebody's server sends is not for rovers.
import { FrameReader } from './frame-reader.ts'

/** A stream that begins in the middle of a frame, and brings other messages between its frames, still shows one within this. */
const FRAME_WITHIN_BYTES = 16 * 1024

export class FromFirstFrame {
  readonly #reader = new FrameReader(() => {
    this.#start ??= this.#reader.takeCounts().skippedBytes
  })
  #held: Buffer[] = []
  #heldLength = 0
  #start: number | null = null
  #isOpen = false

  /** What may be passed on: nothing yet (empty), or from now on everything; null: this is no RTCM. */
  push(bytes: Buffer): Buffer | null {
    if (this.#isOpen) return bytes
    this.#held.push(bytes)
    this.#heldLength += bytes.length
    this.#reader.push(bytes)
    if (this.#start === null) return this.#heldLength > FRAME_WITHIN_BYTES ? null : Buffer.alloc(0)
    const stream = Buffer.concat(this.#held).subarray(this.#start)
    this.#isOpen = true
    this.#held = []
    return stream
  }
}
