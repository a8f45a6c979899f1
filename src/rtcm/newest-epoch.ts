// The newest epoch of a stream, from its first frame on: what somebody needs who was away for a while, and who may neither be given
// old observations nor half a frame. Frames are found by their lengths alone, their checksums are the meter's: a stream that begins in
// the middle of one is understood a few frames later.
import { isObservation } from './msm.ts'

const PREAMBLE = 0xd3
const RESERVED_BITS = 0xfc
const LENGTH_KNOWN = 3
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
  /** So many bytes at the beginning of the last part end a frame that began before it. */
  rest = 0
  #parts: Buffer[] = []
  #partsAt = 0
  #start = 0
  readonly #head = new Uint8Array(HEAD)
  #seen = 0
  #length = 0
  #lacking = 0
  #frameAt = 0
  /** Of each type of observation in this epoch. */
  readonly #times = new Map<number, number>()
  #joined: { readonly from: number; readonly bytes: Buffer } | null = null

  /** The last part ended within a frame. */
  get isTorn(): boolean {
    return this.#seen > 0 || this.#lacking > 0
  }

  /** Where no observations come, which tell, each part is new. */
  push(data: Buffer): void {
    this.#joined = null
    let isRest = this.isTorn
    this.rest = isRest ? data.length : 0
    if (!isRest && this.#times.size === 0) this.#beginAt(this.position)
    this.#parts.push(data)
    for (let at = 0; at < data.length; ) {
      at = this.#read(data, at)
      if (!isRest || this.isTorn) continue
      isRest = false
      this.rest = at
    }
    this.position += data.length
    if (this.position - this.#start > MOST_KEPT) this.#beginAt(this.isTorn ? this.#frameAt : this.position)
  }

  /** The bytes to come are of another connection, and end no frame of this one. */
  restart(): void {
    this.#seen = 0
    this.#lacking = 0
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

  /** Returns where to read on. */
  #read(data: Buffer, at: number): number {
    if (this.#lacking > 0) {
      const taken = Math.min(this.#lacking, data.length - at)
      this.#lacking -= taken
      return at + taken
    }
    if (this.#seen === 0 && data[at] !== PREAMBLE) {
      const next = data.indexOf(PREAMBLE, at)
      return next < 0 ? data.length : next
    }
    this.#readHead(data[at]!, this.position + at)
    return at + 1
  }

  #readHead(byte: number, position: number): void {
    if (this.#seen === 0) this.#frameAt = position
    if (this.#seen === 1 && byte & RESERVED_BITS) {
      this.#seen = 0
      return
    }
    this.#head[this.#seen++] = byte
    if (this.#seen < LENGTH_KNOWN) return
    if (this.#seen === LENGTH_KNOWN) this.#length = AROUND + (((this.#head[1]! & 3) << 8) | this.#head[2]!)
    if (this.#seen < Math.min(HEAD, this.#length)) return
    if (this.#seen === HEAD) this.#noteTime()
    this.#lacking = this.#length - this.#seen
    this.#seen = 0
  }

  /** An epoch begins when a type of observation comes again with another time: that needs no mark of its end, and no right clock. */
  #noteTime(): void {
    const [, , , type, typeAndStation, , a, b, c, d] = this.#head as unknown as number[]
    const message = (type! << 4) | (typeAndStation! >> 4)
    if (!isObservation(message)) return
    const time = ((a! << 24) | (b! << 16) | (c! << 8) | d!) >>> TIME_SHIFT
    const before = this.#times.get(message)
    if (before !== undefined && before !== time) this.#beginAt(this.#frameAt)
    this.#times.set(message, time)
  }

  #beginAt(position: number): void {
    this.#start = position
    this.#times.clear()
    while (this.#parts.length > 0 && this.#partsAt + this.#parts[0]!.length <= position)
      this.#partsAt += this.#parts.shift()!.length
  }
}
