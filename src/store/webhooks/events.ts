// SQL that writes events, as part of the statement that causes them or as a statement of its own.
import { DELIVERY_TYPES, type DeliveryType, EVENT_TYPES, eventId, isCommon } from '../../domain/webhooks/events.ts'
import { type Database, statement } from '../kit/database.ts'

/** An event to insert, in the transaction of the change it reports. */
export interface NewEvent {
  readonly id: string
  readonly type: DeliveryType
  readonly createdAt: Date
  /** The bytes that are signed and sent, serialised once. */
  readonly body: string
}

/** Columns of JSON input rows, as created by `eventInput`. */
export const EVENT_INPUT = '"eventId" text, "eventType" text, "eventBody" text'

export const eventInput = ({ id, type, body }: NewEvent) => ({ eventId: id, eventType: type, eventBody: body })

/** SQL expressions over `rows`, one per column of an event. The event's own columns default to those of EVENT_INPUT. */
interface EventColumns {
  readonly owner: string
  readonly at: string
  readonly credential?: string
  readonly id?: string
  readonly type?: string
  readonly body?: string
}

/** Inserts one event for each of `rows`; a trigger creates the deliveries. */
export function eventsFrom(
  rows: string,
  { owner, at, credential = 'null', id = '"eventId"', type = '"eventType"', body = '"eventBody"' }: EventColumns,
): string {
  return `insert into events (id, owner_id, type, credential_id, created_at, body)
   select ${id}, ${owner}, ${type}, ${credential}, ${at}, ${body} from ${rows}`
}

/** Events common to all owners: one row each, with a delivery to every webhook that subscribes. */
export async function insertCommonEvents(db: Database, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = `json_to_recordset($1::json) as r (${EVENT_INPUT}, "createdAt" timestamptz)`
  const insert = eventsFrom(rows, { owner: 'null', at: '"createdAt"' })
  const input = events.map((event) => ({ ...eventInput(event), createdAt: event.createdAt }))
  await db.query(statement('events-common', insert), [JSON.stringify(input)])
}

/** Lowest event id at this time; ids start with their time. Times before 1970 give the lowest id of all. */
export const firstEventId = (at: Date): string =>
  eventId(new Date(Math.max(at.getTime(), 0)), (length) => '0'.repeat(length))

/** Selects by id, which starts with the time. Returns the number deleted; repeat while it equals `limit`. */
export async function deleteEvents(db: Database, before: Date, limit: number): Promise<number> {
  const remove = 'delete from events where id in (select id from events where id < $1 order by id limit $2) returning 1'
  return (await db.query(statement('events-delete', remove), [firstEventId(before), limit])).length
}

/** Station events have their own, shorter retention, because station history is stored elsewhere. */
export async function deleteCommonEvents(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from events where id in (
      select old.id from unnest($1::text[]) as common_type cross join lateral (
        select id from events where owner_id is null and type = common_type and id < $2 order by id limit $3
      ) as old limit $3) returning 1`
  const types = EVENT_TYPES.filter(isCommon)
  return (await db.query(statement('events-delete-common', remove), [types, firstEventId(before), limit])).length
}

/**
 * Events copied from another server (`pg_dump`) carry that server's transaction ids. Ids that this server has not
 * reached yet would sort after all new events, so this transaction's id replaces them. Returns how many; repeat while
 * there are more.
 */
export async function adoptCopiedEvents(db: Database, limit: number): Promise<number> {
  const copied = (types: string, owner: string) => `select found.id from ${types} cross join lateral (
      select id from events where ${owner} and type = wanted and transaction_id >= pg_snapshot_xmax(pg_current_snapshot()) order by id limit $2
    ) as found`
  const adopt = `update events set transaction_id = pg_current_xact_id() where id in (
      select id from (
        ${copied('owners cross join unnest($1::text[]) as wanted', 'owner_id = owners.id')}
        union all
        ${copied('unnest($1::text[]) as wanted', 'owner_id is null')}
      ) as copied order by id limit $2
    ) returning 1`
  return (await db.query(statement('events-adopt', adopt), [DELIVERY_TYPES, limit])).length
}
