// How far a machine's own clock may differ from the database's before somebody should look at it. Nothing that is written follows
// it; but logs and the checks of certificates do.

export const MOST_SKEW_S = 2

export const isSkewed = (seconds: number): boolean => Math.abs(seconds) > MOST_SKEW_S

/** Whether this is news to whoever was told of a skew of `told` seconds, or of none. */
export const isNews = (told: number | null, seconds: number): boolean =>
  isSkewed(seconds) ? told === null || isSkewed(seconds - told) : told !== null
