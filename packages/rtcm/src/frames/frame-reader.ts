// Finds the frames in a byte stream that can start anywhere, be split anywhere and contain anything.
import { crc24q } from './crc24q.ts'

/** RTCM 10403.3, section 4: preamble, 6 reserved bits, 10 bits length, message, CRC-24Q. */
const PREAMBLE = 0xd3
const RESERVED_BITS = 0xfc
const HEAD = 3
const CRC = 3
const LONGEST_FRAME = HEAD + 1023 + CRC

/**
 * After a bad CRC the search resumes one byte later, so each byte of a crafted stream (D3 03 FF D3 03 FF …) would be
 * checked 343 times. Each received byte pays for this many failed checks of a byte (noise needs 0.03). A stream that
 * exceeds this budget has its bad frames skipped whole until it improves.
 */
const CHECKS_PER_BYTE = 8
const SPARE_CHECKS = 256 * 1024

/** The payload is valid only during the call; its memory is reused. */
export type OnFrame = (payload: Buffer, type: number) => void

export class FrameReader {
  readonly #onFrame: OnFrame
  /** The start of an incomplete frame, in memory of its own so that no large chunk stays alive. */
  #held: Buffer | null = null
  #heldLength = 0
  #spareChecks = SPARE_CHECKS
  #badCrcs = 0
  #skippedBytes = 0

  constructor(onFrame: OnFrame) {
    this.#onFrame = onFrame
  }

  push(chunk: Buffer): void {
    this.#spareChecks = Math.min(this.#spareChecks, SPARE_CHECKS) + CHECKS_PER_BYTE * chunk.length
    if (this.#heldLength === 0) this.#scan(chunk, 0)
    else if (this.#heldLength < HEAD) this.#scanWithHeld(chunk, 0)
    else this.#complete(this.#held!, chunk)
  }

  /** Discards a partial frame. Call before the bytes of another connection. */
  restart(): void {
    this.#skippedBytes += this.#heldLength
    this.#heldLength = 0
  }

  /** Number of bytes at the end that may be the start of an incomplete frame. */
  get unfinishedBytes(): number {
    return this.#heldLength
  }

  /** Counters since the last call. */
  takeCounts(): { readonly badCrcs: number; readonly skippedBytes: number } {
    const counts = { badCrcs: this.#badCrcs, skippedBytes: this.#skippedBytes }
    this.#badCrcs = 0
    this.#skippedBytes = 0
    return counts
  }

  /** Copies only what the held frame lacks; the rest of the chunk is read in place. */
  #complete(held: Buffer, chunk: Buffer): void {
    const length = frameLength(held, 0)
    const lacking = length - this.#heldLength
    const taken = chunk.copy(held, this.#heldLength, 0, lacking)
    this.#heldLength += taken
    if (taken < lacking) return
    if (crc24q(held, 0, length) === 0) {
      this.#heldLength = 0
      this.#deliver(held, 0, length)
      this.#scan(chunk, taken)
    } else {
      this.#scanWithHeld(chunk, taken)
    }
  }

  #scanWithHeld(chunk: Buffer, from: number): void {
    const bytes = Buffer.concat([this.#held!.subarray(0, this.#heldLength), chunk.subarray(from)])
    this.#heldLength = 0
    this.#scan(bytes, 0)
  }

  #scan(bytes: Buffer, from: number): void {
    let at = this.#skipToPreamble(bytes, from)
    while (at < bytes.length && !isCut(bytes, at)) at = this.#skipToPreamble(bytes, at + this.#check(bytes, at))
    if (at < bytes.length) this.#hold(bytes, at)
  }

  #skipToPreamble(bytes: Buffer, from: number): number {
    if (bytes[from] === PREAMBLE) return from
    const found = bytes.indexOf(PREAMBLE, from)
    const at = found < 0 ? bytes.length : found
    this.#skippedBytes += at - from
    return at
  }

  /** Returns the number of bytes consumed. */
  #check(bytes: Buffer, at: number): number {
    let done = 1
    if (!(bytes[at + 1]! & RESERVED_BITS)) {
      const length = frameLength(bytes, at)
      if (crc24q(bytes, at, at + length) === 0) {
        this.#deliver(bytes, at, length)
        return length
      }
      this.#badCrcs++
      this.#spareChecks -= length
      if (this.#spareChecks < 0) done = length
    }
    this.#skippedBytes += done
    return done
  }

  #hold(bytes: Buffer, at: number): void {
    this.#held ??= Buffer.allocUnsafeSlow(LONGEST_FRAME)
    this.#heldLength = bytes.copy(this.#held, 0, at)
  }

  #deliver(bytes: Buffer, at: number, length: number): void {
    // An empty frame is a keep-alive without content; a single byte cannot hold the type.
    if (length < HEAD + 2 + CRC) return
    const payload = bytes.subarray(at + HEAD, at + length - CRC)
    this.#onFrame(payload, (payload[0]! << 4) | (payload[1]! >> 4))
  }
}

/** Whether the bytes end before the frame can be checked. */
function isCut(bytes: Buffer, at: number): boolean {
  const available = bytes.length - at
  if (available < 2) return true
  if (bytes[at + 1]! & RESERVED_BITS) return false
  return available < HEAD || available < frameLength(bytes, at)
}

/** The frame of a payload that a `FrameReader` passed to `OnFrame`. */
export const frameAround = (payload: Buffer): Buffer =>
  Buffer.from(payload.buffer, payload.byteOffset - HEAD, HEAD + payload.length + CRC)

const frameLength = (bytes: Buffer, at: number) => HEAD + (((bytes[at + 1]! & 3) << 8) | bytes[at + 2]!) + CRC
