import type { Counter } from '../../../domain/people/login-throttle.ts'
import { type Database, statement } from '../../kit/database.ts'

export interface StoredCounter extends Counter {
  readonly key: Buffer
}

/** Locks the counters, in the order of `keys`, until the end of the transaction. New counters start at zero. */
export async function lockCounters(db: Database, keys: readonly Buffer[], now: Date): Promise<StoredCounter[]> {
  // Ordered by key, to avoid deadlocks.
  await db.query(
    statement(
      'throttles-make',
      `insert into login_throttles (key, failures, last_at)
       select key, 0, $2 from unnest($1::bytea[]) as key order by key on conflict do nothing`,
    ),
    [keys, now],
  )
  const rows = await db.query<StoredCounter>(
    statement(
      'throttles-lock',
      `select key, failures, last_at as "lastAt", blocked_until as "blockedUntil" from login_throttles
       where key = any ($1::bytea[]) order by key for update`,
    ),
    [keys],
  )
  return keys.map(
    (key) => rows.find((row) => row.key.equals(key)) ?? { key, failures: 0, lastAt: now, blockedUntil: null },
  )
}

export async function saveCounters(db: Database, counters: readonly StoredCounter[]): Promise<void> {
  for (const { key, failures, lastAt, blockedUntil } of counters)
    await db.query(
      statement(
        'throttle-save',
        `update login_throttles set failures = $2, last_at = $3, blocked_until = $4 where key = $1`,
      ),
      [key, failures, lastAt, blockedUntil],
    )
}

export const deleteCounters = (db: Database, keys: readonly Buffer[]) =>
  db.query(statement('throttles-delete', 'delete from login_throttles where key = any ($1::bytea[])'), [keys])

/** Removes one counted attempt that turned out to be correct, and the wait it caused if no later attempt changed it. */
export const uncount = (db: Database, { key, blockedUntil }: StoredCounter) =>
  db.query(
    statement(
      'throttle-uncount',
      `update login_throttles set failures = greatest(failures - 1, 0),
         blocked_until = case when blocked_until = $2 then null else blocked_until end where key = $1`,
    ),
    [key, blockedUntil],
  )

export const deleteOldCounters = (db: Database, before: Date) =>
  db.query(statement('throttles-old', 'delete from login_throttles where last_at < $1'), [before])
