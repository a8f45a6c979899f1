// Mutates an input a little or a lot.
import { LONGEST_INPUT } from './target.ts'

/** A seeded random generator (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export const below = (random: () => number, limit: number): number => Math.floor(random() * limit)
export const oneOf = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[below(random, values.length)]!

const WORDS = ['\r\n', '\n', '\0', '"', "'", ',', ';', ':', '=', '%', '%00', '\\', '/', '..', '-1', '1e999', 'é', '😀']
const BYTES = [0, 1, 0x7f, 0x80, 0xff, 0xd3, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3d]

type Change = (input: Buffer, random: () => number, words: readonly string[], other: Buffer) => Buffer

const place = (input: Buffer, random: () => number) => below(random, input.length + 1)
const put = (input: Buffer, at: number, part: Buffer, over = 0) =>
  Buffer.concat([input.subarray(0, at), part, input.subarray(at + over)])

function piece(input: Buffer, random: () => number): Buffer {
  const at = place(input, random)
  return input.subarray(at, at + 1 + below(random, random() < 0.7 ? 12 : input.length))
}

const CHANGES: readonly Change[] = [
  (input, random) => {
    const changed = Buffer.from(input)
    const at = below(random, input.length)
    if (input.length > 0) changed[at] = changed[at]! ^ (1 << below(random, 8))
    return changed
  },
  (input, random) => put(input, place(input, random), Buffer.from([oneOf(random, BYTES)]), 1),
  (input, random, words) => put(input, place(input, random), Buffer.from(oneOf(random, words)), below(random, 3)),
  (input, random, words) => put(input, place(input, random), Buffer.from(oneOf(random, words))),
  (input, random) => put(input, place(input, random), Buffer.alloc(0), 1 + below(random, 12)),
  (input, random) => put(input, place(input, random), piece(input, random)),
  (input, random, _, other) => put(input, place(input, random), piece(other, random), below(random, 8)),
  (input, random, _, other) => Buffer.concat([input.subarray(0, place(input, random)), other]),
  (input, random) => input.subarray(0, place(input, random)),
  // Only long inputs show superlinear time.
  (input, random) => {
    const part = piece(input, random)
    const times = below(random, random() < 0.03 ? LONGEST_INPUT / Math.max(1, part.length) : 40)
    return put(input, place(input, random), Buffer.alloc(part.length * times, part))
  },
]

export function mutated(
  input: Buffer,
  random: () => number,
  { words = [], other }: { words?: readonly string[] | undefined; other: Buffer },
): Buffer {
  let changed = input
  for (let left = 1 + below(random, 4); left > 0; left--)
    changed = oneOf(random, CHANGES)(changed, random, [...words, ...WORDS], other)
  return changed
}
