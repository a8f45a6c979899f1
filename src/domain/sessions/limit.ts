// How many sessions a credential may have at once, and what happens when there is one more. (In SQL, for
// all casters together: `admit_sessions` in migrations/0001_baseline.sql.)
import type { Pass } from './admission.ts'

type Limit = Pick<Pass, 'maxSessions' | 'whenFull'>

/** Another session is refused while so many are open. */
export const refusesAnother = ({ maxSessions, whenFull }: Limit, open: number): boolean =>
  whenFull === 'refuse' && open >= maxSessions

/** How many of those that are open, the newest among them, have to end: the oldest. */
export const surplusOf = ({ maxSessions }: Pick<Limit, 'maxSessions'>, open: number): number =>
  Math.max(0, open - maxSessions)
