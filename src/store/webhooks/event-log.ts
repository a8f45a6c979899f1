// The event log of an owner, read through the API whether or not a webhook subscribes.

import { HOUR_MS } from '../../domain/time/units.ts'
import { type DeliveryType, isCommon } from '../../domain/webhooks/events.ts'
import { type Database, first, plannedEachTime, statement } from '../kit/database.ts'
import { firstEventId } from './events.ts'

export interface LoggedEvent {
  readonly id: string
  /** The bytes that were signed and sent. */
  readonly body: string
}

export interface EventFilter {
  readonly types: readonly DeliveryType[]
  readonly since: Date
  readonly until?: Date | undefined
  readonly before?: string | undefined
  readonly limit: number
}

/** Sorts after every id. */
const LAST = `evt_${'Z'.repeat(26)}`

// Reads type by type from the index, as in delivery-history.ts: row comparisons and the order use the whole index,
// because the planner would otherwise scan the events of all owners by id.
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

/** Newest first, including station events, which are common to all owners. */
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

/** Position of an event in the order of `listEventsAfter`. */
export interface EventPlace {
  readonly id: string
  /** The transaction that wrote the event, in decimal digits. */
  readonly transactionId: string
}

const BEFORE_ALL: EventPlace = { id: '', transactionId: '0' }

/** `null` if the owner cannot read an event with this id. */
export const findEventPlace = (db: Database, ownerId: number, id: string) =>
  first<EventPlace>(
    db,
    statement(
      'event-place',
      `select id, transaction_id::text as "transactionId" from events where id = $2 and (owner_id = $1 or owner_id is null)`,
    ),
    [ownerId, id],
  )

/**
 * Longest time between the creation of an event id and its commit. `since` compares with the time in the id, but the
 * index is in transaction order, so the scan starts at a transaction that wrote an event this much earlier.
 */
const LONGEST_COMMIT_MS = HOUR_MS

/**
 * Events of `owner`, of each of `types`. `older` finds the newest event that is too old. The scan starts in the index,
 * and a sort orders events within a transaction. `id || ''` is in no index: otherwise the planner would read and sort
 * everything since `since`.
 */
const inOrder = (types: string, owner: string, older: string) => `
  select found.* from unnest(${types}::text[]) as wanted
  cross join lateral (
    select greatest($4::xid8, (${older})) as first
    offset 0
  ) as start
  cross join lateral (
    select id, body, transaction_id from events
    where ${owner} and type = wanted and transaction_id >= first and (transaction_id > $4::xid8 or id > $5)
      and transaction_id < pg_snapshot_xmin(pg_current_snapshot()) and id || '' >= $6 and id || '' < $7
    order by transaction_id, id limit $9
  ) as found`

const oldest = plannedEachTime(
  `select id, body from (
     (${inOrder(
       '$2',
       'owner_id = $1::bigint',
       `select transaction_id from events where (owner_id, type, id) < ($1::bigint, wanted, $8) and (owner_id, type, id) >= ($1::bigint, wanted, '')
        order by owner_id desc, type desc, id desc limit 1`,
     )})
     union all
     (${inOrder(
       '$3',
       'owner_id is null',
       `select transaction_id from events where owner_id is null and (type, id) < (wanted, $8) and (type, id) >= (wanted, '')
        order by type desc, id desc limit 1`,
     )})
   ) as told order by transaction_id, id limit $9`,
)

/**
 * Oldest first, in the order of the transactions that wrote them. Leaves out events that are newer than a running
 * transaction, which could still add an event before them, so no event ever appears before one that was listed.
 */
export function listEventsAfter(
  db: Database,
  ownerId: number,
  { types, since, until, limit }: Omit<EventFilter, 'before'>,
  { id, transactionId }: EventPlace = BEFORE_ALL,
): Promise<LoggedEvent[]> {
  const own = types.filter((type) => !isCommon(type))
  const start = firstEventId(new Date(since.getTime() - LONGEST_COMMIT_MS))
  const end = until ? firstEventId(until) : LAST
  const values = [ownerId, own, types.filter(isCommon), transactionId, id, firstEventId(since), end, start, limit]
  return db.query<LoggedEvent>(oldest, values)
}
