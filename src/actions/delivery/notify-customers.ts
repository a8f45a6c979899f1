// Sends reminders before a credential ends and a notice of its end, each once, in batches. Several workers share the
// work. Due rows come from an index, so an idle run costs nothing.
import { type CustomerMail, nextNoticeAt, noticeNow } from '../../domain/delivery/delivery.ts'
import {
  CUSTOMER_MAILS,
  type DueDelivery,
  lockDueDeliveries,
  type Notice,
  writeNotices,
} from '../../store/delivery/deliveries.ts'
import type { Database } from '../../store/kit/database.ts'

const BATCH = 1_000

export async function notifyCustomers(
  db: Database,
  customerMail: CustomerMail,
  now: Date,
  batch = BATCH,
): Promise<number> {
  for (let total = 0; ; ) {
    const dealt = await db.transaction(async (tx) => {
      const due = await lockDueDeliveries(tx, now, batch)
      if (due.length > 0)
        await writeNotices(
          tx,
          due.map((delivery) => noticeOf(delivery, customerMail, now)),
          now,
        )
      return due.length
    })
    total += dealt
    if (dealt < batch) return total
  }
}

function noticeOf(delivery: DueDelivery, { noticesMs }: CustomerMail, now: Date): Notice {
  const { credentialId, ownerId, recipient, language, nextNoticeAt: since, revokedAt, expiresAt } = delivery
  const notice = noticeNow(delivery, noticesMs, since, now)
  const kind = notice && (notice.before === 0 ? CUSTOMER_MAILS.ended : CUSTOMER_MAILS.reminder)
  return {
    credentialId,
    ownerId,
    recipient,
    language,
    kind,
    // Includes the end, which changes with a renewal, so that a renewed credential gets its reminders again.
    key: `${kind}:${credentialId}:${notice?.before ?? ''}:${expiresAt.getTime()}`,
    nextNoticeAt: revokedAt === null ? nextNoticeAt(delivery, noticesMs, now) : null,
  }
}
