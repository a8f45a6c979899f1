// Every process checks whether the database is writable. No check may block another.
import { afterAll, expect, it } from 'vitest'
import { type Database, openDatabase, plannedEachTime, type Transaction } from '../../../src/store/kit/database.ts'
import { tryToWrite } from '../../../src/store/operations/write-probe.ts'
import { LOCKED_HERE } from '../../support/rows.ts'
import { makeDatabase } from '../../support/service.ts'

const { db, connection, drop } = await makeDatabase()
afterAll(() => drop())

/** A database that stops responding after this many statements, with any open transaction left open. */
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

it('does not block other writers when a check is cut off halfway', async () => {
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

it('relies on a server timeout that ends an abandoned transaction', async () => {
  const [setting] = await db.query<{ idle_in_transaction_session_timeout: string }>(
    plannedEachTime('show idle_in_transaction_session_timeout'),
  )
  expect(setting).toEqual({ idle_in_transaction_session_timeout: '30s' })
})
