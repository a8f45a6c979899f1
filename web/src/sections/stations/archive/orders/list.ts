export const RINEX_PATH = '/rinex'
/** How often pages reload orders, for their progress. */
export const WATCHED_MS = 2_000
