// Events are written by the statement of what they tell: a part of it, or one of its own.
import { type DeliveryType, eventId } from '../../domain/webhooks/events.ts'
import { type Database, statement } from '../kit/database.ts'

/** An event on its way into the database, in the transaction of what it tells. */
export interface NewEvent {
  readonly id: string
  readonly type: DeliveryType
  readonly createdAt: Date
  /** The bytes that will be signed and sent, made once. */
  readonly body: string
}

/** Columns of a row that comes as JSON, as `eventInput` makes them. */
export const EVENT_INPUT = '"eventId" text, "eventType" text, "eventBody" text'

export const eventInput = ({ id, type, body }: NewEvent) => ({ eventId: id, eventType: type, eventBody: body })

/** What of `rows` stands in which column of an event; the event itself as EVENT_INPUT has it, unless told. */
interface EventColumns {
  readonly owner: string
  readonly at: string
  readonly credential?: string
  readonly id?: string
  readonly type?: string
  readonly body?: string
}

/** An event for each of `rows`; a trigger turns it into the deliveries that are owed. */
export function eventsFrom(
  rows: string,
  { owner, at, credential = 'null', id = '"eventId"', type = '"eventType"', body = '"eventBody"' }: EventColumns,
): string {
  return `insert into events (id, owner_id, type, credential_id, created_at, body)
   select ${id}, ${owner}, ${type}, ${credential}, ${at}, ${body} from ${rows}`
}

/** Their ids begin with their time. Returns how many; the caller comes again while there are more. */
export async function deleteEvents(db: Database, before: Date, limit: number): Promise<number> {
  const remove = 'delete from events where id in (select id from events where id < $1 order by id limit $2) returning 1'
  const first = eventId(before, (length) => '0'.repeat(length))
  return (await db.query(statement('events-delete', remove), [first, limit])).length
}
