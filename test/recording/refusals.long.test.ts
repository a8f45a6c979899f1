// How many refusals are kept, and whose.
import { afterAll, expect, it } from 'vitest'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { makeDatabase } from '../support/service.ts'

const { db, drop } = await makeDatabase()
afterAll(() => drop())

const many = (count: number, reason: string, credentialId: number | null) =>
  db.pool.query(
    `insert into refusals (first_at, last_at, times, username, credential_id, mountpoint, reason, address, agent)
     select now(), now(), 1, $2 || place, $3, '', $2, '', '' from generate_series(1, $1::int) place`,
    [count, reason, credentialId],
  )

const kept = async () =>
  (
    await db.pool.query(
      `select reason, count(*)::int, min(id)::int as oldest from refusals group by reason order by reason`,
    )
  ).rows

it('a million of those who knew a password, and of strangers a hundred thousand with real names and with others', async () => {
  for (let part = 0; part < 10; part++) await many(100_000, 'expired', 1)
  await many(100_000, 'bad_password', 1)
  await many(100_000, 'unknown_user', null)
  await tidyUp(db, new Date())
  const guesses = { reason: 'bad_password', count: 100_000, oldest: 1_000_001 }
  const admitted = { reason: 'expired', count: 1_000_000, oldest: 1 }
  const unknown = { reason: 'unknown_user', count: 100_000, oldest: 1_100_001 }
  expect(await kept()).toEqual([guesses, admitted, unknown])

  // Each pushes out the oldest of its own kind, also more than one batch of them, and no other.
  await many(1_203, 'unknown_user', null)
  await tidyUp(db, new Date())
  expect(await kept()).toEqual([guesses, admitted, { ...unknown, oldest: unknown.oldest + 1_203 }])
  await many(1, 'bad_password', 1)
  await many(2, 'expired', 1)
  await tidyUp(db, new Date())
  expect(await kept()).toEqual([
    { ...guesses, oldest: guesses.oldest + 1 },
    { ...admitted, oldest: 3 },
    { ...unknown, oldest: unknown.oldest + 1_203 },
  ])
})
