// Max difference between a machine's clock and the database's. Stored times use the database's clock, but logs and
// certificate checks use the machine's.

export const MOST_SKEW_S = 2

export const isSkewed = (seconds: number): boolean => Math.abs(seconds) > MOST_SKEW_S

/** True if the skew changed enough to report again. `told` is the last reported skew, `null` if none. */
export const isNews = (told: number | null, seconds: number): boolean =>
  isSkewed(seconds) ? told === null || isSkewed(seconds - told) : told !== null
