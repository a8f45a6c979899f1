import type { AttemptFailure } from '../../domain/webhooks/attempt.ts'
import { DELIVERY_TYPES } from '../../domain/webhooks/events.ts'
import type { DeactivationReason, DeliveryState } from '../../domain/webhooks/webhook.ts'
import { type Database, only, plannedEachTime, statement } from '../kit/database.ts'
import { mailsFrom } from '../mail/writer.ts'
import { withOrganisation } from '../people/test-spaces.ts'
import { eventsFrom, type NewEvent } from './events.ts'

/** outbound/mail/webhook-deactivated.ts renders this mail. */
export const WEBHOOK_DEACTIVATED_MAIL = 'webhook-deactivated'

/** A delivery that this process has leased. */
export interface Claim {
  readonly id: number
  readonly eventId: string
  readonly body: string
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
  readonly webhookId: number
  /** Max deliveries this claim could take for the webhook; if it took that many, more may be waiting. */
  readonly share: number
}

export interface Target {
  readonly id: number
  readonly url: string
  readonly secret: Buffer
  /** Previous secrets also sign, each for a day after it was replaced; newest first. */
  readonly previousSecrets: readonly Buffer[]
  readonly failingSince: Date | null
}

// Claims webhook by webhook, so that a webhook with a million due deliveries leaves room for others; the webhooks of an
// owner share the owner's limit. Hops through the index from webhook to webhook, so a backlog is not scanned.
const claim = plannedEachTime(
  `with recursive waiting as (
     (select webhook_id from deliveries where state = 'pending' order by webhook_id limit 1)
     union all
     select (select webhook_id from deliveries where state = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
     from waiting where webhook_id is not null
   ), shares as (
     select webhooks.id, coalesce(held.count, 0) as held,
       -- a failing webhook, which may also be slow to respond, gets a small share
       case when failing_since is null then least($3::integer, greatest(1, $8::integer / count(*) over (partition by owner_id))) else $6::integer end as share
     from waiting join webhooks on webhooks.id = waiting.webhook_id and deactivated_at is null
     left join unnest($4::bigint[], $7::integer[]) as held (webhook_id, count) on held.webhook_id = webhooks.id
   ), taken as (
     -- in random order, so that no webhook is always first
     select due.id, share from (select id, share from shares where held <= share / 2 order by random()) as shares
     cross join lateral (
       select id from deliveries where webhook_id = shares.id and state = 'pending' and due_at <= $1
       order by due_at limit share for update skip locked
     ) as due
     limit $5
   )
   update deliveries set due_at = $2 from taken, events where deliveries.id = taken.id and events.id = deliveries.event_id
   returning deliveries.id, deliveries.event_id as "eventId", events.body, deliveries.attempts + 1 as attempt, deliveries.webhook_id as "webhookId", share::integer`,
)

export interface ClaimRequest {
  readonly now: Date
  readonly leasedUntil: Date
  readonly perWebhook: number
  readonly perFailingWebhook: number
  readonly perOwner: number
  readonly limit: number
  /** Deliveries in progress in this process, by webhook. A webhook with more than half of its share gets no more. */
  readonly held: ReadonlyMap<number, number>
}

export const claimDeliveries = (
  db: Database,
  { now, leasedUntil, perWebhook, perFailingWebhook, perOwner, limit, held }: ClaimRequest,
) =>
  db.query<Claim>(claim, [
    now,
    leasedUntil,
    perWebhook,
    [...held.keys()],
    limit,
    perFailingWebhook,
    [...held.values()],
    perOwner,
  ])

export const targetsOf = (db: Database, webhookIds: readonly number[], now: Date) =>
  db.query<Target>(
    statement(
      'delivery-targets',
      `select id, url, secret, failing_since as "failingSince",
         case when previous_secret_until > $2 then array[previous_secret] else '{}' end || array(
           select older.secret from older_webhook_secrets as older where webhook_id = webhooks.id and signs_until > $2
           order by signs_until desc, older.id desc
         ) as "previousSecrets"
       from webhooks where id = any ($1::bigint[])`,
    ),
    [webhookIds, now],
  )

/** Releases leased deliveries that were not started. */
export const releaseDeliveries = (db: Database, ids: readonly number[], now: Date) =>
  db.query(
    statement(
      'deliveries-release',
      `update deliveries set due_at = $2 where id = any ($1::bigint[]) and state = 'pending'`,
    ),
    [ids, now],
  )

export interface AttemptRecord {
  readonly deliveryId: number
  readonly webhookId: number
  readonly at: Date
  readonly status: number | null
  readonly durationMs: number
  readonly error: AttemptFailure | null
  readonly response: string
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  readonly state: DeliveryState
  readonly dueAt: Date
  /** Reason to deactivate the webhook; `null` to keep it active. */
  readonly deactivate: DeactivationReason | null
}

// Selects by id ($2, $3), whatever the planner estimates, because a million may be pending. If the statement
// deactivates a webhook, it also queues a mail to the owner.
const record = statement(
  'delivery-attempts-record',
  `with input as (
     select * from json_to_recordset($1::json) as r ("deliveryId" bigint, "webhookId" bigint, at timestamptz, status integer, "durationMs" integer,
       error jsonb, response text, request json, state text, "dueAt" timestamptz, deactivate text)
   ), attempts as (
     insert into delivery_attempts (delivery_id, at, status, duration_ms, error, response, request)
     select "deliveryId", at, status, "durationMs", error, response, request from input
   ), finished as (
     update deliveries set attempts = attempts + 1, due_at = input."dueAt",
       -- two processes may have tried after a lease expired: a success wins, and a finished delivery never reopens
       state = case when deliveries.state = 'pending' or input.state = 'delivered' then input.state else deliveries.state end,
       finished_at = case when deliveries.state = 'pending' and input.state = 'pending' then null else coalesce(finished_at, input.at) end
     from input where deliveries.id = any ($2::bigint[]) and deliveries.id = input."deliveryId"
   ), outcome as (
     select "webhookId", max(at) filter (where state = 'delivered') as success, count(*) filter (where state <> 'delivered') as failures,
       min(at) as first, max(at) as last,
       -- a success in the batch prevents deactivation for failing, but not for 410 Gone
       case when bool_or(state = 'delivered') then max(deactivate) filter (where status = 410) else max(deactivate) end as deactivate,
       (array_agg(coalesce(error, jsonb_build_object('code', 'status', 'params', jsonb_build_object('status', status))) order by at desc) filter (where deactivate is not null))[1] as "lastError"
     from input group by "webhookId"
   ), updated as (
     update webhooks set
       last_delivery_at = greatest(last_delivery_at, success),
       consecutive_failures = case when success is null then consecutive_failures + failures else 0 end,
       failing_since = case when success is null then coalesce(failing_since, first) end,
       deactivated_at = case when deactivate is null then deactivated_at else coalesce(deactivated_at, last) end,
       deactivation_reason = case when deactivated_at is null then deactivate else deactivation_reason end
     from outcome where webhooks.id = any ($3::bigint[]) and webhooks.id = outcome."webhookId"
     returning id, owner_id, url, failing_since, deactivated_at, deactivation_reason, last, deactivate, "lastError"
   )
   ${mailsFrom(
     // not if another node or the owner deactivated it first
     `updated ${withOrganisation('updated')} where deactivate is not null and updated.id = any ($4::bigint[]) and organisation.email is not null`,
     {
       owner: 'organisation.id',
       kind: `'${WEBHOOK_DEACTIVATED_MAIL}'`,
       key: `'${WEBHOOK_DEACTIVATED_MAIL}:' || updated.id || ':' || extract(epoch from deactivated_at)`,
       recipient: 'organisation.email',
       data: `jsonb_build_object('webhookId', updated.id, 'url', url, 'reason', deactivation_reason, 'failingSince', failing_since,
         'deactivatedAt', deactivated_at, 'lastError', "lastError")`,
       at: 'last',
     },
   )} on conflict (key) do nothing`,
)

export const failDeliveriesOfDeactivated = (db: Database, now: Date) =>
  db.query(
    statement(
      'deliveries-fail-deactivated',
      `update deliveries set state = 'failed', finished_at = $1 from webhooks
       where webhooks.id = webhook_id and state = 'pending' and deactivated_at is not null`,
    ),
    [now],
  )

/** `active`: webhooks that are locked as active, which this call may deactivate. */
export const saveAttempts = (db: Database, attempts: readonly AttemptRecord[], active: readonly number[] = []) =>
  db.query(record, [
    JSON.stringify(attempts),
    attempts.map(({ deliveryId }) => deliveryId),
    [...new Set(attempts.map(({ webhookId }) => webhookId))],
    active,
  ])

/** Returns the active webhooks and locks them until the end of the transaction. */
export async function lockActive(db: Database, webhookIds: readonly number[]): Promise<number[]> {
  const lock = `select id from webhooks where id = any ($1::bigint[]) and deactivated_at is null order by id for no key update`
  return (await db.query<{ id: number }>(statement('webhooks-lock-active', lock), [webhookIds])).map(({ id }) => id)
}

export interface DeactivatedWebhook {
  readonly id: number
  readonly ownerId: number
  readonly url: string
  readonly reason: string | null
}

export const listDeactivated = (db: Database, webhookIds: readonly number[]) =>
  db.query<DeactivatedWebhook>(
    statement(
      'webhooks-deactivated',
      `select id, owner_id as "ownerId", url, deactivation_reason as reason from webhooks
       where id = any ($1::bigint[]) and deactivated_at is not null order by id`,
    ),
    [webhookIds],
  )

const REQUEUE = `update deliveries set state = 'pending', attempts = 0, due_at = $2, finished_at = null`

/** Requeues a delivery in any state. False if it does not exist or its webhook is not active. */
export async function requeueDelivery(db: Database, id: number, now: Date): Promise<boolean> {
  const requeue = `${REQUEUE} from webhooks where deliveries.id = $1 and webhooks.id = webhook_id and deactivated_at is null returning 1`
  return (await db.query(statement('delivery-requeue', requeue), [id, now])).length > 0
}

/**
 * Requeues the failed deliveries of a webhook since `since`: at most `limit`, lowest ids first, after `afterId`.
 * Returns their ids. Done in batches, because a million in one statement would exceed the timeout.
 */
export async function requeueFailed(
  db: Database,
  webhookId: number,
  { since, now, afterId, limit }: { since: Date; now: Date; afterId: number; limit: number },
): Promise<number[]> {
  const requeue = `${REQUEUE} where id = any (array(
      select failed.id from unnest($4::text[]) as wanted_type cross join lateral (
        -- row comparisons, so that the whole index is used: see delivery-history.ts
        select id from deliveries
        where (webhook_id, state, event_type, id) > ($1, 'failed', wanted_type, $5::bigint)
          and (webhook_id, state, event_type, id) < ($1, 'failed', wanted_type, $7::bigint) and created_at >= $3
        order by webhook_id, state, event_type, id limit $6
      ) as failed order by failed.id limit $6)) returning id`
  const values = [webhookId, now, since, DELIVERY_TYPES, afterId, limit, Number.MAX_SAFE_INTEGER]
  return (await db.query<{ id: number }>(plannedEachTime(requeue), values)).map(({ id }) => id)
}

/** Writes an event for a single webhook, logged as type `keptAs`; returns the id of its delivery. */
export async function insertEventFor(
  db: Database,
  webhookId: number,
  ownerId: number,
  event: NewEvent,
  keptAs: string = event.type,
): Promise<number> {
  const own =
    '(values ($1, $2::bigint, $3, $4::timestamptz, $5)) as event ("eventId", owner_id, "eventType", at, "eventBody")'
  const insert = `with written as (${eventsFrom(own, { owner: 'owner_id', at: 'at' })})
    insert into deliveries (event_id, webhook_id, event_type, due_at, created_at) values ($1, $6, $7, $4, $4) returning id`
  const values = [event.id, ownerId, keptAs, event.createdAt, event.body, webhookId, event.type]
  return (await only<{ id: number }>(db, statement('event-for-webhook', insert), values)).id
}

/** Wakes the workers, which otherwise poll every second. */
export const announceDeliveries = (db: Database) => db.query(plannedEachTime('notify deliveries'))

/** Deletes old finished deliveries with their attempts; returns how many. */
export async function deleteDeliveries(
  db: Database,
  deliveredBefore: Date,
  failedBefore: Date,
  limit: number,
): Promise<number> {
  const remove = `delete from deliveries where id in (select id from deliveries where state <> 'pending'
    and finished_at < case when state = 'delivered' then $1::timestamptz else $2::timestamptz end and finished_at < $1 order by finished_at limit $3 for update skip locked) returning 1`
  return (await db.query(statement('deliveries-delete', remove), [deliveredBefore, failedBefore, limit])).length
}
