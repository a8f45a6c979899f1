// The newest epoch of a stream, from its first frame on: what somebody needs who was away for a while, and who may not be given old
// observations. The stream comes in parts of whole frames. They are found by their lengths alone, their checksums are the meter's.
import { isObservation } from '../observations/head.ts'

const PREAMBLE = 0xd3
const RESERVED_BITS = 0xfc
const AROUND = 6
/** Up to the epoch's time: three bytes of the frame, 24 bits of type and station, 30 of time. */
const HEAD = 10
/** The last bits are no time in 1009-1012; what is left counts by 8 ms. */
const TIME_SHIFT = 5
/** What is no RTCM has no epochs, and some streams end none. */
const MOST_KEPT = 32 * 1024

export class NewestEpoch {
  /** Of the byte that comes next, counted from the first. */
  position = 0
  #parts: Buffer[] = []
  #partsAt = 0
  #start = 0
  /** Of each type of observation in this epoch. */
  readonly #times = new Map<number, number>()
  #joined: { readonly from: number; readonly bytes: Buffer } | null = null

  /** Where no observations come, which tell, each part is new. */
  push(part: Buffer): void {
    this.#joined = null
    if (this.#times.size === 0) this.#beginAt(this.position)
    this.#parts.push(part)
    for (let at = part.indexOf(PREAMBLE); at >= 0 && at + HEAD <= part.length; at = part.indexOf(PREAMBLE, at))
      at += this.#read(part, at)
    this.position += part.length
    if (this.position - this.#start > MOST_KEPT) this.#beginAt(this.position)
  }

  /** The bytes to come are of another connection. */
  restart(): void {
    this.#beginAt(this.position)
  }

  /** What of the newest epoch came since then; the same bytes for all who ask. */
  since(position: number): Buffer {
    const from = Math.max(position, this.#start)
    if (this.#joined?.from !== from) this.#joined = { from, bytes: this.#from(from) }
    return this.#joined!.bytes
  }

  /** How many bytes came since then, before the newest epoch. */
  olderSince(position: number): number {
    return Math.max(0, this.#start - position)
  }

  #from(position: number): Buffer {
    const bytes = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    return bytes.subarray(position - this.#partsAt)
  }

  /** Returns how many bytes there is nothing more to find in. */
  #read(part: Buffer, at: number): number {
    if (part[at + 1]! & RESERVED_BITS) return 1
    const length = AROUND + part.readUInt16BE(at + 1)
    if (length >= HEAD) this.#noteTime(part, at)
    return length
  }

  /** An epoch begins when a type of observation comes again with another time: that needs no mark of its end, and no right clock. */
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
