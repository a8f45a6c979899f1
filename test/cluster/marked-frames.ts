// RTCM frames with the station, its connection, the frame number and the time of sending, and a reader that finds
// missing, duplicate and torn frames and frames of two owners at once.
import { FrameReader, frame } from '@vertice/rtcm'
import { OLDEST_MS } from './promises.ts'

/** A proprietary message: 12 bits of type 4093. */
const HEAD = 0xffd0
const TYPE = 4093
const FILLER_AT = 20

export function markedFrame(station: number, line: number, number: number, length: number): Buffer {
  const payload = Buffer.alloc(length)
  payload.writeUInt16BE(HEAD, 0)
  payload.writeUInt16BE(station, 2)
  payload.writeUInt32BE(line, 4)
  payload.writeUInt32BE(number, 8)
  payload.writeDoubleBE(performance.now(), 12)
  for (let at = FILLER_AT; at < length; at++) payload[at] = (line * 13 + number * 7 + at * 31) & 0xff
  return frame(payload)
}

/** Missing frames of one connection of the base; `to` is `null` for all up to its end. */
export interface Gap {
  readonly line: number
  readonly from: number
  readonly to: number | null
}

/** A frame that was too old at arrival. */
export interface LateFrame {
  readonly line: number
  readonly ageMs: number
  /** `performance.now()` */
  readonly heardAt: number
}

export class MarkReader {
  readonly #station: number
  readonly #reader = new FrameReader((payload, type) => this.#take(payload, type))
  /** Types of the first unmarked frames: the base's station messages. */
  readonly firstTypes: number[] = []
  /** The base's connection of the newest frame and its number there; -1 if none has arrived. */
  line = -1
  number = -1
  frames = 0
  doubled = 0
  /** Frames of an older connection after a newer one. */
  mixed = 0
  foreign = 0
  readonly gaps: Gap[] = []
  readonly late: LateFrame[] = []
  /** Arrival of the newest frame (`performance.now()`). */
  heardAt = Number.NEGATIVE_INFINITY
  /** Max age of a frame at arrival. */
  oldestMs = 0
  #torn = 0

  constructor(station: number) {
    this.#station = station
  }

  push(data: Buffer): void {
    this.#reader.push(data)
  }

  /** Bytes outside of valid frames. */
  get torn(): number {
    this.#torn += this.#reader.takeCounts().skippedBytes
    return this.#torn
  }

  #take(payload: Buffer, type: number): void {
    if (type !== TYPE) {
      if (this.frames === 0) this.firstTypes.push(type)
      return
    }
    const [line, number] = [payload.readUInt32BE(4), payload.readUInt32BE(8)]
    if (payload.readUInt16BE(2) !== this.#station) this.foreign += 1
    else if (line < this.line) this.mixed += 1
    else if (line === this.line && number <= this.number) this.doubled += 1
    else this.#goOn(line, number, payload.readDoubleBE(12))
  }

  #goOn(line: number, number: number, sentAt: number): void {
    if (this.line >= 0) {
      if (line > this.line) {
        this.gaps.push({ line: this.line, from: this.number + 1, to: null })
        for (let missed = this.line + 1; missed < line; missed++) this.gaps.push({ line: missed, from: 0, to: null })
        if (number > 0) this.gaps.push({ line, from: 0, to: number - 1 })
      } else if (number > this.number + 1) this.gaps.push({ line, from: this.number + 1, to: number - 1 })
    }
    this.line = line
    this.number = number
    this.frames += 1
    this.heardAt = performance.now()
    const ageMs = this.heardAt - sentAt
    this.oldestMs = Math.max(this.oldestMs, ageMs)
    if (ageMs > OLDEST_MS) this.late.push({ line, ageMs, heardAt: this.heardAt })
  }
}
