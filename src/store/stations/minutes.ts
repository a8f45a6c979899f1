import type { MinuteRecord } from '../../domain/stations/telemetry.ts'
import { type Database, statement } from '../kit/database.ts'

/** One writer at a time, until the end of the transaction: two nodes that measured the same station must see each other. */
export const lockMinutes = (db: Database) =>
  db.query(statement('minutes-lock', `select pg_advisory_xact_lock(hashtext('vertice station minutes'))`))

const SUMS = ['epochs_received', 'epochs_expected', 'gaps', 'bad_crcs', 'bytes']
const FIGURES = ['latency_ms', 'satellites', 'satellites_by_constellation']

/** Several may hear the same station: a minute is replaced only by one that saw more, for what anybody received was sent. */
const REPLACED = `${['up', ...SUMS, ...FIGURES, 'longest_gap_ms', 'messages'].map((column) => `${column} = excluded.${column}`).join(', ')}
  where excluded.epochs_received > m.epochs_received`

/** One at a time has a station: what each had of a minute is a part of it. Nothing is no part. */
const ADDED = `up = m.up or excluded.up, ${SUMS.map((column) => `${column} = m.${column} + excluded.${column}`).join(', ')},
  ${FIGURES.map((column) => `${column} = case when excluded.epochs_received > m.epochs_received then excluded.${column} else m.${column} end`).join(', ')},
  longest_gap_ms = greatest(m.longest_gap_ms, excluded.longest_gap_ms),
  messages = (select coalesce(jsonb_object_agg(type, times), '{}') from (
    select type, sum(times::integer) as times from (
      select * from jsonb_each_text(m.messages) union all select * from jsonb_each_text(excluded.messages)
    ) as parts (type, times) group by type
  ) as summed)
  where excluded.epochs_received + excluded.epochs_expected + excluded.bytes > 0`

// The day gets the difference, so that it is right whoever comes first and however often: a statement sees the tables as they were
// before it, so `old` is what stood there. (Two of the lists joined with each other took 9 s for 5,000 stations: it is not known
// beforehand how long they are, and every row of one was held against every row of the other.)
const writing = (name: string, change: string) =>
  statement(
    name,
    `with input as (
     select * from json_to_recordset($1::json) as r ("stationId" bigint, minute timestamptz, up boolean, received integer, expected integer,
       "latencyMs" integer, satellites integer, "satellitesByConstellation" jsonb, gaps integer, "longestGapMs" integer, "badCrcs" integer,
       bytes bigint, messages jsonb)
   ), written as (
     insert into station_minutes as m (station_id, minute, up, epochs_received, epochs_expected, latency_ms, satellites,
       satellites_by_constellation, gaps, longest_gap_ms, bad_crcs, bytes, messages)
     select "stationId", minute, up, received, expected, "latencyMs", satellites, "satellitesByConstellation", gaps, "longestGapMs", "badCrcs",
       bytes, messages from input
     on conflict (station_id, minute) do update set ${change}
     returning station_id, minute, up, epochs_received, epochs_expected, latency_ms, satellites
   ), change as (
     select w.station_id, (w.minute at time zone 'America/Mexico_City')::date as day,
       sum(w.up::integer - coalesce(old.up::integer, 0)) as up,
       sum((not w.up)::integer - coalesce((not old.up)::integer, 0)) as down,
       sum(w.epochs_received - coalesce(old.epochs_received, 0)) as received,
       sum(w.epochs_expected - coalesce(old.epochs_expected, 0)) as expected,
       sum(coalesce(w.latency_ms, 0) - coalesce(old.latency_ms, 0)) as latency,
       sum((w.latency_ms is not null)::integer - (old.latency_ms is not null)::integer) as latency_minutes,
       sum(coalesce(w.satellites, 0) - coalesce(old.satellites, 0)) as satellites,
       sum((w.satellites is not null)::integer - (old.satellites is not null)::integer) as satellites_minutes
     from written w left join station_minutes old on old.station_id = w.station_id and old.minute = w.minute
     group by 1, 2
   )
   insert into station_days as d (station_id, day, minutes_up, minutes_down, epochs_received, epochs_expected, latency_sum, latency_minutes,
     satellites_sum, satellites_minutes, health_pct, latency_ms, satellites)
   select station_id, day, up, down, received, expected, latency, latency_minutes, satellites, satellites_minutes,
     ${healthOf('received', 'expected')}, ${meanOf('latency', 'latency_minutes')}, ${meanOf('satellites', 'satellites_minutes')} from change
   on conflict (station_id, day) do update set
     minutes_up = d.minutes_up + excluded.minutes_up, minutes_down = d.minutes_down + excluded.minutes_down,
     epochs_received = d.epochs_received + excluded.epochs_received, epochs_expected = d.epochs_expected + excluded.epochs_expected,
     latency_sum = d.latency_sum + excluded.latency_sum, latency_minutes = d.latency_minutes + excluded.latency_minutes,
     satellites_sum = d.satellites_sum + excluded.satellites_sum, satellites_minutes = d.satellites_minutes + excluded.satellites_minutes,
     health_pct = ${healthOf('d.epochs_received + excluded.epochs_received', 'd.epochs_expected + excluded.epochs_expected')},
     latency_ms = ${meanOf('d.latency_sum + excluded.latency_sum', 'd.latency_minutes + excluded.latency_minutes')},
     satellites = ${meanOf('d.satellites_sum + excluded.satellites_sum', 'd.satellites_minutes + excluded.satellites_minutes')}`,
  )

const write = writing('minutes-write', REPLACED)
const add = writing('minutes-add', ADDED)

/** One decimal, cut: 99.99 must not read as a clean 100. Unknown where nothing was expected (`least` alone would make it 100). */
function healthOf(received: string, expected: string): string {
  return `case when (${expected}) > 0 then least(100, floor(1000.0 * (${received}) / (${expected})) / 10) end`
}

function meanOf(total: string, count: string): string {
  return `round((${total})::numeric / nullif(${count}, 0))`
}

/** Within `lockMinutes`; where several nodes may hear the same station. */
export const writeMinutes = (db: Database, minutes: readonly MinuteRecord[]) =>
  db.query(write, [JSON.stringify(minutes)])

/** Within `lockMinutes`; where one node at a time has a station. Not twice: see `reportMinute`. */
export const addMinutes = (db: Database, minutes: readonly MinuteRecord[]) => db.query(add, [JSON.stringify(minutes)])

/** In the transaction that adds what this node had of a minute. False: that has been done before. */
export async function reportMinute(db: Database, node: string, minute: Date): Promise<boolean> {
  const report = 'insert into minute_reports (node, minute) values ($1, $2) on conflict do nothing returning 1'
  return (await db.query(statement('minute-report', report), [node, minute])).length > 0
}

/** Of minutes that nobody tells of any more. */
export const forgetReports = (db: Database, before: Date) =>
  db.query(statement('minute-reports-forget', 'delete from minute_reports where minute < $1'), [before])

/** Removes what was long ago; returns how many. */
export async function deleteMinutes(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from station_minutes where ctid = any (array(select ctid from station_minutes where minute < $1 order by minute limit $2)) returning 1`
  return (await db.query(statement('minutes-delete', remove), [before, limit])).length
}
