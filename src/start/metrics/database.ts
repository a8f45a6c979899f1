import type { Registry } from 'prom-client'
import type { TimesHeard } from '../../store/kit/timed.ts'
import type { LockWaits } from '../../store/operations/lock-waits.ts'
import { registerTimes, Times } from './histogram.ts'
import { registerScraped } from './scraped.ts'

export interface WatchedDatabase {
  readonly pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }
  readonly isSilent: boolean
  tellTimes(heard: TimesHeard): void
}

export function watchDatabase(registry: Registry, db: WatchedDatabase, process: string): void {
  registerScraped(
    registry,
    {
      name: 'vertice_database_up',
      help: 'Whether this process can reach the database; checked every two seconds.',
      type: 'gauge',
    },
    () => [[{ process }, db.isSilent ? 0 : 1]],
  )
  registerScraped(
    registry,
    {
      name: 'vertice_database_connections',
      help: 'Database connections of a process: open, idle, and callers waiting for one.',
      type: 'gauge',
    },
    () => [
      [{ process, state: 'open' }, db.pool.totalCount],
      [{ process, state: 'idle' }, db.pool.idleCount],
      [{ process, state: 'waiting' }, db.pool.waitingCount],
    ],
  )
  const [waits, answers] = [new Times(), new Times()]
  db.tellTimes({
    waited: (milliseconds) => waits.add(milliseconds),
    answered: (milliseconds) => answers.add(milliseconds),
  })
  registerTimes(
    registry,
    'vertice_database_pool_wait_seconds',
    'How long callers of a process waited for a connection.',
    () => [[{ process }, waits]],
  )
  registerTimes(
    registry,
    'vertice_database_query_seconds',
    'From a statement to its answer, without the wait for a connection.',
    () => [[{ process }, answers]],
  )
}

/** All processes on the database report the same value. */
export function watchLockWaits(registry: Registry, read: () => Promise<LockWaits | null>): void {
  const register = (name: string, help: string, value: (waits: LockWaits) => number) =>
    registerScraped(registry, { name, help, type: 'gauge', aggregator: 'max' }, async () => {
      const waits = await read()
      return waits ? [[{}, value(waits)]] : []
    })
  register(
    'vertice_database_lock_waits',
    'Statements that have waited for a lock of another session for two seconds or more.',
    ({ waiting }) => waiting,
  )
  register(
    'vertice_database_lock_wait_seconds',
    'How long the longest of these statements has waited.',
    ({ longestSeconds }) => longestSeconds,
  )
}
