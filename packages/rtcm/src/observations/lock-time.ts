// Conversions of lock times. Each message form encodes a lock time in steps that mean "at least this long". A converted
// value is the longest step that does not exceed the original, so every loss of lock stays visible and none is
// invented.

/** Highest value of DF407; the rest are reserved and carry no information. */
const LAST_STEP = 704

/** DF407 to DF402: both double at powers of two from 32 ms on, DF407 with 32 steps in between. */
export function doublingsOf(fine: number): number {
  if (fine < 32 || fine > LAST_STEP) return 0
  const doublings = fine >>> 5
  return doublings > 15 ? 15 : doublings
}

/** DF407 (RTCM 10403.3, table 3.5-76), in ms. */
export function fineLockMs(fine: number): number {
  if (fine < 64) return fine
  if (fine > LAST_STEP) return 0
  const doublings = (fine >>> 5) - 1
  return (fine - 32 * doublings) << doublings
}

/** DF402 (table 3.5-74), in ms. */
export const lockMs = (steps: number): number => (steps === 0 ? 0 : 1 << (steps + 4))

/** Ranges of DF013 and similar fields (table 3.4-2): start in seconds, field value at the start, seconds per value. */
const STRETCHES = [
  { seconds: 937, first: 127, each: 1_000_000 },
  { seconds: 744, first: 120, each: 32 },
  { seconds: 360, first: 96, each: 16 },
  { seconds: 168, first: 72, each: 8 },
  { seconds: 72, first: 48, each: 4 },
  { seconds: 24, first: 24, each: 2 },
  { seconds: 0, first: 0, each: 1 },
] as const

/** DF013, DF019, DF043 and DF049. */
export function legacyLock(lockedMs: number): number {
  const seconds = Math.floor(lockedMs / 1000)
  const stretch = STRETCHES.find((one) => seconds >= one.seconds)
  return stretch === undefined
    ? 0
    : Math.min(127, stretch.first + Math.floor((seconds - stretch.seconds) / stretch.each))
}

/** The shortest time that a value of DF013 and similar fields means, in ms. */
export function legacyLockMs(indicator: number): number {
  const { seconds, first, each } = STRETCHES.find((one) => indicator >= one.first)!
  return (seconds + (indicator - first) * each) * 1000
}

/** DF402: the longest step that is not longer than `lockedMs`. */
export const lockSteps = (lockedMs: number): number =>
  lockedMs < 32 ? 0 : Math.min(15, Math.floor(Math.log2(lockedMs)) - 4)

/** The time that a lock time is certainly shorter than, in ms, by message form: the next step. */
export const fineLockBelowMs = (fine: number): number =>
  fine >= LAST_STEP ? Number.POSITIVE_INFINITY : fineLockMs(fine + 1)
export const lockBelowMs = (steps: number): number => (steps >= 15 ? Number.POSITIVE_INFINITY : lockMs(steps + 1))
export const legacyLockBelowMs = (indicator: number): number =>
  indicator >= 127 ? Number.POSITIVE_INFINITY : legacyLockMs(indicator + 1)
