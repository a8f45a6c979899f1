// A validity is in seconds in the API and in days in the console.
export const DAY_S = 86_400

/** At least 1; a validity in hours is rounded. */
export const daysOf = (seconds: number): number => Math.max(1, Math.round(seconds / DAY_S))
