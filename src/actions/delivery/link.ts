// Withdraws or replaces the link to a customer's page.

import { newLinkKey, openCredential, sealCredential } from '../../base/secrets/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { renewLinkOf, withdrawLinkOf } from '../../store/delivery/deliveries.ts'
import { type ActionContext, type KeyedContext, record } from '../context.ts'
import { lockHandedOver } from './find.ts'

/** Closes the page and the PDF immediately; printed or sent copies remain. Idempotent. */
export function withdrawLink(context: ActionContext, within: OwnerScope, id: number): Promise<Date> {
  return context.db.transaction(async (tx) => {
    const { ownerId, username, linkWithdrawnAt } = await lockHandedOver(tx, within, id)
    if (linkWithdrawnAt !== null) return linkWithdrawnAt
    await withdrawLinkOf(tx, ownerId, id, context.now)
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.link_withdrawn', subject, ownerId, details: { username } })
    return context.now
  })
}

/** Invalidates the previous link. Returns the new key. */
export function renewLink(context: KeyedContext, within: OwnerScope, id: number): Promise<string> {
  return context.db.transaction(async (tx) => {
    const found = await lockHandedOver(tx, within, id)
    const { ownerId, username } = found
    const linkKey = newLinkKey(id)
    const secrets = { ...openCredential(context.keys, found), linkKey }
    await renewLinkOf(tx, ownerId, id, sealCredential(context.keys, id, secrets))
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.link_made', subject, ownerId, details: { username } })
    return linkKey
  })
}
