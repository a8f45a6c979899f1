// Chance that is the same every time: a number that depends on its words and on nothing else.

/** 32 bits, from whole numbers of any size, of which the lowest 32 bits count (the finaliser of MurmurHash 3). */
export function scramble(...words: number[]): number {
  let state = 0x9e3779b9
  for (const word of words) {
    state = Math.imul(state ^ (word | 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    state ^= state >>> 16
  }
  return state >>> 0
}

/** 0 up to, but not, 1. */
export const fraction = (...words: number[]): number => scramble(...words) / 2 ** 32

export const between = (low: number, high: number, ...words: number[]): number =>
  low + (high - low) * fraction(...words)

/**
 * Of mean 0 and deviation 1, near enough: the sum of four bytes. It never exceeds 3.5, so no simulated station is ever
 * taken for a faulty one by bad luck.
 */
export function gaussian(...words: number[]): number {
  const bits = scramble(...words)
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24)
  return ((sum - 510) / 256) * Math.sqrt(3)
}

/** A text as a word. */
export const wordOf = (text: string): number => scramble(...Buffer.from(text))
