// Limit of concurrent sessions per credential. `admit_sessions` in migrations/0001_baseline.sql applies it across all
// casters.

/** Effect of a session beyond the limit: it replaces the oldest one, or is rejected. */
export type WhenFull = 'replace' | 'refuse'

export interface SessionLimit {
  readonly maxSessions: number
  readonly whenFull: WhenFull
}

export const DEFAULT_LIMIT: SessionLimit = { maxSessions: 1, whenFull: 'replace' }

/** True if the limit rejects another session while `open` sessions exist. */
export const refusesAnother = ({ maxSessions, whenFull }: SessionLimit, open: number): boolean =>
  whenFull === 'refuse' && open >= maxSessions

/** Number of oldest sessions that must end. `open` includes the newest. */
export const surplusOf = ({ maxSessions }: Pick<SessionLimit, 'maxSessions'>, open: number): number =>
  Math.max(0, open - maxSessions)
