// Writes one frame field by field into reusable memory. Unlike `BitWriter` it checks nothing: the caller ensures that
// values fit and that there is room.
import { crc24q } from '../frames/crc24q.ts'

const HEAD = 3
const CRC = 3
export const LONGEST_PAYLOAD = 1023

export class FrameSink {
  readonly memory = Buffer.alloc(HEAD + LONGEST_PAYLOAD + CRC)
  /** Position of the next whole byte. */
  #at = HEAD
  /** Bits not yet written, newest lowest; only the lowest `#pending` bits are valid. */
  #bits = 0
  #pending = 0

  begin(): void {
    this.memory[0] = 0xd3
    this.#at = HEAD
    this.#pending = 0
  }

  /** At most 25 bits; a negative value is written in two's complement. */
  put(value: number, width: number): void {
    this.#bits = (this.#bits << width) | (value & ((1 << width) - 1))
    let pending = this.#pending + width
    while (pending >= 8) {
      pending -= 8
      this.memory[this.#at++] = this.#bits >>> pending
    }
    this.#pending = pending
  }

  /** Copies the first bits of a payload. Call before any other write. */
  copy(payload: Uint8Array, bits: number): void {
    const bytes = bits >>> 3
    for (let i = 0; i < bytes; i++) this.memory[HEAD + i] = payload[i]!
    this.#at = HEAD + bytes
    this.#pending = bits & 7
    this.#bits = this.#pending === 0 ? 0 : payload[bytes]! >>> (8 - this.#pending)
  }

  /** Overwrites bits in bytes that are already complete. */
  overwrite(bit: number, value: number, width: number): void {
    for (let i = 0; i < width; i++) {
      const place = HEAD + ((bit + i) >>> 3)
      const mask = 0x80 >>> ((bit + i) & 7)
      if ((value >>> (width - 1 - i)) & 1) this.memory[place]! |= mask
      else this.memory[place]! &= ~mask
    }
  }

  /** Writes the last, incomplete byte, padded with zero bits. */
  align(): void {
    if (this.#pending > 0) this.memory[this.#at] = this.#bits << (8 - this.#pending)
  }

  /** Returns the whole frame; valid until the next `begin`. More fields can be written afterwards. */
  frame(): Buffer {
    this.align()
    const end = this.#at + (this.#pending > 0 ? 1 : 0)
    const { memory } = this
    memory[1] = (end - HEAD) >>> 8
    memory[2] = end - HEAD
    const crc = crc24q(memory, 0, end)
    memory[end] = crc >>> 16
    memory[end + 1] = crc >>> 8
    memory[end + 2] = crc
    return memory.subarray(0, end + CRC)
  }
}
