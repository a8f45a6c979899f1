// A customer requests a renewal: mails the issuer, at most once a day per credential.
import { mayAskAgain, mayRenew } from '../../domain/delivery/renewal.ts'
import { emailOfOwner, insertRenewalMail, listRenewalRequests } from '../../store/delivery/renewals.ts'
import { administratorsEmails } from '../../store/people/users.ts'
import { type ActionContext, record } from '../context.ts'
import { lockHandedOver } from './find.ts'

/** Max administrators mailed if the owner has no e-mail address. */
const MOST_TOLD = 5

/** `not_now`: nothing to renew, or already requested. Third: neither the owner nor an administrator has an address. */
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
