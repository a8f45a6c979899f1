// The columns of epoch lines in the two versions of CRINEX.

export interface Layout {
  /** First character of a whole epoch line, in CRINEX and in RINEX. */
  readonly mark: number
  readonly markOut: number
  readonly flagAt: number
  readonly countAt: number
  /** Where the satellites start; in RINEX 3 the clock offset takes their place. */
  readonly satellitesAt: number
  readonly clockDecimals: number
  readonly clockWidth: number
}

const [SPACE, AMPERSAND, GREATER] = [32, 38, 62]

/** For RINEX 2. */
export const VERSION_1: Layout = {
  ...{ mark: AMPERSAND, markOut: SPACE, flagAt: 28, countAt: 29, satellitesAt: 32, clockDecimals: 9, clockWidth: 12 },
}

/** For RINEX 3 and 4. */
export const VERSION_3: Layout = {
  ...{ mark: GREATER, markOut: GREATER, flagAt: 31, countAt: 32, satellitesAt: 41, clockDecimals: 12, clockWidth: 15 },
}
