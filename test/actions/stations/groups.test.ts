import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { archiveStation } from '../../../src/actions/stations/archive.ts'
import { changeGroup, createGroup, removeGroup } from '../../../src/actions/stations/groups.ts'
import { importStations } from '../../../src/actions/stations/import.ts'
import { Refusal } from '../../../src/domain/codes/refusal.ts'
import { groupNamed } from '../../../src/domain/stations/group.ts'
import { listGroups } from '../../../src/store/stations/groups.ts'
import { listStations } from '../../../src/store/stations/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { makeDatabase, STATIONS } from '../../support/service.ts'

const database = await makeDatabase()
const { db } = database
const NOW = new Date('2026-11-14T12:00:00Z')
const context = () => byTest({ db }, NOW)

beforeAll(() => importStations(context(), Object.values(STATIONS)))
afterAll(() => database.drop())
/** The last audit entry before the test; the log cannot be cleared. */
let before = 0
beforeEach(async () => {
  await db.pool.query('delete from station_groups')
  before = (await db.pool.query('select coalesce(max(id), 0) as id from audit_log')).rows[0].id
})

const create = (name: string, ...members: string[]) => createGroup(context(), { name, members })
const told = async () =>
  (await db.pool.query('select action, details from audit_log where id > $1 order by id', [before])).rows.map(
    ({ action, details }) => [action, details],
  )

async function codesOf(name: string): Promise<string[]> {
  const { stationIds } = groupNamed(await listGroups(db), name)!
  return (await listStations(db)).filter(({ id }) => stationIds.has(id)).map(({ code }) => code)
}

async function refusal(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => null,
    (caught) => caught,
  )
  expect(error).toBeInstanceOf(Refusal)
  return error
}

describe('a station group', () => {
  it('is created from station codes, ignoring case and duplicates', async () => {
    await create('Valle de México', 'cdmx', 'TOLU', 'CDMX')
    expect(await codesOf('valle de méxico')).toEqual(['CDMX', 'TOLU'])
    expect(await told()).toEqual([['group.created', { name: 'Valle de México', stations: ['CDMX', 'TOLU'] }]])
  })

  it('can be empty, and get its stations later', async () => {
    await create('Norte')
    expect(await codesOf('Norte')).toEqual([])
    await changeGroup(context(), { name: 'NORTE' }, { members: ['CDMX'] })
    expect(await codesOf('Norte')).toEqual(['CDMX'])
  })

  it.each([
    ['', 'empty'],
    ['  ', 'empty'],
    [' Norte', 'blank_around'],
    ['x'.repeat(61), 'too_long'],
    ['Nor\nte', 'control_characters'],
    ['Nor\u202ete', 'control_characters'],
  ])('rejects the name %j', async (name, code) => {
    expect((await refusal(create(name))).fields).toEqual([expect.objectContaining({ path: ['name'], code })])
  })

  it('accepts a name of 60 letters, of any script', async () => {
    const names = ['Ñ'.repeat(60), '🛰'.repeat(60)]
    for (const name of names) await create(name)
    expect((await listGroups(db)).map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  it('has a unique name, ignoring case and Unicode form', async () => {
    await create('Bajío')
    const taken = await refusal(create('BAJÍO'))
    expect(taken.code).toBe('group_exists')
    expect(taken.fields).toMatchObject([{ path: ['name'], code: 'group_exists', params: { name: 'Bajío' } }])
    expect((await refusal(create('Baji\u0301o'))).code).toBe('group_exists')
    await create('Norte')
    expect((await refusal(changeGroup(context(), { name: 'Norte' }, { name: 'bajío' }))).code).toBe('group_exists')
    expect((await changeGroup(context(), { name: 'Bajío' }, { name: 'BAJÍO' })).name).toBe('BAJÍO')
  })

  it('is rejected with the code of an unknown station, and nothing is saved', async () => {
    const { fields } = await refusal(create('Norte', 'CDMX', 'NADA'))
    expect(fields).toEqual([{ path: ['members', 1], code: 'unknown_member', params: { code: 'NADA' } }])
    expect(await listGroups(db)).toEqual([])
    expect(await told()).toEqual([])
  })

  it('keeps a member that is archived, and accepts no archived station', async () => {
    await create('Norte', 'CDMX', 'CUER')
    await archiveStation(context(), { code: 'CUER' })
    const ids = [...groupNamed(await listGroups(db), 'Norte')!.stationIds]
    await changeGroup(context(), { name: 'Norte' }, { members: [...ids, 'TOLU'] })
    expect(await codesOf('Norte')).toEqual(['CDMX', 'CUER', 'TOLU'])
    expect((await refusal(create('Sur', 'CUER'))).fields[0]).toMatchObject({ code: 'unknown_member' })
    await importStations(context(), [STATIONS.cuernavaca])
  })

  it('leaves no audit entry if nothing changes', async () => {
    const { id } = await create('Norte', 'CDMX')
    await changeGroup(context(), { id }, { name: 'Norte', members: ['cdmx'] })
    expect(await told()).toHaveLength(1)
  })

  it('is not found if unknown', async () => {
    expect(await refusal(changeGroup(context(), { name: 'Nadie' }, {}))).toMatchObject({
      code: 'group_not_found',
      params: { name: 'Nadie' },
    })
    expect((await refusal(removeGroup(context(), { id: 9_999 }))).code).toBe('group_not_found')
  })

  it('is created once by two concurrent requests with one name', async () => {
    const both = await Promise.allSettled([create('Norte', 'CDMX'), create('norte', 'TOLU')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listGroups(db)).toHaveLength(1)
  })
})

describe('removing a station group', () => {
  it('leaves an audit entry and keeps the stations', async () => {
    await create('Norte', 'CDMX')
    await removeGroup(context(), { name: 'norte' })
    expect(await listGroups(db)).toEqual([])
    expect((await told()).at(-1)).toEqual(['group.removed', { name: 'Norte' }])
  })

  it('is rejected while the group is in use, with the number of uses', async () => {
    const { id } = await create('Norte', 'CDMX')
    const { rows } = await db.pool.query(`insert into owners (name, created_at) values ('Red', now()) returning id`)
    const owner = rows[0].id
    const credential = (name: string, more: string) =>
      db.pool.query(
        `insert into credentials (id, owner_id, group_id, username, secret, issued_at, starts_at, expires_at, revoked_at)
         values (nextval('credentials_id_seq'), $1, $2, $3, '', $4, $4, ${more})`,
        [owner, id, name, NOW],
      )
    await credential('in-force', `'2027-01-01', null`)
    await credential('ended', `'2026-11-14T11:59:59Z', null`)
    await credential('revoked', `'2027-01-01', '2026-11-14'`)
    await db.pool.query(
      `insert into products (owner_id, name, validity_seconds, serves, group_id, amount_minor, currency, active, created_at)
       values ($1, 'A', 3600, 'group', $2, 100, 'MXN', true, $3), ($1, 'B', 3600, 'group', $2, 100, 'MXN', false, $3)`,
      [owner, id, NOW],
    )
    const error = await refusal(removeGroup(context(), { id }))
    expect(error).toMatchObject({
      code: 'group_in_use',
      params: { name: 'Norte', credentials: 1, products: 1, orders: 0 },
    })
    await db.pool.query(`update credentials set revoked_at = '2026-11-14' where username = 'in-force'`)
    await db.pool.query('update products set active = false')
    await removeGroup(context(), { id })
  })
})
