// Quotas of owners, and how much of them is used.
import { QUOTA_DAY_MS } from '../../domain/delivery/mail/quota.ts'
import { QUOTAS, type Quota, type Quotas } from '../../domain/people/quota.ts'
import { inView, LIVE } from '../credentials/states.ts'
import { type Database, first, only, plannedEachTime, type Statement, statement } from '../kit/database.ts'
import { firstEventId } from '../webhooks/events.ts'
import { ofOrganisation } from './test-spaces.ts'

const COLUMNS = `quota_in_force as "inForce", quota_issued_per_day as "issuedPerDay", quota_mails_per_day as "mailsPerDay", quota_webhooks as webhooks,
  quota_rinex_hours_per_day as "rinexHoursPerDay"`

export const readQuotas = (db: Database, ownerId: number): Promise<Quotas> =>
  only<Quotas>(db, statement('owner-quotas', `select ${COLUMNS} from owners where id = $1`), [ownerId])

/**
 * `null`, without a lock, if no quota limits issuing. Otherwise locks the owner until the end of the transaction, so
 * that concurrent requests are counted one after another.
 */
export const lockQuotas = (db: Database, ownerId: number): Promise<Quotas | null> =>
  first<Quotas>(
    db,
    statement(
      'owner-quotas-lock',
      `select ${COLUMNS} from owners
       where id = $1 and coalesce(quota_in_force, quota_issued_per_day, quota_mails_per_day) is not null for no key update`,
    ),
    [ownerId],
  )

export const writeQuotas = (db: Database, ownerId: number, quotas: Quotas) =>
  db.query(
    statement(
      'owner-quotas-write',
      `update owners set quota_in_force = $2, quota_issued_per_day = $3, quota_mails_per_day = $4, quota_webhooks = $5,
         quota_rinex_hours_per_day = $6 where id = $1`,
    ),
    [ownerId, quotas.inForce, quotas.issuedPerDay, quotas.mailsPerDay, quotas.webhooks, quotas.rinexHoursPerDay],
  )

const counted = (rows: string) => plannedEachTime(`select count(*)::int as count from (${rows} limit $3) as counted`)

/** Counts from an index. `$1`: owner; `$2`: start time, or the first event id since then; `$3`: max count. */
const COUNTS: Record<Quota, Statement> = {
  // An index-only scan. Expired credentials whose expiry is not recorded yet (about a second's worth) are subtracted.
  inForce: plannedEachTime(
    `with ended as materialized (
       select count(*)::int as count from credentials
       where ${LIVE} and ${inView('expired', '$2::timestamptz')} and owner_id = $1
     )
     select count(*)::int - (select count from ended) as count from (
       select 1 from credentials where owner_id = $1 and ${LIVE}
       limit $3::bigint + (select count from ended)
     ) as counted`,
  ),
  // Every issued credential writes an event in the same transaction.
  issuedPerDay: counted(`select 1 from events where owner_id = $1 and type = 'credential.issued' and id >= $2`),
  // Mails sent within a day, and mails that wait.
  mailsPerDay: counted(
    `(select 1 from mails where owner_id = $1 and quota_at > $2::timestamptz)
     union all
     (select 1 from mails where owner_id = $1 and state = 'pending' and quota_at is null and credential_id is not null)`,
  ),
  // Includes webhooks of the test space, which are called like any other.
  webhooks: counted(
    `select 1 from webhooks where ${ofOrganisation('$1')} and deactivated_at is null and $2::timestamptz is not null`,
  ),
  // Includes the test space, whose files are real.
  rinexHoursPerDay: plannedEachTime(
    `select least(coalesce(sum(hours), 0), $3::bigint)::int as count from rinex_orders where ${ofOrganisation('$1')} and created_at > $2::timestamptz`,
  ),
}

export async function countUsed(
  db: Database,
  ownerId: number,
  quota: Quota,
  now: Date,
  most = Number.MAX_SAFE_INTEGER,
): Promise<number> {
  const dayAgo = new Date(now.getTime() - QUOTA_DAY_MS)
  const since = {
    inForce: now,
    issuedPerDay: firstEventId(dayAgo),
    mailsPerDay: dayAgo,
    webhooks: now,
    rinexHoursPerDay: dayAgo,
  }[quota]
  return (await only<{ count: number }>(db, COUNTS[quota], [ownerId, since, most])).count
}

export interface QuotaUse {
  readonly limit: number | null
  /** `null` if there is no limit; usage is not counted then. */
  readonly used: number | null
}

export async function readQuotaUse(
  db: Database,
  ownerId: number,
  quotas: Quotas,
  now: Date,
): Promise<Record<Quota, QuotaUse>> {
  const uses = {} as Record<Quota, QuotaUse>
  for (const quota of QUOTAS) {
    const limit = quotas[quota]
    uses[quota] = { limit, used: limit === null ? null : await countUsed(db, ownerId, quota, now) }
  }
  return uses
}
