// Groups of stations. Writers hold `lockStations`, because names must be unique and members must exist.
import type { Group, GroupUse } from '../../domain/stations/group.ts'
import { inView } from '../credentials/states.ts'
import { type Database, only, statement } from '../kit/database.ts'

interface StoredGroup {
  readonly id: number
  readonly name: string
  readonly stationIds: number[]
}

const list = statement(
  'station-groups',
  `select id, name, coalesce((select json_agg(station_id) from station_group_members where group_id = station_groups.id), '[]') as "stationIds"
   from station_groups order by lower(name), id`,
)

export async function listGroups(db: Database): Promise<Group[]> {
  const rows = await db.query<StoredGroup>(list)
  return rows.map(({ id, name, stationIds }) => ({ id, name, stationIds: new Set(stationIds) }))
}

/** Reserves an id for a group that is inserted later, without taking a lock. */
export async function takeGroupId(db: Database): Promise<number> {
  const take = `select nextval(pg_get_serial_sequence('station_groups', 'id')) as id`
  return (await only<{ id: number }>(db, statement('station-group-id', take))).id
}

export async function insertGroup(db: Database, name: string, now: Date): Promise<number> {
  const id = await takeGroupId(db)
  await insertGroupAs(db, id, name, now)
  return id
}

export const insertGroupAs = (db: Database, id: number, name: string, now: Date) =>
  db.query(statement('station-group-insert', 'insert into station_groups (id, name, created_at) values ($1, $2, $3)'), [
    id,
    name,
    now,
  ])

export const renameGroup = (db: Database, id: number, name: string) =>
  db.query(statement('station-group-rename', 'update station_groups set name = $2 where id = $1'), [id, name])

export const setMembers = (db: Database, id: number, stationIds: readonly number[]) =>
  db.query(
    statement(
      'station-group-members',
      `with gone as (delete from station_group_members where group_id = $1 and station_id <> all ($2::bigint[]))
       insert into station_group_members (group_id, station_id) select $1, unnest($2::bigint[]) on conflict do nothing`,
    ),
    [id, stationIds],
  )

/** Returns the groups that exist. They cannot be deleted before the end of the transaction; the lock is shared. */
export async function holdGroups(tx: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const hold = 'select id from station_groups where id = any ($1::bigint[]) for key share'
  const rows = await tx.query<{ id: number }>(statement('station-groups-hold', hold), [ids])
  return new Set(rows.map(({ id }) => id))
}

/** Waits until no transaction holds the group. */
export const lockGroup = (tx: Database, id: number) =>
  tx.query(statement('station-group-lock', 'select from station_groups where id = $1 for update'), [id])

/** Expired credentials and inactive products may still name the group; they give no access. */
export const deleteGroup = (db: Database, id: number) =>
  db.query(statement('station-group-delete', 'delete from station_groups where id = $1'), [id])

export const readGroupUse = (db: Database, id: number, now: Date): Promise<GroupUse> =>
  only<{ credentials: number; products: number; orders: number; mountpoints: number }>(
    db,
    statement(
      'station-group-use',
      `select (select count(*) from credentials where group_id = $1 and ${inView('active', '$2')}) as credentials,
         (select count(*) from products where group_id = $1 and active) as products,
         (select count(*) from orders where group_id = $1 and state = 'pending') as orders,
         (select count(*) from network_mountpoints where group_id = $1) as mountpoints`,
    ),
    [id, now],
  )
