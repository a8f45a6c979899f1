// Counts the values of a JSON text before it is parsed.

const QUOTE = 0x22
const COMMA = 0x2c
const ARRAY = 0x5b
const BACKSLASH = 0x5c
const ARRAY_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/** Max values in one list and in one object. */
export interface MostInOne {
  readonly list: number
  readonly object: number
}

/**
 * Whether the text has too many values in total, or in one list or object. Counts the characters that start or separate
 * values, at any depth. For text that is not JSON the count is meaningless but harmless.
 */
export function holdsMoreValues(
  json: Uint8Array,
  most: number,
  inOne: MostInOne = { list: most, object: most },
): boolean {
  if (json.length <= Math.min(most, inOne.list, inOne.object)) return false
  let marks = 0
  let left = most
  const leftOutside: number[] = []
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      at = endOfText(json, at)
      if (at < 0) return false
    } else if (byte === COMMA) {
      if (++marks > most || --left < 0) return true
    } else if (byte === OBJECT || byte === ARRAY) {
      if (++marks > most) return true
      leftOutside.push(left)
      left = (byte === ARRAY ? inOne.list : inOne.object) - 1
    } else if (byte === OBJECT_END || byte === ARRAY_END) {
      left = leftOutside.pop() ?? most
    }
  }
  return false
}

/** Position of the closing quote; -1 if missing. */
function endOfText(json: Uint8Array, begin: number): number {
  let end = begin
  do end = json.indexOf(QUOTE, end + 1)
  while (end > 0 && isEscaped(json, end))
  return end
}

function isEscaped(json: Uint8Array, at: number): boolean {
  let backslashes = 0
  while (json[at - 1 - backslashes] === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}
