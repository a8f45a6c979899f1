// Credentials whose device has a problem, and lists sorted by any column.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listSorted, SORT_KEYS } from '../../../src/store/credentials/list/sorted.ts'
import { listTroubled, troublesOf } from '../../../src/store/credentials/list/troubles.ts'
import { makeDatabase } from '../../support/service.ts'

const NOW = new Date('2026-11-16T18:00:00.000Z')
const NAMES = ['works', 'no-gga', 'refused', 'recovered', 'old', 'revoked'] as const
type Name = (typeof NAMES)[number]
const { db, drop } = await makeDatabase()
const ids = {} as Record<Name, number>
let ownerId = 0
let otherId = 0

beforeAll(async () => {
  const owners = await db.pool.query(`insert into owners (name) values ('One'), ('Two') returning id`)
  ;[ownerId, otherId] = owners.rows.map(({ id }) => Number(id)) as [number, number]
  for (const [place, name] of NAMES.entries()) {
    const { rows } = await db.pool.query(
      `insert into credentials (id, owner_id, username, secret, label, customer_name, issued_at, starts_at, expires_at, revoked_at)
       values (nextval('credentials_id_seq'), $1, $2, '\\x00', $3, $4, $5::timestamptz - interval '5 days', $5::timestamptz - interval '5 days',
         $5::timestamptz + interval '5 days', case when $2 = 'revoked' then $5::timestamptz end) returning id`,
      [ownerId, name, place % 2 === 0 ? null : `L${9 - place}`, `Ábc ${place}`, NOW],
    )
    ids[name] = Number(rows[0].id)
  }
  const session = (name: Name, minutesAgo: number, code: string | null) =>
    db.pool.query(
      `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent, notes)
       values ($1, 'n', $2, $1, 'RED', $3::timestamptz - make_interval(mins => $4), '::1', 'a', $5::jsonb)`,
      [name, ids[name], NOW, minutesAgo, JSON.stringify(code ? [{ code, params: {}, at: NOW }] : [])],
    )
  const refusal = (name: Name, minutesAgo: number) =>
    db.pool.query(
      `insert into refusals (first_at, last_at, times, username, credential_id, mountpoint, reason, address, agent)
       values ($3::timestamptz - make_interval(mins => $4), $3::timestamptz - make_interval(mins => $4), 1, $1, $2, 'RED', 'bad_password', '::1', 'a')`,
      [name, ids[name], NOW, minutesAgo],
    )
  await session('works', 10, 'base')
  await session('no-gga', 10, 'no_gga')
  await refusal('refused', 5)
  await refusal('recovered', 5)
  await session('recovered', 2, null)
  await refusal('old', 2 * 24 * 60)
  await refusal('revoked', 5)
})
afterAll(drop)

it('finds devices that receive nothing and devices whose last attempt was rejected', async () => {
  expect(await listTroubled(db, 'all', NOW, 10)).toEqual([ids.refused, ids['no-gga']])
  expect(await listTroubled(db, ownerId, NOW, 1)).toEqual([ids.refused])
  expect(await listTroubled(db, otherId, NOW, 10)).toEqual([])
})

it('names the problem of each', async () => {
  const found = await troublesOf(db, Object.values(ids), NOW)
  expect([...found.keys()].sort()).toEqual([ids['no-gga'], ids.refused].sort())
  expect(found.get(ids.refused)).toMatchObject({ kind: 'refused', reason: 'bad_password', at: expect.any(Date) })
  expect(found.get(ids['no-gga'])).toMatchObject({ kind: 'noted', note: { code: 'no_gga' } })
  expect((await troublesOf(db, [], NOW)).size).toBe(0)
})

it('sorts by every column, page by page, with empty values last', async () => {
  const selection = { scope: 'all', filter: { notRevoked: true }, now: NOW } as const
  const sorted = async (key: (typeof SORT_KEYS)[number], down = false) => {
    const first = await listSorted(db, selection, { key, down, offset: 0, limit: 3 })
    const rest = await listSorted(db, selection, { key, down, offset: 3, limit: 9 })
    return [...first, ...rest]
  }
  for (const key of SORT_KEYS) expect((await sorted(key)).length, key).toBe(5)
  expect((await sorted('user')).map(({ username }) => username)).toEqual(
    NAMES.filter((name) => name !== 'revoked').toSorted(),
  )
  expect((await sorted('label')).map(({ label }) => label)).toEqual(['L6', 'L8', null, null, null])
  expect((await sorted('label', true)).map(({ label }) => label)).toEqual(['L8', 'L6', null, null, null])
  expect((await sorted('connected', true)).slice(0, 3).every(({ connected }) => connected === 1)).toBe(true)
})
