// A customer wants to go on: whoever can issue is written to. Once a day and credential, however often the button is pressed.
import { mayAskAgain, mayRenew } from '../../domain/delivery/renewal.ts'
import { emailOfOwner, insertRenewalMail, listRenewalRequests } from '../../store/delivery/renewals.ts'
import { administratorsEmails } from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { lockHandedOver } from './find.ts'

/** Where its organisation has no address, so many of the network's own people are told. */
const MOST_TOLD = 5

/** `not_now`: there is nothing to ask for, or it was asked for already. `nobody`: nobody can be written to. */
export type AskedRenewal = 'asked' | 'not_now' | 'nobody'

export function askRenewal(context: ActionContext, credentialId: number): Promise<AskedRenewal> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockHandedOver(tx, 'all', credentialId)
    const { ownerId, username } = found
    const [asked] = await listRenewalRequests(tx, [credentialId])
    if (!mayRenew(found, now) || !mayAskAgain(asked?.askedAt ?? null, now)) return 'not_now'
    const own = await emailOfOwner(tx, ownerId)
    const recipients = own === null ? await administratorsEmails(tx, MOST_TOLD) : [own]
    if (recipients.length === 0) return 'nobody'
    for (const recipient of recipients) await insertRenewalMail(tx, { credentialId, ownerId, recipient, askedAt: now })
    const subject = { kind: 'credential', id: credentialId } as const
    const details = { username, to: recipients }
    await record(tx, context, { action: 'credential.renewal_asked', subject, ownerId, details })
    return 'asked'
  })
}
