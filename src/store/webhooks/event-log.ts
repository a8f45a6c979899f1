// What an owner's webhooks were or would have been told, for its programs to read.
import { type DeliveryType, isCommon } from '../../domain/webhooks/events.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { firstEventId } from './events.ts'

export interface LoggedEvent {
  readonly id: string
  /** The bytes that were signed and sent. */
  readonly body: string
}

export interface EventFilter {
  readonly types: readonly DeliveryType[]
  /** When it was written. */
  readonly since: Date
  /** Left out: until now. */
  readonly until?: Date | undefined
  /** Ids below this one. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Above all ids. */
const LAST = `evt_${'Z'.repeat(26)}`

// Type by type straight from the index, as in delivery-history.ts: rows are compared whole, and in the order of the whole index, because
// else the planner would rather walk everybody's events by their id until it has met enough.
const newest = plannedEachTime(
  `select id, body from (
     (select found.* from unnest($2::text[]) as wanted cross join lateral (
       select id, body from events
       where (owner_id, type, id) < ($1::bigint, wanted, $4) and (owner_id, type, id) >= ($1::bigint, wanted, $5)
       order by owner_id desc, type desc, id desc limit $6
     ) as found)
     union all
     (select found.* from unnest($3::text[]) as wanted cross join lateral (
       select id, body from events
       where owner_id is null and (type, id) < (wanted, $4) and (type, id) >= (wanted, $5)
       order by type desc, id desc limit $6
     ) as found)
   ) as told order by id desc limit $6`,
)

/** Newest first; those of stations, which are everybody's, among them. */
export function listEvents(
  db: Database,
  ownerId: number,
  { types, since, until, before = LAST, limit }: EventFilter,
): Promise<LoggedEvent[]> {
  const end = until ? firstEventId(until) : LAST
  const own = types.filter((type) => !isCommon(type))
  const below = before < end ? before : end
  return db.query<LoggedEvent>(newest, [ownerId, own, types.filter(isCommon), below, firstEventId(since), limit])
}
