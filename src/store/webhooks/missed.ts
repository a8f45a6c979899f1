// Events that match a webhook's subscription but were never delivered, because it was inactive or subscribed to less.
import { isCommon } from '../../domain/webhooks/events.ts'
import type { Webhook } from '../../domain/webhooks/webhook.ts'
import { type Database, plannedEachTime } from '../kit/database.ts'
import { firstEventId } from './events.ts'

// Existing deliveries are read first and completely, for a hash lookup: deliveries have no index by event.
const owe = plannedEachTime(
  `with had as materialized (
     select event_id from deliveries where webhook_id = $1 and created_at >= $2
   ), own as (
     -- a webhook of an organisation also receives the events of its test space, one of a test space only those
     select found.id, found.type from owners cross join unnest($4::text[]) as wanted cross join lateral (
       select id, type from events where owner_id = owners.id and type = wanted and id >= $5
     ) as found where owners.id = $3 or owners.test_of = $3
   ), common as (
     select found.id, found.type from unnest($6::text[]) as wanted cross join lateral (
       select id, type from events where owner_id is null and type = wanted and id >= $5
     ) as found
   )
   insert into deliveries (event_id, webhook_id, event_type, due_at, created_at)
   select id, $1, type, $7, $7 from (select * from own union all select * from common) as told
   where not exists (select from had where had.event_id = told.id) order by id limit $8
   returning 1`,
)

/** Oldest first. Returns the number of new deliveries. */
export async function createMissedDeliveries(
  db: Database,
  { id, ownerId, eventTypes }: Pick<Webhook, 'id' | 'ownerId' | 'eventTypes'>,
  { since, now, limit }: { since: Date; now: Date; limit: number },
): Promise<number> {
  const common = eventTypes.filter(isCommon)
  const own = eventTypes.filter((type) => !isCommon(type))
  const values = [id, since, ownerId, own, firstEventId(since), common, now, limit]
  return (await db.query(owe, values)).length
}
