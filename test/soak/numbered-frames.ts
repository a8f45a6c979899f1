// Numbered RTCM frames, and a reader that finds missing, duplicate and out-of-order frames.
import { FrameReader, frame } from '@vertice/rtcm'

/** A proprietary message: 12 bits of type 4093, then station, number, and bytes derived from the number. */
const HEAD = 0xffd0
const NUMBER_AT = 4
/** A base is only live with observations; these frames have no number. */
const OBSERVATIONS = 1074
const FILLER_AT = 8

export function numberedFrame(station: number, number: number, length: number): Buffer {
  const payload = Buffer.alloc(length)
  payload.writeUInt16BE(HEAD, 0)
  payload.writeUInt16BE(station, 2)
  payload.writeUInt32BE(number, NUMBER_AT)
  for (let at = FILLER_AT; at < length; at++) payload[at] = (number * 7 + at * 31) & 0xff
  return frame(payload)
}

export class NumberReader {
  readonly #station: number
  readonly #reader = new FrameReader((payload, type) => {
    if (type !== OBSERVATIONS) this.#take(payload)
  })
  /** The first and the newest number; -1 if none has arrived. */
  first = -1
  last = -1
  frames = 0
  lost = 0
  doubled = 0
  foreign = 0
  bytes = 0

  constructor(station: number) {
    this.#station = station
  }

  push(data: Buffer): void {
    this.bytes += data.length
    this.#reader.push(data)
  }

  /** Bytes outside of valid frames. */
  get skippedBytes(): number {
    return this.#reader.takeCounts().skippedBytes
  }

  #take(payload: Buffer): void {
    this.frames += 1
    const number = payload.readUInt32BE(NUMBER_AT)
    if (payload.readUInt16BE(0) !== HEAD || payload.readUInt16BE(2) !== this.#station) this.foreign += 1
    else if (this.last < 0) this.first = number
    else if (number <= this.last) this.doubled += 1
    else this.lost += number - this.last - 1
    this.last = Math.max(this.last, number)
  }
}
