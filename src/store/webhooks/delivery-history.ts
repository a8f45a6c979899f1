// Deliveries of a webhook, for the console and the API.
import type { AttemptFailure } from '../../domain/webhooks/attempt.ts'
import { DELIVERY_TYPES, type DeliveryType } from '../../domain/webhooks/events.ts'
import { DELIVERY_STATES, type DeliveryState } from '../../domain/webhooks/webhook.ts'
import { type Database, first, plannedEachTime, statement } from '../kit/database.ts'
import type { AttemptRecord } from './deliveries.ts'

export interface Delivery {
  readonly id: number
  readonly eventId: string
  readonly type: string
  readonly state: DeliveryState
  /** Attempts since the delivery was last queued. */
  readonly attempts: number
  readonly createdAt: Date
  /** Time of the next attempt, if pending. */
  readonly dueAt: Date
  readonly finishedAt: Date | null
  readonly lastAttemptAt: Date | null
  readonly lastStatus: number | null
  readonly lastError: AttemptFailure | null
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly type?: DeliveryType | undefined
  readonly before?: number | undefined
  readonly limit: number
}

const COLUMNS = `d.id, event_id as "eventId", event_type as type, state, attempts, d.created_at as "createdAt", due_at as "dueAt",
  finished_at as "finishedAt", a.at as "lastAttemptAt", a.status as "lastStatus", a.error as "lastError"`
const LAST_ATTEMPT = `left join lateral (
    select at, status, error from delivery_attempts where delivery_id = d.id order by id desc limit 1
  ) a on true`

// Takes the newest of each state and type from the index, then the newest of all, so rare matches among a million rows
// cost no more. The row comparisons and the order use the whole index: with "state = … order by id" the planner would
// scan all deliveries by id until it found enough.
export const deliveryPage = plannedEachTime(
  `select ${COLUMNS} from (
     select newest.* from unnest($2::text[]) as wanted_state cross join unnest($3::text[]) as wanted_type
     cross join lateral (
       select * from deliveries
       where (webhook_id, state, event_type, id) < ($1, wanted_state, wanted_type, $4::bigint)
         and (webhook_id, state, event_type, id) > ($1, wanted_state, wanted_type, 0)
       order by webhook_id desc, state desc, event_type desc, id desc limit $5
     ) as newest
     order by newest.id desc limit $5
   ) d ${LAST_ATTEMPT} order by d.id desc`,
)

/** Newest first. The caller has checked access to the webhook. */
export const listDeliveries = (
  db: Database,
  webhookId: number,
  { state, type, before = Number.MAX_SAFE_INTEGER, limit }: DeliveryFilter,
) =>
  db.query<Delivery>(deliveryPage, [
    webhookId,
    state ? [state] : DELIVERY_STATES,
    type ? [type] : DELIVERY_TYPES,
    before,
    limit,
  ])

/** Includes the body of the event. The caller has checked access to the webhook. */
export async function findDelivery(
  db: Database,
  webhookId: number,
  id: number,
): Promise<(Delivery & { body: string }) | null> {
  const select = `select ${COLUMNS}, events.body from deliveries d join events on events.id = event_id ${LAST_ATTEMPT}
    where d.id = $2 and webhook_id = $1`
  return first<Delivery & { body: string }>(db, statement('delivery', select), [webhookId, id])
}

export async function webhookOfDelivery(db: Database, id: number): Promise<number | null> {
  const select = 'select webhook_id as "webhookId" from deliveries where id = $1'
  const row = await first<{ webhookId: number }>(db, statement('delivery-webhook', select), [id])
  return row?.webhookId ?? null
}

export type Attempt = Pick<AttemptRecord, 'at' | 'status' | 'durationMs' | 'error' | 'response'> & {
  /** `null` if a version before 0.9 made the attempt. */
  readonly request: AttemptRecord['request'] | null
}

export const listAttempts = (db: Database, deliveryId: number) =>
  db.query<Attempt>(
    statement(
      'delivery-attempts',
      `select at, status, duration_ms as "durationMs", error, response, request from delivery_attempts
       where delivery_id = $1 order by id`,
    ),
    [deliveryId],
  )

/** Keyed by delivery; each oldest first. */
export async function listAttemptsOf(
  db: Database,
  deliveryIds: readonly number[],
): Promise<Map<number, Omit<Attempt, 'response' | 'request'>[]>> {
  const select = `select delivery_id as "deliveryId", at, status, duration_ms as "durationMs", error from delivery_attempts
    where delivery_id = any ($1::bigint[]) order by id`
  type Row = Omit<Attempt, 'response' | 'request'> & { readonly deliveryId: number }
  const rows = await db.query<Row>(statement('deliveries-attempts', select), [deliveryIds])
  return Map.groupBy(rows, ({ deliveryId }) => deliveryId)
}

export interface HourOfAttempts {
  /** Hours since the start. */
  readonly hour: number
  readonly delivered: number
  readonly failed: number
}

/** Hours without attempts are left out. A delivery that was attempted since then is pending or finished since then. */
export const countAttempts = (db: Database, webhookId: number, since: Date) =>
  db.query<HourOfAttempts>(
    statement(
      'delivery-attempts-by-hour',
      `select floor(extract(epoch from at - $2) / 3600)::integer as hour,
         (count(*) filter (where status between 200 and 299))::integer as delivered,
         (count(*) filter (where status is null or status not between 200 and 299))::integer as failed
       from (
         select id from deliveries where webhook_id = $1 and state = 'pending'
         union all
         select id from deliveries where webhook_id = $1 and state <> 'pending' and finished_at >= $2
       ) as recent join delivery_attempts on delivery_id = recent.id
       where at >= $2 group by 1`,
    ),
    [webhookId, since],
  )
