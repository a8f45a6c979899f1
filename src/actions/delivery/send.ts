// Mails the data of a credential to its customer, for the first time or again.

import { randomCode } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { stateAt } from '../../domain/credentials/credential.ts'
import { type CustomerMail, nextNoticeAt } from '../../domain/delivery/delivery.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Language } from '../../domain/people/user.ts'
import {
  CUSTOMER_MAILS,
  insertDataMail,
  type LinkedCredential,
  listMailsOf,
  type MailOutcome,
  saveDelivery,
} from '../../store/delivery/deliveries.ts'
import type { Database } from '../../store/kit/database.ts'
import { type ActionContext, record } from '../context.ts'
import { makeRoom } from '../people/quotas.ts'
import { lockHandedOver } from './find.ts'

const KEY_LENGTH = 12

export interface MailWish {
  /** Recipient; defaults to the customer's address. */
  readonly email?: string | undefined
  readonly language?: Language | undefined
  /** Name of the address field in error paths; defaults to `email`. */
  readonly field?: 'customerEmail'
}

/**
 * Queues the mail. A pending mail to the same address is returned instead of queuing a second one. Returns `null` for a
 * test credential: the request is valid, but nothing is sent.
 */
export function sendDelivery(
  context: ActionContext & { readonly customerMail: CustomerMail | null },
  within: OwnerScope,
  id: number,
  wish: MailWish,
): Promise<MailOutcome | null> {
  const { customerMail, now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockHandedOver(tx, within, id)
    const { ownerId, username } = found
    if (!customerMail) throw invalid(wrong([], 'no_mail'))
    const recipient = wish.email ?? found.customerEmail
    if (!recipient) throw invalid(wrong([wish.field ?? 'email'], 'email_needed'))
    refuseEnded(found, now)
    if (found.isTest) return null
    const waiting = await waitingMail(tx, found, recipient)
    if (waiting) return waiting
    if (within !== 'all') await makeRoom(tx, ownerId, { mailsPerDay: 1 }, now)
    const language = wish.language ?? customerMail.language
    const address = { credentialId: id, ownerId, recipient, language }
    const key = `${CUSTOMER_MAILS.data}:${id}:${randomCode(KEY_LENGTH)}`
    await insertDataMail(tx, { ...address, key }, now)
    await saveDelivery(tx, {
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
