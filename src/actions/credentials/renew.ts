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
import { credentialEvent } from '../event.ts'
import { makeRoom } from '../people/quotas.ts'
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
    const expiresAt = endOf(found.expiresAt > now ? found.expiresAt : now, validitySeconds)
    if (expiresAt.getTime() > now.getTime() + MAX_DAYS_UNTIL_END * DAY_MS)
      throw invalid(wrong(['validitySeconds'], 'end_too_far', { days: MAX_DAYS_UNTIL_END }))
    const hasEnded = stateAt(found, now) === 'expired'
    // An expired credential counts towards the quota of active ones again.
    if (hasEnded && within !== 'all') await makeRoom(tx, found.ownerId, { inForce: 1 }, now)
    const renewed = { ...found, expiresAt }
    const told = [{ credential: renewed, event: credentialEvent('credential.renewed', context, renewed) }]
    // The expiry has not been processed yet and would be lost, so emit its event now.
    if (hasEnded && !(await isExpiryNoted(tx, id)))
      told.unshift({
        credential: renewed,
        event: credentialEvent('credential.expired', context, found, found.expiresAt),
      })
    await saveRenewal(tx, told, expiresAt, now)
    await scheduleNotices(tx, found.ownerId, id, now)
    const times = { from: found.expiresAt.toISOString(), until: expiresAt.toISOString() }
    await record(tx, context, { action: 'credential.renewed', ...auditedOn(found, times) })
    return renewed
  })
}
