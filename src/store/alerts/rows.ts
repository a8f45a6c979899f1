import type { Alert, AlertKind, AlertState, Condition } from '../../domain/alerts/alert.ts'
import { type Database, statement } from '../kit/database.ts'
import { Listing, type PageRequest } from '../kit/listing.ts'

const COLUMNS = `id, kind, subject, subject_id as "subjectId", name, params, simulated, since, opened_at as "openedAt", seen_at as "seenAt",
  ended_at as "endedAt", times, acknowledged_at as "acknowledgedAt", acknowledged_by as "acknowledgedBy", snoozed_until as "snoozedUntil", mailed_at as "mailedAt",
  end_mailed_at as "endMailedAt"`

/** Held until the end of the transaction. False if another node holds the lock. */
export async function tryLockAlerts(db: Database): Promise<boolean> {
  const lock = statement('alerts-lock', `select pg_try_advisory_xact_lock(hashtext('vertice alerts')) as locked`)
  const [row] = await db.query<{ locked: boolean | null }>(lock)
  return row?.locked === true
}

export const listKnownAlerts = (db: Database, since: Date) =>
  db.query<Alert>(
    statement(
      'alerts-known',
      `select ${COLUMNS} from alerts where ended_at is null
       union all select ${COLUMNS} from alerts where ended_at >= $1
       order by id`,
    ),
    [since],
  )

export const listOpenAlerts = (db: Database) =>
  db.query<Alert>(statement('alerts-open', `select ${COLUMNS} from alerts where ended_at is null order by id`))

const toRows = (conditions: readonly (Condition & { readonly alertId?: number })[]) =>
  JSON.stringify(
    conditions.map(({ alertId, kind, subject, id, name, params, simulated, since }) => ({
      id: alertId,
      kind,
      subject,
      subjectId: id,
      name,
      params,
      simulated,
      since,
    })),
  )

export const openAlerts = (db: Database, conditions: readonly Condition[], now: Date) =>
  db.query(
    statement(
      'alerts-begin',
      `insert into alerts (kind, subject, subject_id, name, params, simulated, since, opened_at, seen_at)
       select kind, subject, "subjectId", name, params, simulated, since, $2, $2
       from json_to_recordset($1::json) as r (kind text, subject text, "subjectId" bigint, name text, params jsonb, simulated boolean, since timestamptz)
       on conflict (kind, subject) where ended_at is null do nothing`,
    ),
    [toRows(conditions), now],
  )

export interface SeenAlert {
  readonly id: number
  readonly condition: Condition
  /** The alert had ended and is reopened. */
  readonly again: boolean
  readonly openedAt: Date
}

export const renewAlerts = (db: Database, seen: readonly SeenAlert[], now: Date) =>
  db.query(
    statement(
      'alerts-go-on',
      `update alerts set name = r.name, params = r.params, simulated = r.simulated, since = r.since, seen_at = $2, ended_at = null,
         opened_at = r."openedAt", times = times + case when again then 1 else 0 end
       from json_to_recordset($1::json) as r (id bigint, name text, params jsonb, simulated boolean, since timestamptz, again boolean, "openedAt" timestamptz)
       where alerts.id = r.id`,
    ),
    [
      JSON.stringify(
        seen.map(({ id, again, openedAt, condition: { name, params, simulated, since } }) => ({
          ...{ id, again, openedAt, name, params, simulated, since },
        })),
      ),
      now,
    ],
  )

export const endAlerts = (db: Database, ids: readonly number[], now: Date) =>
  db.query(
    statement('alerts-end', 'update alerts set ended_at = $2 where id = any ($1::bigint[]) and ended_at is null'),
    [ids, now],
  )

export const noteAlertsMailed = (
  db: Database,
  { begun, ended }: { readonly begun: readonly number[]; readonly ended: readonly number[] },
  now: Date,
) =>
  db.query(
    statement(
      'alerts-mailed',
      `update alerts set mailed_at = case when id = any ($1::bigint[]) then $3 else mailed_at end,
         end_mailed_at = case when id = any ($2::bigint[]) then $3 else end_mailed_at end
       where id = any ($1::bigint[]) or id = any ($2::bigint[])`,
    ),
    [begun, ended, now],
  )

/** Acknowledges open alerts and returns those it changed. The first acknowledgement is kept. */
export const acknowledgeAlerts = (
  db: Database,
  ids: readonly number[],
  { by, until }: { readonly by: string; readonly until: Date | null },
  now: Date,
) =>
  db.query<Pick<Alert, 'id' | 'kind' | 'name'>>(
    statement(
      'alerts-acknowledge',
      `update alerts set acknowledged_at = $3, acknowledged_by = $2, snoozed_until = $4 where id = any ($1::bigint[]) and ended_at is null and acknowledged_at is null
       returning id, kind, name`,
    ),
    [ids, by, now, until],
  )

/** Reopens alerts whose snooze is over. They count as not sent, so that an alert that still lasts is sent again. */
export const wakeAlerts = (db: Database, now: Date) =>
  db.query(
    statement(
      'alerts-wake',
      `with woken as (
         update alerts set acknowledged_at = null, acknowledged_by = null, snoozed_until = null, mailed_at = null
         where ended_at is null and snoozed_until <= $1 returning id)
       delete from alert_notices where alert_id in (select id from woken)`,
    ),
    [now],
  )

export const withdrawAcknowledgements = (db: Database, ids: readonly number[]) =>
  db.query<Pick<Alert, 'id' | 'kind' | 'name'>>(
    statement(
      'alerts-withdraw',
      `update alerts set acknowledged_at = null, acknowledged_by = null, snoozed_until = null where id = any ($1::bigint[]) and ended_at is null
         and acknowledged_at is not null returning id, kind, name`,
    ),
    [ids],
  )

const IN_STATE: Record<AlertState, string> = {
  open: 'ended_at is null and acknowledged_at is null',
  acknowledged: 'ended_at is null and acknowledged_at is not null',
  ended: 'ended_at is not null',
}

export interface AlertFilter extends PageRequest {
  readonly state?: AlertState | undefined
  readonly kinds?: readonly AlertKind[] | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

export function listAlerts(db: Database, { state, kinds, from, to, ...page }: AlertFilter) {
  const listing = new Listing()
    .where(kinds, 'text[]', (wanted) => `kind = any (${wanted})`)
    .where(from, 'timestamptz', (since) => `opened_at >= ${since}`)
    .where(to, 'timestamptz', (until) => `opened_at < ${until}`)
  const select = `select ${COLUMNS} from alerts`
  if (state) listing.also(IN_STATE[state])
  return db.query<Alert>(listing.page(`alerts-list-${state ?? 'all'}`, select, 'id', page), listing.values)
}

export async function deleteAlerts(db: Database, endedBefore: Date, limit: number): Promise<number> {
  const removal = `delete from alerts where id in (select id from alerts where ended_at < $1 order by ended_at limit $2) returning 1`
  return (await db.query(statement('alerts-delete', removal), [endedBefore, limit])).length
}
