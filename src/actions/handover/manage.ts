// What somebody in the administration area does about a customer: send the data again, take the link away, give a new one.

import { stateAt } from '../../domain/credentials/credential.ts'
import { wrong } from '../../domain/fault.ts'
import { type CustomerMail, nextNoticeAt } from '../../domain/handover/handover.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Language } from '../../domain/people/user.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { type KeyRing, randomCode } from '../../secrets.ts'
import type { Database } from '../../store/database.ts'
import {
  CUSTOMER_MAILS,
  insertDataMail,
  type LinkedCredential,
  listMailsOf,
  lockLinked,
  type MailOutcome,
  renewLinkOf,
  saveHandover,
  withdrawLinkOf,
} from '../../store/handover/handovers.ts'
import { type DeedContext, record } from '../context.ts'
import { newLinkKey, sealCredential } from '../credentials/issue.ts'
import { revealCredential } from '../credentials/reveal.ts'

const KEY_LENGTH = 12

export interface MailWish {
  /** Where to; left out: the customer's address. */
  readonly email?: string | undefined
  readonly language?: Language | undefined
}

/** Queues the mail with the data. One that is still to be sent to the same address is as good: there is no second beside it. */
export function sendHandover(
  context: DeedContext & { readonly customerMail: CustomerMail | null },
  within: OwnerScope,
  id: number,
  wish: MailWish,
): Promise<MailOutcome> {
  const { customerMail, now } = context
  return context.db.transaction(async (tx) => {
    const found = await existing(tx, within, id)
    const { ownerId, username } = found
    if (!customerMail) throw invalid(wrong([], 'no_mail'))
    const recipient = wish.email ?? found.customerEmail
    if (!recipient) throw invalid(wrong(['email'], 'email_needed'))
    refuseEnded(found, now)
    const waiting = await waitingMail(tx, found, recipient)
    if (waiting) return waiting
    const language = wish.language ?? customerMail.language
    const address = { credentialId: id, ownerId, recipient, language }
    const key = `${CUSTOMER_MAILS.data}:${id}:${randomCode(KEY_LENGTH)}`
    await insertDataMail(tx, { ...address, key }, now)
    await saveHandover(tx, {
      ...address,
      askedAt: now,
      nextNoticeAt: nextNoticeAt(found, customerMail.noticesMs, now),
    })
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.mailed', subject, ownerId, details: { username, to: recipient } })
    const [queued] = await listMailsOf(tx, ownerId, id, 1)
    return queued!
  })
}

/** The page and the PDF are gone at once; what was printed or sent stays with whoever has it. Again: changes nothing. */
export function withdrawLink(context: DeedContext, within: OwnerScope, id: number): Promise<Date> {
  return context.db.transaction(async (tx) => {
    const { ownerId, username, linkWithdrawnAt } = await existing(tx, within, id)
    if (linkWithdrawnAt !== null) return linkWithdrawnAt
    await withdrawLinkOf(tx, ownerId, id, context.now)
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.link_withdrawn', subject, ownerId, details: { username } })
    return context.now
  })
}

/** The link before it opens nothing any more. Returns the new one's key. */
export function renewLink(
  context: DeedContext & { readonly keys: KeyRing },
  within: OwnerScope,
  id: number,
): Promise<string> {
  return context.db.transaction(async (tx) => {
    const found = await existing(tx, within, id)
    const { ownerId, username } = found
    const linkKey = newLinkKey(id)
    const secrets = { ...revealCredential(context.keys, found), linkKey }
    await renewLinkOf(tx, ownerId, id, sealCredential(context.keys, id, secrets))
    const subject = { kind: 'credential', id } as const
    await record(tx, context, { action: 'credential.link_made', subject, ownerId, details: { username } })
    return linkKey
  })
}

/** Locked: two who send at once make one mail, and no link is taken from under another's hands. */
async function existing(tx: Database, within: OwnerScope, id: number): Promise<LinkedCredential> {
  const found = await lockLinked(tx, within, id)
  if (!found) throw new Refusal('credential_not_found')
  return found
}

function refuseEnded(found: LinkedCredential, now: Date): void {
  const state = stateAt(found, now)
  if (state === 'expired') throw new Refusal('credential_expired')
  if (state === 'revoked') throw new Refusal('credential_revoked')
}

const RECENT = 20

async function waitingMail(tx: Database, { id, ownerId }: LinkedCredential, recipient: string) {
  const mails = await listMailsOf(tx, ownerId, id, RECENT)
  return mails.find(
    (mail) => mail.kind === CUSTOMER_MAILS.data && mail.state === 'pending' && mail.recipient === recipient,
  )
}
