// A lock held by another session: callers get a 503 with Retry-After after a few seconds, and readiness reports it.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readiness } from '../../../../src/start/health/readiness.ts'
import { readLockWaits } from '../../../../src/store/operations/lock-waits.ts'
import { measuresTime } from '../../../support/loop-watch.ts'
import { expectProblem } from '../../../support/problems.ts'
import { TestService } from '../../../support/service.ts'

/** The statement timeout is 15 s, the lock timeout 5 s. */
const LONGEST_WAIT_MS = 12_000

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

it('returns 503 with Retry-After at the lock timeout, before the statement timeout', measuresTime(), async () => {
  const client = await service.client()
  const ready = readiness(service.db, () => readLockWaits(service.db))
  expect(await ready()).toEqual({ reason: null, notes: [] })
  const holder = await service.db.pool.connect()
  await holder.query('begin; lock table credentials in access exclusive mode')
  const since = performance.now()
  const asked = client.get('/credentials')
  const note = expect.stringMatching(
    /^1 statements wait for a lock, the longest for \d s; server process \d+ holds it$/,
  )
  await expect.poll(ready, { interval: 50, timeout: 90_000 }).toEqual({ reason: null, notes: [note] })
  const answer = await asked
  expect(performance.now() - since).toBeLessThan(LONGEST_WAIT_MS)
  expectProblem(answer, 503, 'service_unavailable')
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  await holder.query('rollback')
  holder.release()
  expect((await client.get('/credentials')).status).toBe(200)
})
