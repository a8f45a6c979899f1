// What was counted against the quotas of a day, and what waits because of them.
import type { MailFailure } from '../../domain/mail/failure.ts'
import { type MailQuota, QUOTA_DAY_MS, type QuotaUse } from '../../domain/mail/quota.ts'
import { type Database, only, statement } from '../kit/database.ts'
import type { DueMail } from './outbox.ts'

const use = statement(
  'mail-quota-use',
  `select
     (select quota_at from mails where owner_id = $1 and quota_at > $3 order by quota_at desc offset $4::integer - 1 limit 1) as "ownerFullSince",
     (select quota_at from mails where mailbox_of(recipient) = mailbox_of($2) and quota_at > $3
      order by quota_at desc offset $5::integer - 1 limit 1) as "recipientFullSince",
     exists (select 1 from mails where mailbox_of(recipient) = mailbox_of($2) and quota_at > $3 and owner_id = $1) as "wroteBefore"`,
)

export const quotaUse = (
  db: Database,
  { ownerId, recipient }: DueMail,
  { perOwner, perRecipient }: MailQuota,
  now: Date,
) => only<QuotaUse>(db, use, [ownerId, recipient, new Date(now.getTime() - QUOTA_DAY_MS), perOwner, perRecipient])

export interface Hold {
  readonly now: Date
  readonly until: Date
  readonly kinds: readonly string[]
  readonly failure: MailFailure
}

const hold = (name: string, whose: string) =>
  statement(
    name,
    `update mails set due_at = $3, last_error = $4
     where owner_id = $1 and state = 'pending' and due_at <= $2 and kind = any ($5::text[]) and quota_at is null ${whose}`,
  )
const holds = {
  owner: hold('mails-hold-owner', ''),
  recipient: hold('mails-hold-recipient', 'and mailbox_of(recipient) = mailbox_of($6)'),
}

/** All that is due of the owner waits until then; of a full mailbox: all that is due to it. */
export const holdMails = (
  db: Database,
  whose: keyof typeof holds,
  { ownerId, recipient }: DueMail,
  { now, until, kinds, failure }: Hold,
) =>
  db.query(holds[whose], [
    ownerId,
    now,
    until,
    JSON.stringify(failure),
    kinds,
    ...(whose === 'recipient' ? [recipient] : []),
  ])

/** For quotas that were changed: whatever waits for one is looked at again. */
export const releaseHeldMails = (db: Database, now: Date) =>
  db.query(
    statement(
      'mails-release-held',
      `update mails set due_at = $1 where state = 'pending' and due_at > $1 and last_error ->> 'code' = 'over_quota'`,
    ),
    [now],
  )

export async function countHeldMails(db: Database): Promise<number> {
  const count = `select count(*)::int as count from mails where state = 'pending' and last_error ->> 'code' = 'over_quota'`
  return (await only<{ count: number }>(db, statement('mails-held', count))).count
}
