// Pages of webhooks with their health, for the console, limited to the owners that the user may see.

import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { EventType } from '../../domain/webhooks/events.ts'
import type { DeactivationReason, Webhook, WebhookScope, WebhookState } from '../../domain/webhooks/webhook.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { Listing, ownedBy, ownerOf, type PageRequest } from '../kit/listing.ts'
import { withOrganisation } from '../people/test-spaces.ts'

export interface ListedWebhook extends Webhook {
  /** The owner, or the organisation whose test space the owner is. */
  readonly organisationId: number
  readonly ownerName: string
  /** Created by a test token; receives events of test data. */
  readonly isTest: boolean
  readonly failingSince: Date | null
  readonly deactivatedAt: Date | null
  /** `null` if deactivated by hand. */
  readonly deactivationReason: DeactivationReason | null
  readonly previousSecretUntil: Date | null
  /** Capped at PENDING_COUNTED + 1. */
  readonly pending: number
}

/** Counting limit: a webhook whose receiver is down may have a million pending deliveries. */
export const PENDING_COUNTED = 1_000

const SELECT = `select w.id, w.owner_id as "ownerId", organisation.id as "organisationId", organisation.name as "ownerName", space.test_of is not null as "isTest", w.url, w.event_types as "eventTypes", w.created_at as "createdAt",
    w.deactivated_at is null as active, w.last_delivery_at as "lastDeliveryAt", w.consecutive_failures as "consecutiveFailures",
    w.failing_since as "failingSince", w.deactivated_at as "deactivatedAt", w.deactivation_reason as "deactivationReason",
    w.previous_secret_until as "previousSecretUntil", p.pending
  from webhooks w ${withOrganisation('w')}
  cross join lateral (select count(*)::int as pending from (
    select 1 from deliveries where webhook_id = w.id and state = 'pending' limit ${PENDING_COUNTED + 1}
  ) as counted) as p`

/** The same rule as `stateOf`, in SQL. */
const IN_STATE: Record<WebhookState, string> = {
  active: 'w.deactivated_at is null and w.failing_since is null',
  failing: 'w.deactivated_at is null and w.failing_since is not null',
  deactivated: 'w.deactivated_at is not null',
}

export const stateOf = ({ active, failingSince }: Pick<ListedWebhook, 'active' | 'failingSince'>): WebhookState =>
  active ? (failingSince === null ? 'active' : 'failing') : 'deactivated'

export interface WebhookFilter extends PageRequest {
  readonly state?: WebhookState | undefined
}

/** Newest first, including webhooks of test spaces. */
export function listWebhookPage(db: Database, scope: OwnerScope, { state, ...page }: WebhookFilter) {
  const list = new Listing().of(scope, 'organisation.id').also(state && IN_STATE[state])
  return db.query<ListedWebhook>(list.page(`webhooks-page-${state ?? 'any'}`, SELECT, 'w.id', page), list.values)
}

export async function findListedWebhook(db: Database, scope: WebhookScope, id: number): Promise<ListedWebhook | null> {
  if (typeof scope === 'object') {
    const select = `${SELECT} where w.id = $1 and organisation.id = $2`
    return first<ListedWebhook>(db, statement('webhook-of-organisation', select), [id, scope.organisationId])
  }
  const select = `${SELECT} where w.id = $1 and ${ownedBy('$2', 'w.owner_id')}`
  return first<ListedWebhook>(db, statement('webhook-in-scope', select), [id, ownerOf(scope)])
}

export const lockWebhook = (db: Database, id: number) =>
  db.query(statement('webhook-lock', 'select from webhooks where id = $1 for no key update'), [id])

/** Attempts in progress still use the old URL; the next attempt uses the new one. */
export const updateWebhook = (
  db: Database,
  id: number,
  { url, eventTypes }: { url: string; eventTypes: readonly EventType[] },
) =>
  db.query(statement('webhook-update', 'update webhooks set url = $2, event_types = $3 where id = $1'), [
    id,
    url,
    eventTypes,
  ])
