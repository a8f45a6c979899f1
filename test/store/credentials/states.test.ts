// The state of a credential is computed in TypeScript and in SQL. Both must agree for any times, also at the exact
// moment of a change.
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import {
  CREDENTIAL_VIEWS,
  type CredentialTimes,
  inForceAt,
  isInView,
  type Pausable,
} from '../../../src/domain/credentials/credential.ts'
import { inForce, inView } from '../../../src/store/credentials/states.ts'
import { makeDatabase } from '../../support/service.ts'

const { db, drop } = await makeDatabase()
afterAll(drop)

const VIEWS = ['active', ...CREDENTIAL_VIEWS] as const
const NOW = new Date('2026-11-16T18:00:00.000Z')

// Few different times around now, so that equal times are frequent.
const moment = fc.integer({ min: -2, max: 2 }).map((seconds) => new Date(NOW.getTime() + seconds * 1_000))
const times: fc.Arbitrary<CredentialTimes & Pausable> = fc.record({
  startsAt: moment,
  expiresAt: moment,
  revokedAt: fc.option(moment),
  suspendedAt: fc.option(moment),
})

const select = `select ${[...VIEWS.map((view) => inView(view, '$2::timestamptz')), inForce('$2::timestamptz')]
  .map((condition, index) => `(${condition}) as c${index}`)
  .join(', ')}
  from rows from (json_to_recordset($1) as (starts_at timestamptz, expires_at timestamptz, revoked_at timestamptz, suspended_at timestamptz))
    with ordinality as r (starts_at, expires_at, revoked_at, suspended_at, place)
  order by place`

it('computes the same state in SQL as in TypeScript', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(times, { minLength: 50, maxLength: 200 }), async (rows) => {
      const input = rows.map(({ startsAt, expiresAt, revokedAt, suspendedAt }) => ({
        starts_at: startsAt,
        expires_at: expiresAt,
        revoked_at: revokedAt,
        suspended_at: suspendedAt,
      }))
      const { rows: found } = await db.pool.query(select, [JSON.stringify(input), NOW])
      const expected = rows.map((row) => [...VIEWS.map((view) => isInView(row, view, NOW)), inForceAt(row, NOW)])
      expect(found.map((row) => Object.values(row))).toEqual(expected)
    }),
    { numRuns: 20 },
  )
})
