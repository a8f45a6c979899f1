// A frame in the making: fields are written one after the other into memory that is used again for the next. Nothing is checked here,
// as `BitWriter` does: whoever writes has made sure that the values fit and that there is room.
import { crc24q } from '../frames/crc24q.ts'

const HEAD = 3
const CRC = 3
export const LONGEST_PAYLOAD = 1023

export class FrameSink {
  readonly memory = Buffer.alloc(HEAD + LONGEST_PAYLOAD + CRC)
  /** Where the next whole byte goes. */
  #at = HEAD
  /** The bits before it, the newest lowest; what is above the lowest `#pending` is done with. */
  #bits = 0
  #pending = 0

  begin(): void {
    this.memory[0] = 0xd3
    this.#at = HEAD
    this.#pending = 0
  }

  /** At most 25 bits; of a negative number its two's complement. */
  put(value: number, width: number): void {
    this.#bits = (this.#bits << width) | (value & ((1 << width) - 1))
    let pending = this.#pending + width
    while (pending >= 8) {
      pending -= 8
      this.memory[this.#at++] = this.#bits >>> pending
    }
    this.#pending = pending
  }

  /** The first bits of a payload, where nothing has been written yet. */
  copy(payload: Uint8Array, bits: number): void {
    const bytes = bits >>> 3
    for (let i = 0; i < bytes; i++) this.memory[HEAD + i] = payload[i]!
    this.#at = HEAD + bytes
    this.#pending = bits & 7
    this.#bits = this.#pending === 0 ? 0 : payload[bytes]! >>> (8 - this.#pending)
  }

  /** Writes over bits that stand in bytes which are whole already. */
  overwrite(bit: number, value: number, width: number): void {
    for (let i = 0; i < width; i++) {
      const place = HEAD + ((bit + i) >>> 3)
      const mask = 0x80 >>> ((bit + i) & 7)
      if ((value >>> (width - 1 - i)) & 1) this.memory[place]! |= mask
      else this.memory[place]! &= ~mask
    }
  }

  /** Fills up the last byte. */
  align(): void {
    if (this.#pending > 0) this.memory[this.#at] = this.#bits << (8 - this.#pending)
  }

  /** The whole frame; to be read before the next is begun. More may be written behind it afterwards. */
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
