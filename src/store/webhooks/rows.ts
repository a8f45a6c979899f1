import { type DeactivationReason, MOST_PREVIOUS_SECRETS, type Webhook } from '../../domain/webhooks/webhook.ts'
import { type Database, only, statement } from '../kit/database.ts'
import type { PageRequest } from '../kit/listing.ts'
import { ofOrganisation, withOrganisation } from '../people/test-spaces.ts'

const COLUMNS = `id, owner_id as "ownerId", url, event_types as "eventTypes", created_at as "createdAt", deactivated_at is null as active,
  last_delivery_at as "lastDeliveryAt", consecutive_failures as "consecutiveFailures"`

export async function takeWebhookId(db: Database): Promise<number> {
  return (await only<{ id: number }>(db, statement('webhook-id', `select nextval('webhooks_id_seq') as id`))).id
}

/** Includes webhooks of the organisation's test space. */
export async function countActiveWebhooks(db: Database, organisationId: number): Promise<number> {
  const count = `select count(*)::int as count from webhooks where ${ofOrganisation('$1')} and deactivated_at is null`
  return (await only<{ count: number }>(db, statement('webhooks-active', count), [organisationId])).count
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
): Promise<void> {
  const insert =
    'insert into webhooks (id, owner_id, url, event_types, created_at, secret) values ($1, $2, $3, $4, $5, $6)'
  await db.query(statement('webhook-insert', insert), [id, ownerId, url, eventTypes, createdAt, secret])
}

/** Newest first by id, including deactivated webhooks. */
export const listWebhooks = (db: Database, ownerId: number, { before = Number.MAX_SAFE_INTEGER, limit }: PageRequest) =>
  db.query<Webhook>(
    statement('webhooks', `select ${COLUMNS} from webhooks where owner_id = $1 and id < $2 order by id desc limit $3`),
    [ownerId, before, limit],
  )

export const deactivateWebhookRow = (db: Database, id: number, now: Date) =>
  db.query(statement('webhook-deactivate', 'update webhooks set deactivated_at = $2 where id = $1'), [id, now])

export interface WebhookOverview extends Webhook {
  readonly ownerName: string
  readonly isTest: boolean
  readonly pending: number
  readonly deactivationReason: DeactivationReason | null
}

export const listAllWebhooks = (db: Database) =>
  db.query<WebhookOverview>(
    statement(
      'webhooks-all',
      `select w.id, organisation.id as "ownerId", organisation.name as "ownerName", space.test_of is not null as "isTest", url, event_types as "eventTypes", w.created_at as "createdAt",
         deactivated_at is null as active, last_delivery_at as "lastDeliveryAt", consecutive_failures as "consecutiveFailures",
         deactivation_reason as "deactivationReason",
         (select count(*)::int from deliveries where webhook_id = w.id and state = 'pending') as pending
       from webhooks w ${withOrganisation('w')} order by w.id`,
    ),
  )

/** Previous secrets keep signing until their own expiry. The caller holds a lock on the webhook. */
export async function replaceSecret(db: Database, id: number, secret: Buffer, previousUntil: Date, now: Date) {
  const keep = `insert into older_webhook_secrets (webhook_id, secret, signs_until)
    select id, previous_secret, previous_secret_until from webhooks where id = $1 and previous_secret_until > $2`
  await db.query(statement('webhook-keep-previous', keep), [id, now])
  const forget = `delete from older_webhook_secrets where webhook_id = $1 and (signs_until <= $2 or id not in (
      select id from older_webhook_secrets where webhook_id = $1 order by signs_until desc, id desc limit $3))`
  await db.query(statement('webhook-forget-older', forget), [id, now, MOST_PREVIOUS_SECRETS - 1])
  const replace = 'update webhooks set previous_secret = secret, previous_secret_until = $3, secret = $2 where id = $1'
  await db.query(statement('webhook-rotate', replace), [id, secret, previousUntil])
}

export const activateWebhookRow = (db: Database, id: number) =>
  db.query(
    statement(
      'webhook-activate',
      'update webhooks set deactivated_at = null, deactivation_reason = null, failing_since = null, consecutive_failures = 0 where id = $1',
    ),
    [id],
  )
