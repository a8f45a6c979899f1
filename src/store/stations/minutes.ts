import { DAY_VALUES, MEASURED_VALUES } from '../../domain/stations/measured.ts'
import type { MinuteRecord } from '../../domain/stations/telemetry.ts'
import { type Database, statement } from '../kit/database.ts'

/** Held until the end of the transaction: two nodes that measured the same station must see each other's minutes. */
export const lockMinutes = (db: Database) =>
  db.query(statement('minutes-lock', `select pg_advisory_xact_lock(hashtext('vertice station minutes'))`))

const columnsOf = (...combines: string[]) =>
  MEASURED_VALUES.filter(({ combine }) => combines.includes(combine)).map(({ column }) => column)

const SUMS = columnsOf('sum')
const PICKED = [...columnsOf('mean'), 'satellites_by_constellation']

/** Sums from which the means of a day are computed. */
const DAY_SUMS = [
  ...['minutes_up', 'minutes_down', 'epochs_received', 'epochs_expected'],
  ...DAY_VALUES.flatMap(({ day }) => [`${day}_sum`, `${day}_minutes`]),
]
const added = (column: string) => `d.${column} + excluded.${column}`

const list = <Of>(items: readonly Of[], text: (item: Of) => string) => items.map(text).join(', ')

/** If several nodes may receive the same station, a minute is replaced only by one with more epochs. */
const REPLACED = `${list(['up', ...SUMS, ...PICKED, ...columnsOf('max'), 'messages'], (column) => `${column} = excluded.${column}`)}
  where excluded.epochs_received > m.epochs_received`

/** If only the lease holder measures a station, each node adds its part of a minute. An empty part changes nothing. */
const ADDED = `up = m.up or excluded.up, ${list(SUMS, (column) => `${column} = m.${column} + excluded.${column}`)},
  ${list(PICKED, (column) => `${column} = case when excluded.epochs_received > m.epochs_received then excluded.${column} else m.${column} end`)},
  ${list(columnsOf('max'), (column) => `${column} = greatest(m.${column}, excluded.${column})`)},
  messages = (select coalesce(jsonb_object_agg(type, times), '{}') from (
    select type, sum(times::integer) as times from (
      select * from jsonb_each_text(m.messages) union all select * from jsonb_each_text(excluded.messages)
    ) as parts (type, times) group by type
  ) as summed)
  where excluded.epochs_received + excluded.epochs_expected + excluded.bytes > 0`

export const INSERT_MINUTES = `insert into station_minutes as m (station_id, minute, up, ${list(MEASURED_VALUES, ({ column }) => column)}, satellites_by_constellation, messages)
  select "stationId", minute, up, ${list(MEASURED_VALUES, ({ name }) => `"${name}"`)}, "satellitesByConstellation", messages
  from json_to_recordset($1::json) as r ("stationId" bigint, minute timestamptz, up boolean,
    ${list(MEASURED_VALUES, ({ name }) => `"${name}" bigint`)}, "satellitesByConstellation" jsonb, messages jsonb)`

// The day receives the difference, so the result does not depend on order or repetition: a statement sees the tables as
// they were before it, so `old` is the previous row. (Joining two of the lists took 9 s for 5,000 stations: the planner
// does not know their lengths and compared every row with every other.)
const writing = (name: string, change: string) =>
  statement(
    name,
    `with written as (
     ${INSERT_MINUTES}
     on conflict (station_id, minute) do update set ${change}
     returning station_id, minute, up, epochs_received, epochs_expected, ${list(DAY_VALUES, ({ column }) => column)}
   ), change as (
     select w.station_id, (w.minute at time zone 'America/Mexico_City')::date as day,
       sum(w.up::integer - coalesce(old.up::integer, 0)) as minutes_up,
       sum((not w.up)::integer - coalesce((not old.up)::integer, 0)) as minutes_down,
       sum(w.epochs_received - coalesce(old.epochs_received, 0)) as epochs_received,
       sum(w.epochs_expected - coalesce(old.epochs_expected, 0)) as epochs_expected,
       ${list(
         DAY_VALUES,
         ({ column, day }) => `sum(coalesce(w.${column}, 0) - coalesce(old.${column}, 0)) as ${day}_sum,
       sum((w.${column} is not null)::integer - (old.${column} is not null)::integer) as ${day}_minutes`,
       )}
     from written w left join station_minutes old on old.station_id = w.station_id and old.minute = w.minute
     group by 1, 2
   )
   insert into station_days as d (station_id, day, ${DAY_SUMS.join(', ')}, health_pct, ${list(DAY_VALUES, ({ column }) => column)})
   select station_id, day, ${DAY_SUMS.join(', ')}, ${healthOf('epochs_received', 'epochs_expected')},
     ${list(DAY_VALUES, ({ day }) => meanOf(`${day}_sum`, `${day}_minutes`))} from change
   on conflict (station_id, day) do update set ${list(DAY_SUMS, (column) => `${column} = ${added(column)}`)},
     health_pct = ${healthOf(added('epochs_received'), added('epochs_expected'))},
     ${list(DAY_VALUES, ({ column, day }) => `${column} = ${meanOf(added(`${day}_sum`), added(`${day}_minutes`))}`)}`,
  )

const write = writing('minutes-write', REPLACED)
const add = writing('minutes-add', ADDED)

/** Truncated to one decimal, so that 99.99 does not show as 100. `null` if nothing was expected (`least` gives 100). */
function healthOf(received: string, expected: string): string {
  return `case when (${expected}) > 0 then least(100, floor(1000.0 * (${received}) / (${expected})) / 10) end`
}

function meanOf(total: string, count: string): string {
  return `round((${total})::numeric / nullif(${count}, 0))`
}

/** Call within `lockMinutes`. For setups where several nodes may receive the same station. */
export const writeMinutes = (db: Database, minutes: readonly MinuteRecord[]) =>
  db.query(write, [JSON.stringify(minutes)])

/** Call within `lockMinutes`, once per minute (see `reportMinute`). For setups where leases assign each station. */
export const addMinutes = (db: Database, minutes: readonly MinuteRecord[]) => db.query(add, [JSON.stringify(minutes)])

/** Call in the transaction that adds this node's part of a minute. False if it was already added. */
export async function reportMinute(db: Database, node: string, minute: Date): Promise<boolean> {
  const report = 'insert into minute_reports (node, minute) values ($1, $2) on conflict do nothing returning 1'
  return (await db.query(statement('minute-report', report), [node, minute])).length > 0
}

/** Deletes reports of minutes that no node sends any more. */
export const forgetReports = (db: Database, before: Date) =>
  db.query(statement('minute-reports-forget', 'delete from minute_reports where minute < $1'), [before])

export async function deleteMinutes(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from station_minutes where ctid = any (array(select ctid from station_minutes where minute < $1 order by minute limit $2)) returning 1`
  return (await db.query(statement('minutes-delete', remove), [before, limit])).length
}
