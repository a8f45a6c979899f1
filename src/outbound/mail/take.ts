// Leases due mails: the service's own, and those of tenants, which take turns by owner within the quotas and are held
// beyond them. Processes poll one after another, so that the quotas are exact; the own mails have a lock of their own,
// so tenants cannot delay them. The cost of a poll does not grow with the backlog.
import { type MailQuota, overQuota } from '../../domain/delivery/mail/quota.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { type DueMail, listDueMails, lockMails, type Mail, type MailsOf, takeMail } from '../../store/mail/outbox.ts'
import { holdMailbox, holdOwner, letMailsGo, quotaUse } from '../../store/mail/quotas.ts'

export interface MailBatch {
  readonly now: Date
  readonly leasedUntil: Date
  /** Kinds that this process can render; another release may know more. */
  readonly kinds: readonly string[]
  readonly limit: number
  readonly quota: MailQuota | null
}

/** `more`: mails were due, so more may be. */
export interface Taken {
  readonly mails: readonly Mail[]
  readonly more: boolean
}

export const takeMails = (db: Database, whose: MailsOf, batch: MailBatch): Promise<Taken> =>
  db.transaction(async (tx) => {
    await lockMails(tx, whose)
    const { now, quota, limit } = batch
    const fromTenants = new Set(quota?.kinds)
    const kinds = batch.kinds.filter((kind) => fromTenants.has(kind) === (whose === 'tenants'))
    const counted = whose === 'tenants' ? quota : null
    if (counted) await letMailsGo(tx, now, new Date(now.getTime() + MINUTE_MS), counted.perRecipient)
    const due = await listDueMails(tx, { now, kinds, limit })
    const mails: Mail[] = []
    for (const mail of due) {
      if (counted && (await isHeld(tx, mail, counted, now))) continue
      const taken = await takeMail(tx, mail.id, batch.leasedUntil, counted ? now : null)
      if (taken) mails.push(taken)
    }
    return { mails, more: due.length > 0 }
  })

/** If the quota is used up, holds this mail and similar ones. */
async function isHeld(tx: Database, mail: DueMail, quota: MailQuota, now: Date): Promise<boolean> {
  const { ownerId, recipient, counted } = mail
  if (counted || ownerId === null) return false
  const use = await quotaUse(tx, mail, quota, now)
  const over = overQuota(use)
  if (over === null) return false
  const { kinds, perRecipient } = quota
  if (over.whose === 'owner') await holdOwner(tx, ownerId, { until: over.until, kinds, most: use.perOwner })
  else await holdMailbox(tx, ownerId, recipient, { until: over.until, kinds, most: perRecipient })
  return true
}
