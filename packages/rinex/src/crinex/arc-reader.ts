// Restores the values of arcs from their differences; the inverse of arc.ts. Values are integers.
import { RinexError } from '../read/error.ts'

/** GSI's tools write order 3 and read up to 5. */
const HIGHEST_ORDER = 5
const LEVELS = HIGHEST_ORDER + 1
const [MINUS, AMPERSAND, ZERO, NINE] = [45, 38, 48, 57]

/** A group of arcs, such as the observations of a satellite. */
export class ArcReader {
  /** Highest order of the differences; -1 for a value that was missing. */
  readonly #order: Int8Array
  readonly #level: Int8Array
  /** The differences of each order in the previous epoch. */
  readonly #last: Float64Array

  constructor(count: number) {
    this.#order = new Int8Array(count).fill(-1)
    this.#level = new Int8Array(count)
    this.#last = new Float64Array(count * LEVELS)
  }

  /** The value of arc `index` from the field between these bytes; NaN if the field is empty. */
  next(index: number, line: Uint8Array, from: number, to: number): number {
    if (from === to) {
      this.#order[index] = -1
      return Number.NaN
    }
    const base = index * LEVELS
    if (line[from + 1] === AMPERSAND) {
      const order = line[from]! - ZERO
      if (!(order >= 0 && order <= HIGHEST_ORDER)) throw new RinexError('bad_compression')
      this.#order[index] = order
      this.#level[index] = 0
      this.#last[base] = integer(line, from + 2, to)
      return this.#last[base]!
    }
    const order = this.#order[index]!
    if (order < 0) throw new RinexError('bad_compression')
    const level = Math.min(this.#level[index]! + 1, order)
    let value = integer(line, from, to)
    for (let k = level; k > 0; k--) {
      const lower = value + this.#last[base + k - 1]!
      this.#last[base + k] = value
      value = lower
    }
    this.#last[base] = value
    this.#level[index] = level
    return value
  }
}

function integer(line: Uint8Array, from: number, to: number): number {
  const isNegative = line[from] === MINUS
  let value = 0
  const start = isNegative ? from + 1 : from
  if (start >= to) throw new RinexError('bad_compression')
  for (let at = start; at < to; at++) {
    const byte = line[at]!
    if (byte < ZERO || byte > NINE) throw new RinexError('bad_compression')
    value = value * 10 + byte - ZERO
  }
  return isNegative ? -value : value
}
