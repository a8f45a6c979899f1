// When connected rovers are counted, and which of them are there at all.

export const QUARTER_MS = 15 * 60_000
/** A caster that has not been seen for so long is gone, and its rovers with it. */
const CASTER_LOST_MS = 60_000

export const quarterOf = (time: Date): Date => new Date(Math.floor(time.getTime() / QUARTER_MS) * QUARTER_MS)

export const castersSeenSince = (now: Date): Date => new Date(now.getTime() - CASTER_LOST_MS)
