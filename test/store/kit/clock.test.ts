// The database's clock, extrapolated between two responses.
import { afterEach, expect, it, vi } from 'vitest'
import { isNews } from '../../../src/domain/network/clock-skew.ts'
import { DatabaseClock } from '../../../src/store/kit/clock.ts'
import { checkServer } from '../../../src/store/kit/database.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { makeDatabase } from '../../support/service.ts'

afterEach(() => {
  vi.useRealTimers()
})

const HOUR_MS = 3_600_000

it("follows the database's clock and ignores a jump of this machine's clock", measuresTime(), async () => {
  const { db, drop } = await makeDatabase()
  expect(() => db.clock.now()).toThrow('before the database has said')
  await checkServer(db)
  const { rows } = await db.pool.query('select clock_timestamp() as at')
  expect(Math.abs(db.clock.now().getTime() - rows[0].at.getTime())).toBeLessThan(2_000)
  const before = db.clock.now().getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS })
  expect(db.clock.now().getTime() - before).toBeLessThan(10_000)
  expect(db.clock.skewSeconds).toBeGreaterThan(3_590)
  vi.useRealTimers()
  await drop()
})

it('moves only as far as a response proves, and ignores the round-trip time', () => {
  const clock = new DatabaseClock()
  const offset = () => clock.now().getTime() - performance.now()
  clock.measured({ databaseMs: 1_000_000, sent: 100, received: 104 })
  const first = offset()
  expect(Math.abs(first - 999_898)).toBeLessThanOrEqual(1)
  // A round trip of 500 ms: consistent with the offset.
  clock.measured({ databaseMs: 1_002_000, sent: 1_900, received: 2_400 })
  expect(Math.abs(offset() - first)).toBeLessThanOrEqual(1)
  clock.measured({ databaseMs: 5_004_000, sent: 4_100, received: 4_101 }) // the database's clock was changed
  expect(Math.abs(offset() - 4_999_899)).toBeLessThanOrEqual(1)
})

it('reports a skew once when it begins, changes and ends', () => {
  expect([0, 1.9, -2].map((seconds) => isNews(null, seconds))).toEqual([false, false, false])
  expect([2.1, -3900].map((seconds) => isNews(null, seconds))).toEqual([true, true])
  expect([3900.5, 3898].map((seconds) => isNews(3900, seconds))).toEqual([false, false])
  expect([3903, -3900, 0].map((seconds) => isNews(3900, seconds))).toEqual([true, true, true])
})
