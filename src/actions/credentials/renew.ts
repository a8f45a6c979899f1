// Extends a credential with the same user name and password. An expired one becomes active again.

import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { endOf, MAX_DAYS_UNTIL_END, stateAt } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { isExpiryNoted, saveRenewal } from '../../store/credentials/changes.ts'
import type { ListedCredential } from '../../store/credentials/listed.ts'
import { scheduleNotices } from '../../store/delivery/deliveries.ts'
import { type NetworkContext, record } from '../context.ts'
import { makeRoom } from '../people/quotas.ts'
import { credentialEvent } from '../webhooks/credential-event.ts'
import { auditedOn, lockChangeable } from './lock.ts'

export function renewCredential(
  context: NetworkContext,
  within: OwnerScope,
  id: number,
  validitySeconds: number,
): Promise<ListedCredential> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockChangeable(tx, within, id)
    const expiresAt = renewedEnd(found, validitySeconds, now)
    if (expiresAt.getTime() > now.getTime() + MAX_DAYS_UNTIL_END * DAY_MS)
      throw invalid(wrong(['validitySeconds'], 'end_too_far', { days: MAX_DAYS_UNTIL_END }))
    // An expired credential counts towards the quota of active ones again.
    if (within !== 'all' && stateAt(found, now) === 'expired') await makeRoom(tx, found.ownerId, { inForce: 1 }, now)
    return extend({ ...context, db: tx }, found, expiresAt)
  })
}

/**
 * Applies a paid renewal: adds the whole period, whatever the quota and the limit of days say, because the customer has
 * paid. A suspended credential stays suspended. Call in the transaction of the payment.
 */
export async function renewPaid(
  context: NetworkContext,
  within: OwnerScope,
  { renewsId, id: order, validitySeconds }: { renewsId: number; id: number; validitySeconds: number },
): Promise<ListedCredential> {
  const found = await lockChangeable(context.db, within, renewsId)
  return extend(context, found, renewedEnd(found, validitySeconds, context.now), { order })
}

const renewedEnd = ({ expiresAt }: ListedCredential, validitySeconds: number, now: Date) =>
  endOf(expiresAt > now ? expiresAt : now, validitySeconds)

/** The caller holds the lock on the credential. `more` is for the audit log. */
async function extend(
  context: NetworkContext,
  found: ListedCredential,
  expiresAt: Date,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ListedCredential> {
  const { db: tx, now } = context
  const renewed = { ...found, expiresAt }
  const told = [{ credential: renewed, event: credentialEvent('credential.renewed', context, renewed) }]
  // The expiry has not been processed yet and would be lost, so emit its event now.
  if (stateAt(found, now) === 'expired' && !(await isExpiryNoted(tx, found.id)))
    told.unshift({
      credential: renewed,
      event: credentialEvent('credential.expired', context, found, found.expiresAt),
    })
  await saveRenewal(tx, told, expiresAt, now)
  await scheduleNotices(tx, found.ownerId, found.id, now)
  const times = { from: found.expiresAt.toISOString(), until: expiresAt.toISOString() }
  await record(tx, context, { action: 'credential.renewed', ...auditedOn(found, { ...times, ...more }) })
  return renewed
}
