// Takes due mails on a lease: the service's own first, then those that tenants cause, owners in turns and no more than the quotas allow.
// What is over waits until there is room, and says so. Looks are taken one after another, by all processes, so that the quotas hold.
import { type MailQuota, overQuota } from '../domain/mail/quota.ts'
import type { Database } from '../store/kit/database.ts'
import { type DueMail, listDueMails, lockMails, type Mail, takeMail } from '../store/mail/outbox.ts'
import { holdMails, quotaUse } from '../store/mail/quotas.ts'

export interface Look {
  readonly now: Date
  /** Until then nobody else takes what was taken. */
  readonly leasedUntil: Date
  /** What this process can put into words; another release may know more. */
  readonly kinds: readonly string[]
  readonly limit: number
  readonly quota: MailQuota | null
}

/** `more`: something was due, so there may be more. */
export const takeMails = (db: Database, look: Look): Promise<{ mails: Mail[]; more: boolean }> =>
  db.transaction(async (tx) => {
    await lockMails(tx)
    const { now, leasedUntil, quota } = look
    const mails: Mail[] = []
    const due = await dueMails(tx, look)
    for (const mail of due) {
      const counted = quota?.kinds.includes(mail.kind) ?? false
      const over = counted && !mail.counted ? overQuota(await quotaUse(tx, mail, quota!, now)) : null
      if (over === null) {
        const taken = await takeMail(tx, mail.id, leasedUntil, counted ? now : null)
        if (taken) mails.push(taken)
      } else {
        const { whose, until } = over
        const most = whose === 'owner' ? quota!.perOwner : quota!.perRecipient
        const failure = { code: 'over_quota', params: { whose, most } } as const
        await holdMails(tx, whose, mail, { now, until, kinds: quota!.kinds, failure })
      }
    }
    return { mails, more: due.length > 0 }
  })

async function dueMails(tx: Database, { now, kinds, limit, quota }: Look): Promise<DueMail[]> {
  const fromTenants = new Set(quota?.kinds)
  const [own, theirs] = [kinds.filter((kind) => !fromTenants.has(kind)), kinds.filter((kind) => fromTenants.has(kind))]
  const first = await listDueMails(tx, { now, kinds: own, limit })
  return [...first, ...(await listDueMails(tx, { now, kinds: theirs, limit: limit - first.length }))]
}
