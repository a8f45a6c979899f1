// A connection outside the pool: if it does not respond, it is abandoned, and the next query opens a new one.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DatabasePool, plannedEachTime } from '../../../../src/store/kit/database.ts'
import { makeDatabase } from '../../../support/service.ts'

let db: DatabasePool
let drop: () => Promise<void>

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(() => drop())

const PID = plannedEachTime('select pg_backend_pid() as pid')

it('keeps one connection, replaces it after a timeout or a break, and closes it at the end', async () => {
  const own = db.ownConnection('test', 2_000)
  const pid = async () => (await own.query<{ pid: number }>(PID))[0]!.pid
  const first = await pid()
  expect(await pid()).toBe(first)
  await expect(own.query(plannedEachTime('select pg_sleep(20)'))).rejects.toThrow('did not answer within 2 s')
  const second = await pid()
  expect(second).not.toBe(first)
  await expect(own.query(plannedEachTime('select nonsense'))).rejects.toThrow('nonsense')
  const third = await pid()
  await db.pool.query('select pg_terminate_backend($1)', [third])
  await expect.poll(() => pid().catch(() => third)).not.toBe(third)
  await own.close()
  const open = async () =>
    (
      await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'vertice test' and state = 'idle'`,
      )
    ).rows.length
  await expect.poll(open).toBe(0)
})
