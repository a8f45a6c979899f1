import { STRANGERS_REASONS } from '../../domain/sessions/admission.ts'
import type { CountedRefusal } from '../../domain/sessions/session.ts'
import { type Database, only, statement } from '../kit/database.ts'

// Whoever tries ten times a second is one line that counts, not ten lines.
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
   )
   insert into refusals (first_at, last_at, times, reason, username, credential_id, mountpoint, address, agent)
   select "firstAt", "lastAt", times, reason, username, "credentialId", mountpoint, address, agent from input
   where place not in (select place from counted)`,
)

export const addRefusals = (db: Database, refusals: readonly CountedRefusal[]) =>
  db.query(add, [JSON.stringify(refusals.map((refusal, place) => ({ ...refusal, place })))])

/** Newest first. */
export const listRefusalsOf = (db: Database, username: string, limit: number) =>
  db.query<CountedRefusal>(
    statement(
      'refusals-of-user',
      `select first_at as "firstAt", last_at as "lastAt", times, reason, username, credential_id as "credentialId", mountpoint, address, agent
       from refusals where username = $1 order by last_at desc limit $2`,
    ),
    [username, limit],
  )

/** Removes what was long ago; returns how many. */
export async function deleteRefusals(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from refusals where id in (select id from refusals where last_at < $1 order by last_at limit $2) returning 1`
  return (await db.query(statement('refusals-delete', remove), [before, limit])).length
}

/** Refusals are kept by number too: anybody can make them, so of strangers' ones fewer than of those who knew a password. */
const MOST_KEPT = 1_000_000
const MOST_OF_STRANGERS = 100_000
const OF_STRANGERS = `reason in (${STRANGERS_REASONS.map((reason) => `'${reason}'`).join(', ')})`

/** Removes the oldest beyond so many; returns how many. Counted by their ids, which grow with each row. */
export async function deleteSurplusRefusals(db: Database, limit: number): Promise<number> {
  const newest = 'select max(id) as newest from refusals'
  const { newest: id } = await only<{ newest: number | null }>(db, statement('refusals-newest', newest))
  if (id === null) return 0
  const remove = (of: string) => `delete from refusals where id in
    (select id from refusals where id <= $1 and ${of} order by id limit $2) returning 1`
  const any = await db.query(statement('refusals-surplus', remove('true')), [id - MOST_KEPT, limit])
  const strangers = statement('refusals-surplus-strangers', remove(OF_STRANGERS))
  const theirs = await db.query(strangers, [id - MOST_OF_STRANGERS, limit])
  return Math.max(any.length, theirs.length)
}
