// How many rejections are kept of each kind. A million rows take half a minute, so only the nightly run uses the full
// limits; the others use a hundredth.
import { afterAll, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../../src/domain/operations/retention.ts'
import { tidyUp } from '../../src/start/jobs/tidy-up.ts'
import { REFUSALS_KEPT } from '../../src/store/sessions/refusals.ts'
import { makeDatabase } from '../support/service.ts'
import { sized } from '../support/size.ts'

const KEPT = sized({ ci: { admitted: 10_000, guesses: 1_000, unknown: 1_000 }, nightly: REFUSALS_KEPT })

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

const tidy = () => tidyUp(db, new Date(), DEFAULT_RETENTION, KEPT)

it('keeps a million rejections of known credentials, and 100,000 each of guesses and unknown names', () => {
  expect(REFUSALS_KEPT).toEqual({ admitted: 1_000_000, guesses: 100_000, unknown: 100_000 })
})

it('deletes the oldest of the same kind beyond the limit, also more than one batch, and no other', async () => {
  await many(KEPT.admitted, 'expired', 1)
  await many(KEPT.guesses, 'bad_password', 1)
  await many(KEPT.unknown, 'unknown_user', null)
  await tidy()
  const guesses = { reason: 'bad_password', count: KEPT.guesses, oldest: KEPT.admitted + 1 }
  const admitted = { reason: 'expired', count: KEPT.admitted, oldest: 1 }
  const unknown = { reason: 'unknown_user', count: KEPT.unknown, oldest: KEPT.admitted + KEPT.guesses + 1 }
  expect(await kept()).toEqual([guesses, admitted, unknown])

  const surplus = 703 // more than one batch, and fewer than the limit
  await many(surplus, 'unknown_user', null)
  await tidy()
  expect(await kept()).toEqual([guesses, admitted, { ...unknown, oldest: unknown.oldest + surplus }])
  await many(1, 'bad_password', 1)
  await many(2, 'expired', 1)
  await tidy()
  expect(await kept()).toEqual([
    { ...guesses, oldest: guesses.oldest + 1 },
    { ...admitted, oldest: 3 },
    { ...unknown, oldest: unknown.oldest + surplus },
  ])
})
