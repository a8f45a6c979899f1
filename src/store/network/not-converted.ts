// Messages that derived mountpoints could not convert, per day. Each caster adds its own counts.
import { NOT_CONVERTED, type NotConverted } from '../../domain/network/mountpoints/not-converted.ts'
import { type Database, statement } from '../kit/database.ts'

/** Ordered, so that concurrent casters wait instead of deadlocking. Counts of deleted mountpoints are dropped. */
const add = statement(
  'not-converted-add',
  `insert into mountpoint_not_converted (mountpoint_id, day, reason, times)
   select m.id, ($4::timestamptz at time zone 'UTC')::date, counted.reason, counted.times
   from unnest($1::bigint[], $2::text[], $3::bigint[]) as counted (mountpoint_id, reason, times)
   join mountpoints m on m.id = counted.mountpoint_id
   order by m.id, counted.reason
   on conflict (mountpoint_id, day, reason) do update set times = mountpoint_not_converted.times + excluded.times`,
)

export const addNotConverted = (db: Database, counts: readonly NotConverted[], now: Date) =>
  db.query(add, [
    counts.map(({ mountpointId }) => mountpointId),
    counts.map(({ reason }) => reason),
    counts.map(({ times }) => times),
    now,
  ])

/** Counts since that day, highest first. Reasons that only a newer release knows are left out. */
export const listNotConverted = (db: Database, mountpointIds: readonly number[], from: Date) =>
  db.query<NotConverted>(
    statement(
      'not-converted',
      `select mountpoint_id as "mountpointId", reason, sum(times)::bigint as times from mountpoint_not_converted
       where mountpoint_id = any($1) and day >= ($2::timestamptz at time zone 'UTC')::date and reason = any($3)
       group by mountpoint_id, reason order by times desc, reason`,
    ),
    [mountpointIds, from, NOT_CONVERTED],
  )

export const deleteNotConverted = (db: Database, before: Date) =>
  db.query(
    statement(
      'not-converted-delete',
      `delete from mountpoint_not_converted where day < ($1::timestamptz at time zone 'UTC')::date`,
    ),
    [before],
  )
