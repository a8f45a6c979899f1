// The outbox. A trigger on insert wakes the workers, which take due rows on a lease, as with webhook deliveries.
import type { MailFailure } from '../../domain/delivery/mail/failure.ts'
import { type Database, first, only, plannedEachTime, statement } from '../kit/database.ts'
import { DUE_AT, LAST_ERROR, SHOWN_STATE, WITH_HOLDS } from './held.ts'

/** `skipped`: obsolete when it could be sent, so rightly not sent. */
export const MAIL_STATES = ['pending', 'sent', 'failed', 'skipped'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** A mail that this process has leased. */
export interface Mail {
  readonly id: number
  /** `null` for mails about the operator's own user accounts. */
  readonly ownerId: number | null
  readonly kind: string
  readonly recipient: string
  /** Data of the mail; its schema depends on `kind`. */
  readonly data: unknown
  /** Set for customers' mails. */
  readonly credentialId: number | null
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
  readonly createdAt: Date
}

export interface DueMail extends Pick<Mail, 'id' | 'ownerId' | 'kind' | 'recipient'> {
  /** Already counted against the quota, by an earlier attempt. */
  readonly counted: boolean
}

/** Mails of the service itself, or mails caused by tenants. */
export type MailsOf = 'service' | 'tenants'

const LOCKS: Readonly<Record<MailsOf, string>> = { service: 'vertice own mails', tenants: 'vertice mails' }

/** Until the end of the transaction, no other worker takes mails of this group. */
export const lockMails = (db: Database, whose: MailsOf) =>
  db.query(statement('mails-lock', 'select pg_advisory_xact_lock(hashtext($1))'), [LOCKS[whose]])

// Hops through the index from owner to owner (0: no owner), kind by kind, so an owner with a hundred thousand due or
// held mails delays no other owner. `again`: mails already counted against the quota by an earlier attempt.
const due = plannedEachTime(
  `with recursive waiting (kind, again, owner) as (
     select kind, again, -1::bigint from unnest($2::text[]) as kind cross join (values (false), (true)) as counted (again)
     union all
     select kind, again, (
       select coalesce(owner_id, 0) from mails
       where state = 'pending' and held_by is null and mails.kind = waiting.kind and (quota_at is not null) = again and coalesce(owner_id, 0) > owner
       order by coalesce(owner_id, 0) limit 1)
     from waiting where owner is not null
   ),
   free as (
     select owner, array_agg(kind) as kinds, array_agg(again) as agains from waiting
     where owner >= 0 and (again or not exists (
       select from mail_holds h where whose = 'owner' and h.owner_id = owner and until > $1 and waiting.kind = any (h.kinds)))
     group by owner
   )
   select due.id, due.owner_id as "ownerId", due.kind, due.recipient, due.quota_at is not null as counted
   -- mails without an owner (0) first, then owners in random order, so that no owner is always first
   from (select * from free order by owner = 0 desc, random()) as owners
   cross join lateral (
     select first.* from unnest(kinds, agains) as turn (kind, again)
     cross join lateral (
       select id, owner_id, mails.kind, recipient, quota_at, due_at from mails
       where state = 'pending' and held_by is null and mails.kind = turn.kind and (quota_at is not null) = again
         and coalesce(owner_id, 0) = owner and due_at <= $1
       order by due_at, id limit 1
     ) as first
     order by due_at, id limit 1
   ) as due
   limit $3`,
)

/** The first mail of each owner that no quota holds, preceded by the first mail without an owner. */
export const listDueMails = (
  db: Database,
  { now, kinds, limit }: { readonly now: Date; readonly kinds: readonly string[]; readonly limit: number },
) => db.query<DueMail>(due, [now, kinds, limit])

/**
 * Leases a mail for an attempt. The attempt is counted here, before the mail is sent, so that one that crashes the
 * process counts too. `countedAt`: when the quotas count the mail; kept from the first attempt. `null` if the previous
 * lease holder has sent the mail in the meantime.
 */
export const takeMail = (db: Database, id: number, leasedUntil: Date, countedAt: Date | null) =>
  first<Mail>(
    db,
    statement(
      'mail-take',
      `update mails set due_at = $2, attempts = attempts + 1, quota_at = coalesce(quota_at, $3) where id = $1 and state = 'pending'
       returning id, owner_id as "ownerId", kind, recipient, data, credential_id as "credentialId", attempts as attempt, created_at as "createdAt"`,
    ),
    [id, leasedUntil, countedAt],
  )

export interface MailRecord extends Pick<Mail, 'id' | 'attempt'> {
  readonly at: Date
  readonly state: Exclude<MailState, 'skipped'>
  readonly dueAt: Date
  readonly error: MailFailure | null
}

/** After an expired lease two workers may try at once: success always counts, failure only of the latest attempt. */
export const recordMail = (db: Database, { id, attempt, at, state, dueAt, error }: MailRecord) =>
  db.query(
    statement(
      'mail-record',
      `update mails set state = $2, due_at = $3, last_error = $4, sent_at = case when $2 = 'sent' then $5::timestamptz end
       where id = $1 and state <> 'sent' and ($2 = 'sent' or (state = 'pending' and attempts = $6))`,
    ),
    [id, state, dueAt, error && JSON.stringify(error), at, attempt],
  )

export interface MailOverview extends Omit<Mail, 'attempt' | 'data'> {
  readonly ownerName: string | null
  readonly state: MailState
  readonly attempts: number
  readonly dueAt: Date
  readonly lastError: MailFailure | null
  readonly sentAt: Date | null
}

export const listMails = (db: Database, state: MailState | null, limit: number) =>
  db.query<MailOverview>(
    plannedEachTime(
      `select m.id, m.owner_id as "ownerId", o.name as "ownerName", kind, recipient, credential_id as "credentialId", ${SHOWN_STATE} as state, attempts,
         ${DUE_AT} as "dueAt", ${LAST_ERROR} as "lastError", m.created_at as "createdAt", sent_at as "sentAt"
       from mails m left join owners o on o.id = m.owner_id ${WITH_HOLDS} where ($1::text is null or ${SHOWN_STATE} = $1) order by m.id desc limit $2`,
    ),
    [state, limit],
  )

/** Whether a mail waits, held or not. At rest, this statement is all that workers and metrics run. */
export async function hasPendingMails(db: Database): Promise<boolean> {
  // Two conditions, because each has an index.
  const any = ['is null', 'is not null']
    .map((held) => `exists (select from mails where state = 'pending' and held_by ${held})`)
    .join(' or ')
  return (await only<{ pending: boolean }>(db, statement('mails-any-pending', `select ${any} as pending`))).pending
}

export async function countPendingMails(db: Database): Promise<number> {
  const count = `select count(*)::int as count from mails where state = 'pending'`
  return (await only<{ count: number }>(db, statement('mails-pending', count))).count
}

/** Fails at most `limit` mails that were never tried; returns how many. Mails held by a quota may wait indefinitely. */
export async function giveUpMails(
  db: Database,
  createdBefore: Date,
  failure: MailFailure,
  limit: number,
): Promise<number> {
  const update = statement(
    'mails-give-up',
    `update mails set state = 'failed', last_error = $2 where id in (
       select id from mails where state = 'pending' and attempts = 0 and created_at < $1
         and held_by is null and not exists (
           select from mail_holds h where whose = 'owner' and h.owner_id = mails.owner_id and until > mails.created_at and kind = any (h.kinds))
       order by created_at limit $3 for update skip locked) returning 1`,
  )
  return (await db.query(update, [createdBefore, JSON.stringify(failure), limit])).length
}

const removal = (name: string, whose: string) =>
  statement(
    name,
    `delete from mails where id in (
       select id from mails where created_at < $1 and credential_id is ${whose} order by created_at limit $2 for update skip locked) returning 1`,
  )

const removals = { others: removal('mails-delete', 'null'), customers: removal('mails-delete-customers', 'not null') }

/** Deletes in any state; returns how many. Customers' mails are a group of their own, shown with the credentials. */
export async function deleteMails(
  db: Database,
  createdBefore: Date,
  limit: number,
  whose: keyof typeof removals = 'others',
): Promise<number> {
  return (await db.query(removals[whose], [createdBefore, limit])).length
}
