// Statements that wait for a lock of another session. pg_locks is readable whatever is locked.
import { type Database, only, plannedEachTime } from '../kit/database.ts'

/** Shorter waits are normal under load. */
const REPORTED_AFTER_SECONDS = 2

export interface LockWaits {
  readonly waiting: number
  readonly longestSeconds: number
  readonly holders: readonly number[]
}

/** Counts the waiting statements of all programs that use this database. */
const lockWaits = plannedEachTime(
  `with waits as (
     select l.pid, extract(epoch from clock_timestamp() - l.waitstart)::float8 as seconds
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where not l.granted and a.datname = current_database() and l.waitstart < clock_timestamp() - make_interval(secs => ${REPORTED_AFTER_SECONDS}))
   select count(*)::int as waiting, coalesce(max(seconds), 0)::float8 as "longestSeconds",
     (select coalesce(array_agg(distinct holder order by holder), '{}') from waits w, unnest(pg_blocking_pids(w.pid)) as holder
      where holder not in (select pid from waits)) as holders
   from waits`,
)

export const readLockWaits = (db: Database): Promise<LockWaits> => only<LockWaits>(db, lockWaits)
