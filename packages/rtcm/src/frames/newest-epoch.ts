// Keeps the newest epoch of a stream, from its first frame on, for a receiver that fell behind and must not get old
// observations. The stream arrives in parts of whole frames. Frames are found by their lengths alone; the meter checks
// their CRCs.
import { isObservation } from '../observations/head.ts'

const PREAMBLE = 0xd3
const RESERVED_BITS = 0xfc
const AROUND = 6
/** Bytes up to the epoch time: three bytes of frame header, 24 bits of type and station, 30 bits of time. */
const HEAD = 10
/** The last bits are not part of the time in 1009-1012; without them the unit is 8 ms. */
const TIME_SHIFT = 5
/** Limit for streams without epochs: other formats, and streams that never end one. */
const MOST_KEPT = 32 * 1024

export class NewestEpoch {
  /** Stream position of the next byte, counted from the first. */
  position = 0
  #parts: Buffer[] = []
  #partsAt = 0
  #start = 0
  /** Time of each observation type in this epoch. */
  readonly #times = new Map<number, number>()
  #joined: { readonly from: number; readonly bytes: Buffer } | null = null

  /** In a stream without observations each part counts as a new epoch. */
  push(part: Buffer): void {
    this.#joined = null
    if (this.#times.size === 0) this.#beginAt(this.position)
    this.#parts.push(part)
    for (let at = part.indexOf(PREAMBLE); at >= 0 && at + HEAD <= part.length; at = part.indexOf(PREAMBLE, at))
      at += this.#read(part, at)
    this.position += part.length
    if (this.position - this.#start > MOST_KEPT) this.#beginAt(this.position)
  }

  /** Call before the bytes of another connection. */
  restart(): void {
    this.#beginAt(this.position)
  }

  /** The bytes of the newest epoch from `position` on; all callers share the same buffer. */
  since(position: number): Buffer {
    const from = Math.max(position, this.#start)
    if (this.#joined?.from !== from) this.#joined = { from, bytes: this.#from(from) }
    return this.#joined!.bytes
  }

  /** Number of bytes from `position` on that precede the newest epoch. */
  olderSince(position: number): number {
    return Math.max(0, this.#start - position)
  }

  #from(position: number): Buffer {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    return bytes.subarray(position - this.#partsAt)
  }

  /** Returns the number of bytes consumed. */
  #read(part: Buffer, at: number): number {
    if (part[at + 1]! & RESERVED_BITS) return 1
    const length = AROUND + part.readUInt16BE(at + 1)
    if (length >= HEAD) this.#noteTime(part, at)
    return length
  }

  /**
   * An epoch starts when an observation type repeats with another time. This needs no end mark and no correct clock.
   */
  #noteTime(part: Buffer, at: number): void {
    const message = part.readUInt16BE(at + 3) >> 4
    if (!isObservation(message)) return
    const time = part.readUInt32BE(at + 6) >>> TIME_SHIFT
    const before = this.#times.get(message)
    if (before !== undefined && before !== time) this.#beginAt(this.position + at)
    this.#times.set(message, time)
  }

  #beginAt(position: number): void {
    this.#start = position
    this.#times.clear()
    while (this.#parts.length > 0 && this.#partsAt + this.#parts[0]!.length <= position)
      this.#partsAt += this.#parts.shift()!.length
  }
}
