import { STEP_MS } from '../../domain/network/overview/figures.ts'
import { STRANGERS_REASONS } from '../../domain/sessions/admission.ts'
import type { CountedRefusal } from '../../domain/sessions/session.ts'
import { type Database, statement } from '../kit/database.ts'

/** Length of a history step, see `network/past-figures.ts`. */
const STEP = `interval '${STEP_MS / 1000} seconds'`

// Repeated rejections of a client within a minute are one row with a counter.
const add = statement(
  'refusals-add',
  `with input as (
     select * from json_to_recordset($1::json) as r ("firstAt" timestamptz, "lastAt" timestamptz, times integer, reason text, username text,
       "credentialId" bigint, mountpoint text, address text, agent text, place bigint)
   ), counted as (
     update refusals set times = least(refusals.times::bigint + input.times, 2147483647), last_at = input."lastAt"
     from input where refusals.id = (
       select id from refusals same where same.username = input.username and same.last_at > input."firstAt" - interval '1 minute'
         and same.reason = input.reason and same.mountpoint = input.mountpoint and same.address = input.address
       order by same.last_at desc limit 1)
     returning input.place
   ), figures as (
     -- Runs last, in a fixed order of rows, so that casters that write at the same time cannot deadlock.
     insert into refusal_figures (owner_id, at, times)
     select whose.owner_id, date_bin(${STEP}, "lastAt" + ${STEP} - interval '1 microsecond', 'epoch'), sum(times)
     from input left join credentials c on c.id = "credentialId"
       cross join lateral (values (0::bigint), (c.owner_id)) as whose (owner_id)
     where whose.owner_id is not null
     group by 1, 2 order by 1, 2
     on conflict (owner_id, at) do update set times = refusal_figures.times + excluded.times
   )
   insert into refusals (first_at, last_at, times, reason, username, credential_id, mountpoint, address, agent)
   select "firstAt", "lastAt", times, reason, username, "credentialId", mountpoint, address, agent from input
   where place not in (select place from counted)`,
)

export const addRefusals = (db: Database, refusals: readonly CountedRefusal[]) =>
  db.query(add, [JSON.stringify(refusals.map((refusal, place) => ({ ...refusal, place })))])

export const listRefusalsOf = (db: Database, usernames: readonly string[], limit: number) =>
  db.query<CountedRefusal>(
    statement(
      'refusals-of-user',
      `select first_at as "firstAt", last_at as "lastAt", times, reason, username, credential_id as "credentialId", mountpoint, address, agent
       from refusals where username = any ($1::text[]) order by last_at desc limit $2`,
    ),
    [usernames, limit],
  )

export async function deleteRefusals(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from refusals where id in (select id from refusals where last_at < $1 order by last_at limit $2) returning 1`
  return (await db.query(statement('refusals-delete', remove), [before, limit])).length
}

/**
 * The number of rows is limited too, per kind: anyone can cause rejections without a valid password, and these must not
 * evict rejections of known users, nor must made-up names evict attempts on real ones.
 */
const STRANGERS = STRANGERS_REASONS.map((reason) => `'${reason}'`).join(', ')
const KINDS = [
  { kind: 'admitted', where: `reason not in (${STRANGERS})` },
  { kind: 'guesses', where: `reason in (${STRANGERS}) and credential_id is not null` },
  { kind: 'unknown', where: `reason in (${STRANGERS}) and credential_id is null` },
] as const

export type RefusalsKept = Readonly<Record<(typeof KINDS)[number]['kind'], number>>

export const REFUSALS_KEPT: RefusalsKept = { admitted: 1_000_000, guesses: 100_000, unknown: 100_000 }

/** Deletes the oldest rejections beyond `kept`; returns the largest number deleted of any kind. */
export async function deleteSurplusRefusals(db: Database, limit: number, kept: RefusalsKept): Promise<number> {
  let most = 0
  for (const { kind, where } of KINDS) {
    const remove = `delete from refusals where id in (
      select id from refusals where ${where}
        and id <= (select id from refusals where ${where} order by id desc offset $1 limit 1) order by id limit $2) returning 1`
    most = Math.max(most, (await db.query(statement(`refusals-surplus-${kind}`, remove), [kept[kind], limit])).length)
  }
  return most
}
