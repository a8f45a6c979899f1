// A validity is seconds to the service, and days to people.
export const DAY_S = 86_400

/** At least one, and rounded where it was given in hours. */
export const daysOf = (seconds: number): number => Math.max(1, Math.round(seconds / DAY_S))
