// Current figures of the dashboard, for one owner or all. No query here scans millions of rows.

import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { StationStatus } from '../../domain/stations/station.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { DeactivationReason } from '../../domain/webhooks/webhook.ts'
import { inView, LIVE } from '../credentials/states.ts'
import { type Database, first, only, plannedEachTime, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { isSkipped } from '../mail/held.ts'

export interface CredentialFigures {
  readonly inForce: number
  readonly endingSoon: number
}

/** Counts up to `most`. Planned each time, because the best index depends on the owner and the period. */
export async function countCredentials(
  db: Database,
  scope: OwnerScope,
  now: Date,
  soon: Date,
  most: number,
): Promise<CredentialFigures> {
  const count = (condition: string) => `(select count(*)::int from (
    select from owners cross join lateral (
      select from credentials where owner_id = owners.id and ${LIVE} and ${condition} limit $3
    ) as own where test_of is null and ${ownedBy('$4', 'owners.id')} limit $3) as counted)`
  const select = `select ${count(inView('in_force', '$1'))} as "inForce",
    ${count(`${inView('active', '$1')} and expires_at <= $2`)} as "endingSoon"`
  const values = [now, soon, most, ownerOf(scope)]
  return only<CredentialFigures>(db, plannedEachTime(select), values)
}

export interface Traffic {
  readonly minute: Date
  readonly bytes: number
  readonly messages: number
}

/** Data received from all stations in one minute; `null` if nothing was measured. */
export async function readTraffic(db: Database, minute: Date): Promise<Traffic | null> {
  const select = `select minute, sum(bytes)::bigint as bytes,
      coalesce(sum((select sum(value::bigint) from jsonb_each_text(messages))), 0)::bigint as messages
    from station_minutes where minute = $1 group by minute`
  return first<Traffic>(db, statement('traffic', select), [minute])
}

/** Minutes older than this are not shown as current. */
const TRAFFIC_AGE_MS = 5 * MINUTE_MS
/** Casters write a minute a few seconds after it ends. */
const SETTLED_MS = MINUTE_MS + 10_000

/**
 * The newest minute that was measured from its start to its end; `null` if there is none. The minute in which the first
 * stations connect has only a part of their data, so it needs a minute with data before it.
 */
export async function newestFullMinute(db: Database, now: Date): Promise<Date | null> {
  const select = `with sums as (
      select minute, sum(bytes) as bytes from station_minutes where minute between $1 and $2 group by minute
    )
    select max(one.minute) as minute from sums one join sums before on before.minute = one.minute - interval '1 minute'
    where one.bytes = 0 or before.bytes > 0`
  const values = [new Date(now.getTime() - TRAFFIC_AGE_MS), new Date(now.getTime() - SETTLED_MS)]
  return (await only<{ minute: Date | null }>(db, statement('newest-full-minute', select), values)).minute
}

/** Traffic from the stations in the newest full minute. */
export async function readTrafficNow(db: Database, now: Date): Promise<Traffic | null> {
  const minute = await newestFullMinute(db, now)
  return minute && readTraffic(db, minute)
}

export interface PastStatus {
  readonly stationId: number
  readonly status: StationStatus
}

/** Status at that time of the stations that had been measured by then. */
export const listStatusesAt = (db: Database, stationIds: readonly number[], at: Date, day: string) =>
  db.query<PastStatus>(
    statement(
      'statuses-at',
      `select wanted as "stationId", status from unnest($1::bigint[]) as wanted
       cross join lateral (select status from station_status_changes where station_id = wanted and at <= $2 order by at desc, id desc limit 1) as last
       where exists (select from station_days where station_id = wanted and day <= $3 and minutes_up + minutes_down > 0)`,
    ),
    [stationIds, at, day],
  )

export interface RecentChange extends PastStatus {
  /** False if the status was declared, not measured. */
  readonly measured: boolean
  readonly at: Date
}

export const listRecentChanges = (db: Database, since: Date, limit: number) =>
  db.query<RecentChange>(
    statement(
      'status-changes-recent',
      `select station_id as "stationId", status, measured, at from station_status_changes where at >= $1 order by at desc, id desc limit $2`,
    ),
    [since, limit],
  )

export interface TroubledWebhook {
  readonly id: number
  readonly ownerName: string
  readonly url: string
  readonly deactivatedAt: Date | null
  readonly reason: DeactivationReason | null
  readonly failingSince: Date | null
}

/** Webhooks that fail now or that the service deactivated recently; without manual deactivations and test webhooks. */
export const listTroubledWebhooks = (db: Database, scope: OwnerScope, deactivatedSince: Date, limit: number) =>
  db.query<TroubledWebhook>(
    statement(
      'webhooks-troubled',
      `select w.id, o.name as "ownerName", url, deactivated_at as "deactivatedAt", deactivation_reason as reason, failing_since as "failingSince"
       from webhooks w join owners o on o.id = owner_id
       where ${ownedBy('$1')} and test_of is null and case when deactivated_at is null then failing_since is not null
         else deactivation_reason is not null and deactivated_at >= $2 end
       order by w.id desc limit $3`,
    ),
    [ownerOf(scope), deactivatedSince, limit],
  )

export interface FailedMails {
  readonly mails: number
  readonly lastError: MailFailure | null
}

/** Without mails that were skipped because they were obsolete. */
export async function countFailedMails(db: Database, scope: OwnerScope, since: Date): Promise<FailedMails> {
  const select = `select count(*)::int as mails, (array_agg(last_error order by id desc))[1] as "lastError"
    from mails where created_at >= $2 and state = 'failed' and (${isSkipped('mails')}) is not true and ${ownedBy('$1')}`
  return only<FailedMails>(db, statement('mails-failed', select), [ownerOf(scope), since])
}
