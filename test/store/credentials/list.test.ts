// One function lists credentials for the API (one owner, stored rows) and for the console (one owner or all, with the
// console's columns). For every filter, both must return the same rows, the list of all owners must be the union of
// each owner's, and pages must be slices of the whole list.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CREDENTIAL_VIEWS, isInView } from '../../../src/domain/credentials/credential.ts'
import type { CredentialFilter } from '../../../src/domain/credentials/filter.ts'
import { listByExpiry } from '../../../src/store/credentials/list/by-expiry.ts'
import { countFiltered } from '../../../src/store/credentials/list/matching.ts'
import { listNewest, listNewestListed } from '../../../src/store/credentials/list/newest.ts'
import type { Selection } from '../../../src/store/credentials/list/values.ts'
import { makeDatabase } from '../../support/service.ts'

const NOW = new Date('2026-11-16T18:00:00.000Z')
const ROWS = 240
const ALL = 1_000
const { db, drop } = await makeDatabase()
let owners: number[] = []
let space = 0

beforeAll(async () => {
  const made = await db.pool.query(`insert into owners (name) values ('One'), ('Two'), ('Three') returning id`)
  owners = made.rows.map(({ id }) => Number(id))
  const test = await db.pool.query(`insert into owners (name, test_of) values ('tests', $1) returning id`, [owners[0]])
  space = Number(test.rows[0].id)
  // The times depend on remainders of the row number, so every combination of states occurs, with and without a
  // recorded expiry.
  await db.pool.query(
    `insert into credentials (id, owner_id, username, secret, label, customer_name, customer_email, reference, issued_at, starts_at, expires_at,
       revoked_at, suspended_at, expiry_noted_at, is_test)
     select nextval('credentials_id_seq'), ($1::bigint[])[1 + n % 4], 'user' || n, '\\x00', case when n % 3 = 0 then 'Obra ' || n % 5 end,
       case when n % 4 > 0 then 'María Peña' end, case when n % 7 = 0 then 'maria@example.mx' end, case when n % 6 = 0 then 'PO-' || n end,
       $2::timestamptz - make_interval(hours => $3 - n), $2::timestamptz + make_interval(hours => n % 5 - 2),
       $2::timestamptz + make_interval(hours => n % 11 - 5), case when n % 13 = 0 then $2::timestamptz end,
       case when n % 9 = 0 then $2::timestamptz end, case when n % 11 < 6 and n % 8 > 0 then $2::timestamptz end, n % 4 = 3
     from generate_series(1, $3) as n`,
    [[...owners, space], NOW, ROWS],
  )
})
afterAll(drop)

const hours = fc.integer({ min: -ROWS, max: 6 }).map((count) => new Date(NOW.getTime() + count * 3_600_000))
const filters: fc.Arbitrary<CredentialFilter> = fc.record(
  {
    view: fc.constantFrom('active' as const, ...CREDENTIAL_VIEWS),
    inForce: fc.boolean(),
    notRevoked: fc.constant(true as const),
    suspended: fc.constant(true as const),
    label: fc.constantFrom('Obra 0', 'Obra 4'),
    customer: fc.constantFrom('maria@example.mx', 'maría peña'),
    reference: fc.constantFrom('PO-6', 'PO-12'),
    kind: fc.constantFrom('base' as const, 'network' as const),
    connected: fc.boolean(),
    expires: fc.record({ from: hours, to: hours }, { requiredKeys: [] }),
    endsWithinDays: fc.constantFrom(1, 7),
    issued: fc.record({ from: hours, to: hours }, { requiredKeys: [] }),
    words: fc.subarray(['maria', 'obra', 'po', 'user1'], { minLength: 1 }),
  },
  { requiredKeys: [] },
)
const few: fc.Arbitrary<CredentialFilter> = filters.chain((filter) =>
  fc
    .shuffledSubarray(Object.keys(filter) as (keyof CredentialFilter)[])
    .map((names) => names.slice(0, 3))
    .map((names) => Object.fromEntries(names.map((name) => [name, filter[name]]))),
)

const idsOf = (rows: readonly { readonly id: number }[]) => rows.map(({ id }) => id)
const list = async (selection: Selection) => idsOf(await listNewest(db, selection, { limit: ALL }))

it('lists the same rows for the API and the console, for one owner and for all, page by page', async () => {
  await fc.assert(
    fc.asyncProperty(few, fc.integer({ min: 1, max: 9 }), async (filter, limit) => {
      const of = (scope: Selection['scope']): Selection => ({ scope, filter, now: NOW })
      const each = await Promise.all(owners.map((owner) => list(of(owner))))
      const all = each.flat().sort((one, other) => other - one)
      expect(await list(of('all'))).toEqual(all)
      expect(idsOf(await listNewestListed(db, of('all'), { limit: ALL }))).toEqual(all)
      expect(idsOf(await listNewestListed(db, of(owners[1]!), { limit: ALL }))).toEqual(each[1])
      const [page, next] = [all.slice(0, limit), all.slice(limit, 2 * limit)]
      expect(idsOf(await listNewestListed(db, of('all'), { limit }))).toEqual(page)
      expect(idsOf(await listNewest(db, of('all'), { before: page.at(-1) ?? 1, limit }))).toEqual(next)
      const byExpiry = await listByExpiry(db, of('all'), { down: false, after: null, limit: ALL })
      expect(idsOf(byExpiry).sort((one, other) => other - one)).toEqual(all)
      expect((await countFiltered(db, of('all'), ALL)).count).toBe(all.length)
    }),
    { numRuns: 60 },
  )
})

it.each(['active', ...CREDENTIAL_VIEWS] as const)('lists exactly the rows that are %s', async (view) => {
  const rows = await listNewest(db, { scope: 'all', filter: {}, now: NOW }, { limit: ALL })
  const expected = rows.filter((row) => isInView(row, view, NOW))
  expect(expected.length).toBeGreaterThan(0)
  expect(await list({ scope: 'all', filter: { view }, now: NOW })).toEqual(idsOf(expected))
})

it('lists test credentials separately', async () => {
  const tests = await list({ scope: owners[0]!, filter: { test: true }, now: NOW })
  expect(tests).toHaveLength(ROWS / 4)
  expect(await list({ scope: 'all', filter: { test: true }, now: NOW })).toEqual(tests)
  expect(await list({ scope: space, filter: {}, now: NOW })).toEqual(tests)
  expect(await list({ scope: 'all', filter: {}, now: NOW })).toHaveLength((ROWS * 3) / 4)
})
