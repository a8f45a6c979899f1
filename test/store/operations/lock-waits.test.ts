import { afterAll, expect, it } from 'vitest'
import { readLockWaits } from '../../../src/store/operations/lock-waits.ts'
import { makeDatabase } from '../../support/service.ts'

const { db, drop } = await makeDatabase()
afterAll(() => drop())

it('reports waits of two seconds or more, and names the holder of the lock rather than other waiters', async () => {
  expect(await readLockWaits(db)).toEqual({ waiting: 0, longestSeconds: 0, holders: [] })
  const holder = await db.pool.connect()
  const { rows } = await holder.query('select pg_backend_pid() as pid')
  await holder.query('begin; lock table owners in exclusive mode')
  const wait = 'begin; set local lock_timeout = 0; lock table owners in exclusive mode; commit'
  const waiting = Array.from({ length: 2 }, () => db.pool.query(wait))
  await expect
    .poll(() => readLockWaits(db), { interval: 50, timeout: 90_000 })
    .toEqual({ waiting: 2, longestSeconds: expect.toSatisfy((seconds) => seconds >= 2), holders: [rows[0].pid] })
  await holder.query('rollback')
  holder.release()
  await Promise.all(waiting)
  expect(await readLockWaits(db)).toMatchObject({ waiting: 0 })
})
