// Backlogs of webhook deliveries and mails. Every node reads them every few seconds, so the queries never scan a
// backlog: they hop through the workers' indexes, webhook by webhook and owner by owner.
import type { Queue } from '../../domain/network/overview/queues.ts'
import { DELIVERY_TYPES } from '../../domain/webhooks/events.ts'
import { type Database, only, plannedEachTime, statement } from '../kit/database.ts'
import { hasPendingMails } from '../mail/outbox.ts'
import { ofOrganisations } from '../people/test-spaces.ts'

const MOST_COUNTED = 10_000

// A failing webhook is retried only now and then, however much is due; that does not count as our delay.
const deliveries = plannedEachTime(
  `with recursive waiting as (
     (select webhook_id from deliveries where state = 'pending' order by webhook_id limit 1)
     union all
     select (select webhook_id from deliveries where state = 'pending' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
     from waiting where webhook_id is not null
   ), targets as materialized (
     select webhooks.id, failing_since is null as answers from waiting join webhooks on webhooks.id = webhook_id and deactivated_at is null
   )
   select
     (select count(*)::int from (
        select from targets cross join lateral (
          select from deliveries where webhook_id = targets.id and state = 'pending' limit $1) as own limit $1) as owed) as waiting,
     (select min(created_at) from targets cross join unnest($2::text[]) as type cross join lateral (
        select created_at from deliveries where webhook_id = targets.id and state = 'pending' and event_type = type order by id limit 1) as first) as "oldestAt",
     (select min(due_at) from targets cross join lateral (
        select due_at from deliveries where webhook_id = targets.id and state = 'pending' order by due_at limit 1) as first
      where answers and due_at <= now()) as "dueSince"`,
)

const EMPTY: Queue = { waiting: 0, oldestAt: null, dueSince: null }

const anyDelivery = statement(
  'deliveries-pending',
  `select exists (select from deliveries where state = 'pending') as pending`,
)

/** Asks first whether the queue is empty: that statement keeps its plan, and planning the other one takes 0.5 ms. */
export async function readDeliveryQueue(db: Database, most = MOST_COUNTED): Promise<Queue> {
  const { pending } = await only<{ pending: boolean }>(db, anyDelivery)
  return pending ? only<Queue>(db, deliveries, [most, DELIVERY_TYPES]) : EMPTY
}

// The first mail of each kind and owner is the one due first. Mails held by a quota are not late.
const mails = plannedEachTime(
  `with recursive turns (kind, again, owner, due_at) as (
     (select kind, quota_at is not null, coalesce(owner_id, 0), due_at from mails where state = 'pending' and held_by is null
      order by kind, (quota_at is not null), coalesce(owner_id, 0), due_at, id limit 1)
     union all
     select next.* from turns cross join lateral (
       select kind, quota_at is not null, coalesce(owner_id, 0), due_at from mails
       where state = 'pending' and held_by is null
         and (kind, (quota_at is not null), coalesce(owner_id, 0)) > (turns.kind, turns.again, turns.owner)
       order by kind, (quota_at is not null), coalesce(owner_id, 0), due_at, id limit 1) as next
   ), free as (
     select min(due_at) as since from turns where due_at <= now() and (again or not exists (
       select from mail_holds h where whose = 'owner' and h.owner_id = owner and until > now() and turns.kind = any (h.kinds)))
   ), retried as (
     select min(created_at) as since from mails where state = 'pending' and last_error is not null
   )
   select
     (select count(*)::int from (select from mails where state = 'pending' limit $1) as pending) as waiting,
     least(retried.since, free.since) as "oldestAt",
     free.since as "dueSince"
   from free, retried`,
)

/** `oldestAt`: oldest mail that is due or was tried; mails held by a quota do not count. */
export const readMailQueue = async (db: Database, most = MOST_COUNTED): Promise<Queue> =>
  (await hasPendingMails(db)) ? only<Queue>(db, mails, [most]) : EMPTY

export interface WebhookStates {
  readonly answering: number
  readonly failing: number
  /** Deactivated by the service; manual deactivations do not count. */
  readonly givenUp: number
}

/** Leaves out webhooks of test spaces, which may fail. */
export const countWebhooks = (db: Database): Promise<WebhookStates> =>
  only<WebhookStates>(
    db,
    statement(
      'webhooks-by-state',
      `select count(*) filter (where deactivated_at is null and failing_since is null)::int as answering,
         count(*) filter (where deactivated_at is null and failing_since is not null)::int as failing,
         count(*) filter (where deactivated_at is not null and deactivation_reason is not null)::int as "givenUp"
       from webhooks where ${ofOrganisations()}`,
    ),
  )
