// Usage per owner and month: credentials issued, and time connected.
import type { MonthUsage } from '../../domain/people/usage.ts'
import { ZONE } from '../../domain/time/local-time.ts'
import { type Database, first, only, statement, type Transaction } from '../kit/database.ts'

export interface UsageProgress {
  /** Sessions that ended up to this time are settled: their usage is final. `null` if none are. */
  readonly sessionsUntil: Date | null
  readonly countedAt: Date | null
}

const PROGRESS = `sessions_until as "sessionsUntil", counted_at as "countedAt"`

export const readUsageProgress = (db: Database) =>
  first<UsageProgress>(db, statement('usage-progress', `select ${PROGRESS} from usage_progress`))

/** Serialises counting; `null` if another transaction is counting. */
export async function lockUsageProgress(tx: Transaction): Promise<UsageProgress | null> {
  await tx.query(statement('usage-begin', 'insert into usage_progress default values on conflict do nothing'))
  const select = `select ${PROGRESS} from usage_progress for update skip locked`
  return first<UsageProgress>(tx, statement('usage-lock', select))
}

export const firstSessionEnd = async (db: Database) =>
  (
    await only<{ at: Date | null }>(
      db,
      statement('usage-first-session', 'select min(ended_at) as at from sessions where ended_at is not null'),
    )
  ).at

/**
 * The earliest time at which an open session can turn out to have ended: the last report of its caster. This is old for
 * sessions of a caster that is dead or cut off. `null` if no session is open.
 */
export const oldestReport = async (db: Database) =>
  (
    await only<{ at: Date | null }>(
      db,
      statement(
        'usage-oldest-report',
        'select min(greatest(started_at, told_at)) as at from sessions where ended_at is null and node is not null',
      ),
    )
  ).at

/** Connected time of `sessions` by owner and month. A session that spans months counts proportionally in each. */
const connected = (sessions: string) => `
  select c.owner_id, month::date as month, round(sum(extract(epoch from
      least(s.until, (month + interval '1 month') at time zone '${ZONE}') - greatest(s.started_at, month at time zone '${ZONE}')) * 1000))::bigint as ms
  from (${sessions}) as s join credentials c on c.id = s.credential_id
  cross join lateral generate_series(date_trunc('month', s.started_at at time zone '${ZONE}'), s.until at time zone '${ZONE}', interval '1 month') as month
  where s.until > s.started_at group by 1, 2`

const issued = (credentials: string) => `
  select owner_id, date_trunc('month', issued_at at time zone '${ZONE}')::date as month, count(*) as issued from ${credentials} group by 1, 2`

export async function settleSessions(tx: Transaction, since: Date, until: Date): Promise<void> {
  const ended =
    'select credential_id, started_at, ended_at as until from sessions where ended_at > $1 and ended_at <= $2'
  const add = `insert into usage_months (owner_id, month, connected_ms) select owner_id, month, ms from (${connected(ended)}) as added
    on conflict (owner_id, month) do update set connected_ms = usage_months.connected_ms + excluded.connected_ms`
  await tx.query(statement('usage-settle-sessions', add), [since, until])
  await tx.query(statement('usage-sessions-settled', 'update usage_progress set sessions_until = $1'), [until])
}

/** Adds the next credentials by id, up to the first one issued after `until`. Returns how many were settled. */
export async function settleCredentials(tx: Transaction, until: Date, limit: number): Promise<number> {
  const add = `with next as materialized (
      select id, owner_id, issued_at from credentials where id > (select credentials_up_to from usage_progress) order by id limit $2
    ), settled as materialized (
      select * from next where id < coalesce((select min(id) from next where issued_at > $1), 9223372036854775807)
    ), added as (
      insert into usage_months (owner_id, month, issued)
      ${issued('settled')}
      on conflict (owner_id, month) do update set issued = usage_months.issued + excluded.issued
    ), moved as (
      update usage_progress set credentials_up_to = (select max(id) from settled) where exists (select from settled)
    )
    select count(*)::integer as count from settled`
  return (await first<{ count: number }>(tx, statement('usage-settle-credentials', add), [until, limit]))!.count
}

/** Recounts the sessions and credentials that are not settled yet, as of `now`. */
export async function countRecent(tx: Transaction, now: Date): Promise<void> {
  const clear = `update usage_months set recently_issued = 0, recent_connected_ms = 0 where recently_issued <> 0 or recent_connected_ms <> 0`
  await tx.query(statement('usage-recent-clear', clear))
  const sessions = `select credential_id, started_at, ended_at as until from sessions where ended_at > (select sessions_until from usage_progress)
    union all select credential_id, started_at, $1::timestamptz from sessions where ended_at is null and node is not null`
  const connect = `insert into usage_months (owner_id, month, recent_connected_ms) select owner_id, month, ms from (${connected(sessions)}) as recent
    on conflict (owner_id, month) do update set recent_connected_ms = excluded.recent_connected_ms`
  await tx.query(statement('usage-recent-sessions', connect), [now])
  const issue = `insert into usage_months (owner_id, month, recently_issued) ${issued('credentials where id > (select credentials_up_to from usage_progress)')}
    on conflict (owner_id, month) do update set recently_issued = excluded.recently_issued`
  await tx.query(statement('usage-recent-issued', issue))
  await tx.query(statement('usage-counted', 'update usage_progress set counted_at = $1'), [now])
}

export const listUsage = (db: Database, ownerId: number) =>
  db.query<MonthUsage>(
    statement(
      'usage',
      `select to_char(month, 'YYYY-MM') as month, issued + recently_issued as issued, connected_ms + recent_connected_ms as "connectedMs"
       from usage_months where owner_id = $1 order by usage_months.month`,
    ),
    [ownerId],
  )
