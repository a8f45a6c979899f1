// Bit fields of any width, most significant bit first (RTCM 10403.3, section 3.3).

/** A field of up to 25 bits lies within four bytes at any alignment. */
const WITHIN_WORD = 25

/** Reads 1 to 53 bits. */
export function unsignedAt(bytes: Uint8Array, bit: number, width: number): number {
  if (width <= WITHIN_WORD) return wordFrom(bytes, bit) >>> (32 - width)
  return unsignedAt(bytes, bit, width - 24) * 0x1000000 + unsignedAt(bytes, bit + width - 24, 24)
}

/** Two's complement, at most 53 bits. */
export function signedAt(bytes: Uint8Array, bit: number, width: number): number {
  if (width <= WITHIN_WORD) return wordFrom(bytes, bit) >> (32 - width)
  return signedAt(bytes, bit, width - 24) * 0x1000000 + unsignedAt(bytes, bit + width - 24, 24)
}

/** A word of 32 bits whose highest one is the bit at `bit`. */
function wordFrom(bytes: Uint8Array, bit: number): number {
  const at = bit >>> 3
  const word = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
  return word << (bit & 7)
}

/** Reads consecutive fields. Bits past the end read as zero: check `remaining` first. */
export class BitReader {
  readonly #bytes: Uint8Array
  #bit = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get remaining(): number {
    return this.#bytes.length * 8 - this.#bit
  }

  skip(width: number): this {
    this.#bit += width
    return this
  }

  unsigned(width: number): number {
    const value = unsignedAt(this.#bytes, this.#bit, width)
    this.#bit += width
    return value
  }

  signed(width: number): number {
    const value = signedAt(this.#bytes, this.#bit, width)
    this.#bit += width
    return value
  }
}

const LONGEST_MESSAGE = 1023

/** Writes consecutive fields; throws if a value does not fit. */
export class BitWriter {
  readonly #bytes = Buffer.alloc(LONGEST_MESSAGE)
  #bit = 0

  /** The bytes so far; the last byte is padded with zero bits. */
  bytes(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, (this.#bit + 7) >>> 3))
  }

  unsigned(value: number, width: number): this {
    if (!(Number.isInteger(value) && value >= 0 && value < 2 ** width)) throw outOfRange(value, `${width} bits`)
    if (this.#bit + width > LONGEST_MESSAGE * 8) throw new RangeError('a message has at most 1023 bytes')
    this.#put(value, width)
    return this
  }

  signed(value: number, width: number): this {
    const half = 2 ** (width - 1)
    if (!(value >= -half && value < half)) throw outOfRange(value, `${width} bits with a sign`)
    return this.unsigned(value < 0 ? value + 2 * half : value, width)
  }

  /** Sign and magnitude, as GLONASS broadcasts (the data type intS of the standard). */
  signMagnitude(value: number, width: number): this {
    return this.unsigned(value < 0 ? 1 : 0, 1).unsigned(Math.abs(value), width - 1)
  }

  #put(value: number, width: number): void {
    if (width > 24) {
      this.#put(Math.floor(value / 0x1000000), width - 24)
      this.#put(value % 0x1000000, 24)
      return
    }
    let left = width
    while (left > 0) {
      const room = 8 - (this.#bit & 7)
      const part = Math.min(room, left)
      left -= part
      this.#bytes[this.#bit >>> 3]! |= ((value >>> left) & ((1 << part) - 1)) << (room - part)
      this.#bit += part
    }
  }
}

const outOfRange = (value: number, width: string) => new RangeError(`${value} does not fit into ${width}`)
