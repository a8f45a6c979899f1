// Takes due mails on a lease: the service's own, and those that tenants cause, owners in turns and no more than the quotas allow. What is over
// waits until there is room, and says so. Looks are taken one after another, by all processes, so that the quotas hold; those at the
// service's own by themselves, so that nothing that tenants cause can hold them up. The work of a look does not grow with what waits.
import { type MailQuota, overQuota } from '../../domain/mail/quota.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { type DueMail, listDueMails, lockMails, type Mail, type MailsOf, takeMail } from '../../store/mail/outbox.ts'
import { holdMailbox, holdOwner, letMailsGo, quotaUse } from '../../store/mail/quotas.ts'

export interface MailBatch {
  readonly now: Date
  /** Until then nobody else takes what was taken. */
  readonly leasedUntil: Date
  /** What this process can put into words; another release may know more. */
  readonly kinds: readonly string[]
  readonly limit: number
  readonly quota: MailQuota | null
}

/** `more`: something was due, so there may be more. */
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

/** Holds it and its like, if there is no room. */
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
