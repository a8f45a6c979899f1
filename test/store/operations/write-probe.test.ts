// Whether the database can write is asked by every process, and none may stand in the way of another.
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase, plannedEachTime, type Transaction } from '../../../src/store/kit/database.ts'
import { tryToWrite } from '../../../src/store/operations/write-probe.ts'
import { LOCKED_HERE } from '../../support/rows.ts'
import { makeDatabase } from '../../support/service.ts'

const { db, connection, drop } = await makeDatabase()
afterAll(() => drop())

/** Cut off after so many statements, with whatever is open then. */
function cutOffAfter(on: Database, statements: number): Database & { readonly cutOff: Promise<void> } {
  const { promise: cutOff, resolve } = Promise.withResolvers<void>()
  let left = statements
  const wrap = (inner: Database): Database => ({
    async query(statement, values) {
      const rows = await inner.query<never>(statement, values)
      left -= 1
      if (left > 0) return rows
      resolve()
      return new Promise(() => {})
    },
    transaction: (work) => inner.transaction((tx) => work(wrap(tx) as Transaction)),
  })
  return { ...wrap(on), cutOff }
}

it('one that was cut off half-way does not keep the others from writing', async () => {
  const gone = openDatabase(connection, 3)
  await tryToWrite(db)
  for (const statements of [1, 2, 3]) {
    const half = cutOffAfter(gone, statements)
    tryToWrite(half).catch(() => {})
    await half.cutOff
    await tryToWrite(db)
  }
  const { rows } = await db.pool.query(
    `select count(*)::int as held from pg_locks where ${LOCKED_HERE} and relation = 'write_probe'::regclass`,
  )
  expect(rows).toEqual([{ held: 0 }])
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
})

it('the server itself ends a transaction that nobody goes on with', async () => {
  const [setting] = await db.query<{ idle_in_transaction_session_timeout: string }>(
    plannedEachTime('show idle_in_transaction_session_timeout'),
  )
  expect(setting).toEqual({ idle_in_transaction_session_timeout: '30s' })
})
