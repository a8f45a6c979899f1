// How many sessions a credential may have at once, and what happens when there is one more. (In SQL, for
// all casters together: `admit_sessions` in migrations/0001_baseline.sql.)

/** What happens to a further session: it replaces the oldest one, or is rejected. */
export type WhenFull = 'replace' | 'refuse'

/** How many sessions a credential may have at once. */
export interface SessionLimit {
  readonly maxSessions: number
  readonly whenFull: WhenFull
}

export const DEFAULT_LIMIT: SessionLimit = { maxSessions: 1, whenFull: 'replace' }

/** Another session is refused while so many are open. */
export const refusesAnother = ({ maxSessions, whenFull }: SessionLimit, open: number): boolean =>
  whenFull === 'refuse' && open >= maxSessions

/** How many of those that are open, the newest among them, have to end: the oldest. */
export const surplusOf = ({ maxSessions }: Pick<SessionLimit, 'maxSessions'>, open: number): number =>
  Math.max(0, open - maxSessions)
