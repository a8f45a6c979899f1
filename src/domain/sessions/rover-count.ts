// When connected rovers are counted.

export const QUARTER_MS = 15 * 60_000

export const quarterOf = (time: Date): Date => new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS)
