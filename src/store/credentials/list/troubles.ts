// Credentials whose device has a problem now: the last attempt was rejected, or an open session receives no corrections.
import type { CredentialTrouble } from '../../../domain/credentials/trouble.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import type { RefusalReason } from '../../../domain/sessions/admission.ts'
import { TROUBLES } from '../../../domain/sessions/no-data.ts'
import type { SessionNote } from '../../../domain/sessions/session.ts'
import { type Database, statement } from '../../kit/database.ts'
import { ownedBy, ownerOf } from '../../kit/listing.ts'

/** Older rejections are history. */
const RECENT = `interval '1 day'`

interface TroubledRow {
  readonly id: number
  readonly reason: RefusalReason | null
  readonly refusedAt: Date | null
  readonly note: SessionNote<string> | null
}

// $1: codes of notes, $2: now. A rejection counts if it is newer than the newest session.
const troubledAmong = (candidates: string) => `
  select c.id, case when is_refused then refused.reason end as reason, case when is_refused then refused.last_at end as "refusedAt", newest.note
  from (${candidates}) as candidates join credentials c on c.id = candidates.id
  left join lateral (
    select started_at, ended_at, notes -> -1 as note from sessions where credential_id = c.id order by started_at desc limit 1
  ) as newest on true
  left join lateral (
    select reason, last_at from refusals
    where username = c.username and last_at > $2::timestamptz - ${RECENT} and last_at >= c.issued_at order by last_at desc limit 1
  ) as refused on true
  cross join lateral (select coalesce(refused.last_at > coalesce(newest.started_at, '-infinity'), false) as is_refused) as judged
  where c.revoked_at is null and not c.is_test
    and (is_refused or (newest.ended_at is null and newest.note ->> 'code' = any ($1::text[])))`

const all = statement(
  'credentials-troubled',
  `${troubledAmong(`select distinct credential_id as id from sessions
      where ended_at is null and credential_id is not null and notes -> -1 ->> 'code' = any ($1::text[])
    union
    select distinct credential_id from refusals where last_at > $2::timestamptz - ${RECENT} and credential_id is not null`)}
  and ${ownedBy('$3', 'c.owner_id')} order by c.id desc limit $4`,
)

const some = statement('credentials-troubles-of', troubledAmong('select unnest($3::bigint[]) as id'))

/** Newest credentials first. */
export async function listTroubled(db: Database, scope: OwnerScope, now: Date, limit: number): Promise<number[]> {
  const rows = await db.query<TroubledRow>(all, [TROUBLES, now, ownerOf(scope), limit])
  return rows.map(({ id }) => id)
}

/** By credential id; credentials without a problem are missing. */
export async function troublesOf(
  db: Database,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CredentialTrouble>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<TroubledRow>(some, [TROUBLES, now, ids])
  return new Map(rows.map((row) => [row.id, troubleOf(row)]))
}

const troubleOf = ({ reason, refusedAt, note }: TroubledRow): CredentialTrouble =>
  reason && refusedAt ? { kind: 'refused', reason, at: refusedAt } : { kind: 'noted', note: note! }
