// Hosts of stations, the alerts that they were sent, and their monthly reports.

import { HOST_CONFIRM_MAIL, HOST_MONTH_MAIL, type StationHost } from '../../domain/alerts/hosts/host.ts'
import type { MonthDay } from '../../domain/alerts/hosts/month.ts'
import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import type { MailState } from '../mail/outbox.ts'
import { insertMail, mailsFrom } from '../mail/writer.ts'

const COLUMNS = `h.id, h.station_id as "stationId", h.name, h.email, h.language, h.key, h.created_at as "createdAt",
  h.confirmed_at as "confirmedAt"`

export interface ListedHost extends StationHost {
  /** YYYY-MM of the last monthly report; `null` if there was none. */
  readonly reportedMonth: string | null
  /** State of that report's mail; `null` if there is none. */
  readonly reportState: MailState | null
  readonly reportError: MailFailure | null
}

export const listHostsOf = (db: Database, stationId: number) =>
  db.query<ListedHost>(
    statement(
      'station-hosts',
      `select ${COLUMNS}, h.reported_month as "reportedMonth", m.state as "reportState", m.last_error as "reportError"
       from station_hosts h left join mails m on m.key = '${HOST_MONTH_MAIL}:' || h.id || ':' || h.reported_month
       where h.station_id = $1 order by h.id`,
    ),
    [stationId],
  )

export const findHost = (db: Database, id: number) =>
  first<StationHost>(db, statement('station-host', `select ${COLUMNS} from station_hosts h where h.id = $1`), [id])

export const findHostByKey = (db: Database, key: string) =>
  first<StationHost>(db, statement('station-host-by-key', `select ${COLUMNS} from station_hosts h where h.key = $1`), [
    key,
  ])

/** Confirmed hosts of active stations. */
export const listConfirmedHosts = (db: Database) =>
  db.query<StationHost>(
    statement(
      'station-hosts-confirmed',
      `select ${COLUMNS} from station_hosts h join stations s on s.id = h.station_id
       where h.confirmed_at is not null and s.archived_at is null order by h.id`,
    ),
  )

export async function insertHost(
  db: Database,
  { stationId, name, email, language, key }: Omit<StationHost, 'id' | 'createdAt' | 'confirmedAt'>,
  now: Date,
): Promise<number> {
  const insert = statement(
    'station-host-insert',
    'insert into station_hosts (station_id, name, email, language, key, created_at) values ($1, $2, $3, $4, $5, $6) returning id',
  )
  return (await only<{ id: number }>(db, insert, [stationId, name, email, language, key, now])).id
}

/** False if the host is confirmed already. */
export async function confirmHostRow(db: Database, id: number, now: Date): Promise<boolean> {
  const update = 'update station_hosts set confirmed_at = $2 where id = $1 and confirmed_at is null returning 1'
  return (await db.query(statement('station-host-confirm', update), [id, now])).length > 0
}

/** With the mails to the host. */
export const deleteHost = (db: Database, id: number) =>
  db.query(
    statement(
      'station-host-delete',
      `with gone as (delete from station_hosts where id = $1 returning id, email)
       delete from mails m using gone where m.owner_id is null and lower(m.recipient) = lower(gone.email) and m.kind like 'host-%'
         and (m.data ->> 'hostId')::bigint = gone.id`,
    ),
    [id],
  )

export const deleteUnconfirmedHosts = (db: Database, before: Date) =>
  db.query(
    statement('station-hosts-forget', 'delete from station_hosts where confirmed_at is null and created_at < $1'),
    [before],
  )

/** At most one mail per hour and host. */
export const insertHostConfirmMail = (db: Database, id: number, email: string, now: Date) =>
  insertMail(
    db,
    {
      ownerId: null,
      kind: HOST_CONFIRM_MAIL,
      key: `${HOST_CONFIRM_MAIL}:${id}:${Math.floor(now.getTime() / HOUR_MS)}`,
      recipient: email,
      data: { hostId: id },
    },
    now,
  )

/**
 * Queues the report of a month for each host that was confirmed before the month ended. A later month was never
 * reported before, so a clock that is set back repeats no report.
 */
export const insertHostReports = (db: Database, month: string, monthEnd: Date, now: Date) =>
  db.query(
    statement(
      'station-host-reports',
      `with due as (
         update station_hosts h set reported_month = $1 from stations s
         where s.id = h.station_id and s.archived_at is null and h.confirmed_at < $2 and coalesce(h.reported_month < $1, true)
         returning h.id, h.email)
       ${mailsFrom('due', {
         owner: 'null::bigint',
         kind: `'${HOST_MONTH_MAIL}'`,
         key: `'${HOST_MONTH_MAIL}:' || id || ':' || $1`,
         recipient: 'email',
         data: `jsonb_build_object('hostId', id, 'month', $1::text)`,
         at: '$3::timestamptz',
       })} on conflict (key) do nothing`,
    ),
    [month, monthEnd, now],
  )

/** Measured days from `from` on, before `until`. */
export const listMeasuredDays = (db: Database, stationId: number, from: string, until: string) =>
  db.query<MonthDay & { readonly day: string }>(
    statement(
      'station-days-between',
      `select day, minutes_up as "minutesUp", minutes_down as "minutesDown" from station_days
       where station_id = $1 and day >= $2 and day < $3 order by day`,
    ),
    [stationId, from, until],
  )
