import type { Webhook } from '../../domain/webhooks/webhook.ts'
import type { PageRequest } from '../credentials/rows.ts'
import { type Database, statement } from '../database.ts'

const COLUMNS = `id, owner_id as "ownerId", url, event_types as "eventTypes", created_at as "createdAt", deactivated_at is null as active,
  last_delivery_at as "lastDeliveryAt", consecutive_failures as "consecutiveFailures"`

export async function takeWebhookId(db: Database): Promise<number> {
  const [row] = await db.query<{ id: number }>(statement('webhook-id', `select nextval('webhooks_id_seq') as id`))
  return row!.id
}

export async function countActiveWebhooks(db: Database, ownerId: number): Promise<number> {
  const count = 'select count(*)::int as count from webhooks where owner_id = $1 and deactivated_at is null'
  const [row] = await db.query<{ count: number }>(statement('webhooks-active', count), [ownerId])
  return row!.count
}

export async function insertWebhook(
  db: Database,
  {
    id,
    ownerId,
    url,
    eventTypes,
    createdAt,
    secret,
  }: Pick<Webhook, 'id' | 'ownerId' | 'url' | 'eventTypes' | 'createdAt'> & { secret: Buffer },
): Promise<Webhook> {
  const insert = `insert into webhooks (id, owner_id, url, event_types, created_at, secret) values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`
  const [row] = await db.query<Webhook>(statement('webhook-insert', insert), [
    id,
    ownerId,
    url,
    eventTypes,
    createdAt,
    secret,
  ])
  return row!
}

/** Newest first by id, deactivated ones too. */
export const listWebhooks = (db: Database, ownerId: number, { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest) =>
  db.query<Webhook>(
    statement('webhooks', `select ${COLUMNS} from webhooks where owner_id = $1 and id < $2 order by id desc limit $3`),
    [ownerId, before, limit],
  )

export async function deactivateWebhookRow(
  db: Database,
  ownerId: number,
  id: number,
  now: Date,
): Promise<Webhook | null> {
  const deactivate = `update webhooks set deactivated_at = coalesce(deactivated_at, $3) where id = $1 and owner_id = $2 returning ${COLUMNS}`
  const [row] = await db.query<Webhook>(statement('webhook-deactivate', deactivate), [id, ownerId, now])
  return row ?? null
}

export interface WebhookOverview extends Webhook {
  readonly ownerName: string
  readonly pending: number
  readonly deactivationReason: string | null
}

/** All owners'; for the operator. */
export const listAllWebhooks = (db: Database) =>
  db.query<WebhookOverview>(
    statement(
      'webhooks-all',
      `select w.id, owner_id as "ownerId", o.name as "ownerName", url, event_types as "eventTypes", w.created_at as "createdAt",
         deactivated_at is null as active, last_delivery_at as "lastDeliveryAt", consecutive_failures as "consecutiveFailures",
         deactivation_reason as "deactivationReason",
         (select count(*)::int from deliveries where webhook_id = w.id and state = 'pending') as pending
       from webhooks w join owners o on o.id = owner_id order by w.id`,
    ),
  )

export async function findWebhook(db: Database, id: number): Promise<(Webhook & { secret: Buffer }) | null> {
  const [row] = await db.query<Webhook & { secret: Buffer }>(
    statement('webhook-by-id', `select ${COLUMNS}, secret from webhooks where id = $1`),
    [id],
  )
  return row ?? null
}

export const replaceSecret = (db: Database, id: number, secret: Buffer, previousUntil: Date) =>
  db.query(
    statement(
      'webhook-rotate',
      'update webhooks set previous_secret = secret, previous_secret_until = $3, secret = $2 where id = $1',
    ),
    [id, secret, previousUntil],
  )

export const activateWebhookRow = (db: Database, id: number) =>
  db.query(
    statement(
      'webhook-activate',
      'update webhooks set deactivated_at = null, deactivation_reason = null, failing_since = null, consecutive_failures = 0 where id = $1',
    ),
    [id],
  )
