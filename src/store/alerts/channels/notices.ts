// What each channel, and each host of a station, was sent of each alert.
import type { Notice } from '../../../domain/alerts/channels/due.ts'
import { type Database, statement } from '../../kit/database.ts'

export type NoticesOf = 'channel' | 'host'

const TABLES = {
  channel: { table: 'alert_notices', column: 'channel_id' },
  host: { table: 'host_notices', column: 'host_id' },
} as const

export function listNotices(db: Database, whose: NoticesOf, alertIds: readonly number[]) {
  const { table, column } = TABLES[whose]
  return db.query<Notice & { readonly ofId: number }>(
    statement(
      `notices-${whose}`,
      `select ${column} as "ofId", alert_id as "alertId", begun_at as "begunAt", ended_at as "endedAt" from ${table}
       where alert_id = any ($1::bigint[])`,
    ),
    [alertIds],
  )
}

/** Notes that the start of `begun` and the end of `ended` were sent. */
export function noteSent(
  db: Database,
  whose: NoticesOf,
  ofId: number,
  { begun, ended }: { readonly begun: readonly number[]; readonly ended: readonly number[] },
  now: Date,
) {
  const { table, column } = TABLES[whose]
  return db.query(
    statement(
      `notices-note-${whose}`,
      `insert into ${table} as n (${column}, alert_id, begun_at, ended_at)
       select $1, id, $4, case when id = any ($3::bigint[]) then $4::timestamptz end from unnest($2::bigint[] || $3::bigint[]) as id
       on conflict (${column}, alert_id) do update set
         begun_at = case when excluded.ended_at is null then excluded.begun_at else n.begun_at end, ended_at = excluded.ended_at`,
    ),
    [ofId, begun, ended, now],
  )
}
