// Forwards a stream from its first whole RTCM 3 frame on, and blocks a stream without one: a web page or a text that a
// server sends must not reach rovers.
import { FrameReader } from './frame-reader.ts'

/** A stream that starts mid-frame and has other data between its frames still shows a frame within this many bytes. */
const FRAME_WITHIN_BYTES = 16 * 1024

export class FromFirstFrame {
  readonly #reader = new FrameReader(() => {
    this.#start ??= this.#reader.takeCounts().skippedBytes
  })
  #held: Buffer[] = []
  #heldLength = 0
  #start: number | null = null
  #isOpen = false

  /**
   * Returns the bytes to forward: empty before the first frame, everything after it; `null` if the stream is no RTCM.
   */
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
