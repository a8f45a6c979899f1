// Deterministic randomness: each number depends only on its arguments.

/** A 32-bit hash of integers, whose lowest 32 bits count (the finaliser of MurmurHash 3). */
export function scramble(...words: number[]): number {
  let state = 0x9e3779b9
  for (const word of words) {
    state = Math.imul(state ^ (word | 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/** From 0 (inclusive) to 1 (exclusive). */
export const fraction = (...words: number[]): number => scramble(...words) / 2 ** 32

export const between = (low: number, high: number, ...words: number[]): number =>
  low + (high - low) * fraction(...words)

/**
 * Approximately normal with mean 0 and deviation 1: the sum of four bytes. It never exceeds 3.5, so that no simulated
 * station looks faulty by chance.
 */
export function gaussian(...words: number[]): number {
  const bits = scramble(...words)
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24)
  return ((sum - 510) / 256) * Math.sqrt(3)
}

/** Hashes a text to a number. */
export const wordOf = (text: string): number => scramble(...Buffer.from(text))
