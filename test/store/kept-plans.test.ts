// PostgreSQL plans a named statement again for each execution if it expects a plan for the values to be cheaper. For
// statements that every request or rover runs, planning would then cost several times as much as running.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listNewest } from '../../src/store/credentials/list/newest.ts'
import { findPasses } from '../../src/store/credentials/passes.ts'
import { findCredential } from '../../src/store/credentials/use.ts'
import type { Database } from '../../src/store/kit/database.ts'
import { makeDatabase } from '../support/service.ts'

const NOW = new Date('2026-11-16T18:00:00.000Z')
const ROWS = 2_000
/** PostgreSQL compares the costs after five executions. */
const EXECUTIONS = 10
const { db, drop } = await makeDatabase()
let ownerId = 0
let ids: number[] = []

beforeAll(async () => {
  const made = await db.pool.query(`insert into owners (name) values ('One') returning id`)
  ownerId = Number(made.rows[0].id)
  const inserted = await db.pool.query(
    `insert into credentials (id, owner_id, username, secret, issued_at, starts_at, expires_at)
     select nextval('credentials_id_seq'), $1, 'user' || n, '\\x00', $2, $2, $2::timestamptz + interval '1 day'
     from generate_series(1, $3) as n returning id`,
    [ownerId, NOW, ROWS],
  )
  ids = inserted.rows.map(({ id }) => Number(id))
  await db.pool.query('analyze credentials')
})
afterAll(drop)

const cases: Readonly<Record<string, (db: Database, turn: number) => Promise<unknown>>> = {
  'credentials-by-ids': (tx, turn) => findCredential(tx, ownerId, ids[turn]!),
  'credentials-newest': (tx) => listNewest(tx, { scope: ownerId, filter: {}, now: NOW }, { limit: 101 }),
  passes: (tx, turn) => findPasses(tx, [`user${turn}`]),
}

it.each(Object.entries(cases))('keeps the plan of %s', async (name, run) => {
  const kept = await db.transaction(async (tx) => {
    for (let turn = 0; turn < EXECUTIONS; turn++) await run(tx, turn)
    return tx.query<{ generic_plans: number; custom_plans: number }>({
      text: `select generic_plans, custom_plans from pg_prepared_statements where name = '${name}'`,
    })
  })
  expect(kept).toEqual([{ generic_plans: EXECUTIONS - 5, custom_plans: 5 }])
})

it('keeps the plans of admit_sessions', async () => {
  const { rows } = await db.pool.query(`select proconfig as settings from pg_proc where proname = 'admit_sessions'`)
  expect(rows).toEqual([{ settings: expect.arrayContaining(['plan_cache_mode=force_generic_plan']) }])
})
