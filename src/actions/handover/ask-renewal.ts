// A customer wants to go on: whoever can issue is written to. Once a day and credential, however often the button is pressed.
import { mayAskAgain, mayRenew } from '../../domain/handover/renewal.ts'
import {
  administratorsEmails,
  emailOfOwner,
  insertRenewalMail,
  listRenewalRequests,
} from '../../store/handover/renewals.ts'
import { type DeedContext, record } from '../context.ts'
import { lockHandedOver } from './find.ts'

/** Where its organisation has no address, so many of the network's own people are told. */
const MOST_TOLD = 5

/** False: nobody was written to, because there is nothing to ask for, it was asked for already, or nobody can be told. */
export function askRenewal(context: DeedContext, credentialId: number): Promise<boolean> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockHandedOver(tx, 'all', credentialId)
    const { ownerId, username } = found
    const [asked] = await listRenewalRequests(tx, [credentialId])
    if (!mayRenew(found, now) || !mayAskAgain(asked?.askedAt ?? null, now)) return false
    const own = await emailOfOwner(tx, ownerId)
    const recipients = own === null ? await administratorsEmails(tx, MOST_TOLD) : [own]
    for (const recipient of recipients) await insertRenewalMail(tx, { credentialId, ownerId, recipient, askedAt: now })
    const subject = { kind: 'credential', id: credentialId } as const
    const details = { username, to: recipients }
    if (recipients.length > 0)
      await record(tx, context, { action: 'credential.renewal_asked', subject, ownerId, details })
    return recipients.length > 0
  })
}
