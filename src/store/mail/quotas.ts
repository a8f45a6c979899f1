// Use of the daily mail quotas, and mails that wait for them.
import { type MailQuota, QUOTA_DAY_MS, type QuotaUse } from '../../domain/delivery/mail/quota.ts'
import { type Database, only, statement } from '../kit/database.ts'
import type { DueMail } from './outbox.ts'

const use = statement(
  'mail-quota-use',
  // An owner's own quota overrides the default. It counts as at least 1, so what the operator sends for an owner with
  // quota 0 still goes out, one mail a day.
  `select per_owner as "perOwner",
     (select quota_at from mails where owner_id = $1 and quota_at > $3 order by quota_at desc offset per_owner - 1 limit 1) as "ownerFullSince",
     (select quota_at from mails where mailbox_of(recipient) = mailbox_of($2) and quota_at > $3
      order by quota_at desc offset $5::integer - 1 limit 1) as "recipientFullSince",
     exists (select 1 from mails where mailbox_of(recipient) = mailbox_of($2) and quota_at > $3 and owner_id = $1) as "wroteBefore"
   from (select greatest(coalesce((select quota_mails_per_day from owners where id = $1), $4::integer), 1) as per_owner) as own`,
)

export const quotaUse = (
  db: Database,
  { ownerId, recipient }: DueMail,
  { perOwner, perRecipient }: MailQuota,
  now: Date,
) => only<QuotaUse>(db, use, [ownerId, recipient, new Date(now.getTime() - QUOTA_DAY_MS), perOwner, perRecipient])

export interface Hold {
  readonly until: Date
  readonly kinds: readonly string[]
  readonly most: number
}

/** Holds all mails of the owner until then, however many; `listDueMails` skips them. */
export const holdOwner = (db: Database, ownerId: number, { until, kinds, most }: Hold) =>
  db.query(
    statement(
      'mails-hold-owner',
      `insert into mail_holds (owner_id, whose, kinds, most, until) values ($1, 'owner', $2, $3, $4)
       on conflict (owner_id) where whose = 'owner' do update set kinds = $2, most = $3, until = $4`,
    ),
    [ownerId, kinds, most, until],
  )

/** Max mails held per statement; further ones follow when they come up. */
const SET_ASIDE = 500

export const holdMailbox = (db: Database, ownerId: number, recipient: string, { until, kinds, most }: Hold) =>
  db.query(
    statement(
      'mails-hold-mailbox',
      `with known as (
         select held_by as id from mails where owner_id = $1 and mailbox_of(recipient) = mailbox_of($2) and state = 'pending'
           and quota_at is null and held_by is not null limit 1),
       kept as (update mail_holds set kinds = $3, most = $4, until = $5 where id = (select id from known) returning id),
       made as (
         insert into mail_holds (owner_id, whose, kinds, most, until)
         select $1, 'recipient', $3, $4, $5 where not exists (select from known) returning id)
       update mails set held_by = (select id from kept union all select id from made)
       where id in (
         select id from mails where owner_id = $1 and mailbox_of(recipient) = mailbox_of($2) and state = 'pending'
           and quota_at is null and held_by is null and kind = any ($3) limit ${SET_ASIDE})`,
    ),
    [ownerId, recipient, kinds, most, until],
  )

/** Max mailboxes released per run. */
const LET_GO = 50
const ENDED = `select id from mail_holds where whose = 'recipient' and until <= $1 order by until limit ${LET_GO}`

/** Releases one day's quota from each expired hold; mails still over quota are held again. The rest follows `later`. */
export async function letMailsGo(db: Database, now: Date, later: Date, perRecipient: number): Promise<void> {
  const empty = `delete from mail_holds h where id in (${ENDED}) and not exists (select from mails where held_by = h.id)`
  await db.query(statement('mail-holds-delete', empty), [now])
  await db.query(
    statement(
      'mails-let-go',
      `with ended as (update mail_holds set until = $2 where id in (${ENDED}) returning id),
       free as (
         select m.id from ended cross join lateral (select id from mails where held_by = ended.id order by id limit $3) m)
       update mails set held_by = null where id in (select id from free)`,
    ),
    [now, later, Math.min(perRecipient, SET_ASIDE)],
  )
}

/** Call after quotas change, so that every held mail is checked again. */
export const endHolds = (db: Database, now: Date) =>
  db.query(statement('mail-holds-end', 'update mail_holds set until = $1 where until > $1'), [now])

/** Counting stops here: a metric that is read every few seconds must not scan a whole backlog. */
const MOST_COUNTED = 10_000

export async function countHeldMails(db: Database, most = MOST_COUNTED): Promise<number> {
  const count = `select count(*)::int as count from (
      (select 1 from mails where held_by is not null limit $1)
      union all
      (select 1 from mail_holds h cross join unnest(kinds) as held join mails m
         on m.kind = held and (quota_at is not null) = false and coalesce(m.owner_id, 0) = h.owner_id and m.state = 'pending' and m.held_by is null
       where whose = 'owner' and until > now() limit $1)
      limit $1) as held`
  return (await only<{ count: number }>(db, statement('mails-held', count), [most])).count
}
