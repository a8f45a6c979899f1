// Finds the ids of an owner's credentials that were issued in a time range. Ids grow with time, so a binary search
// finds both ends. An index by issue time would slow down every insert.
import type { TimeRange } from '../../../domain/credentials/filter.ts'
import { type Database, only, statement } from '../../kit/database.ts'
import { LIVE, NOTED, REVOKED } from '../states.ts'

/** Nodes reserve ids before they take the time, so ids and times can be out of order by up to this. */
const DISORDER_MS = 3_600_000

const firstFrom = (part: string) =>
  `(select id, issued_at from credentials where (owner_id, id) >= ($1, middle) and owner_id <= $1 and ${part} order by owner_id, id limit 1)`

const around = statement(
  'credentials-issued-around',
  `with recursive steps (low, high) as (
     select 0::bigint, coalesce((select id + 1 from credentials order by id desc limit 1), 1)
     union all
     select case when is_before then found_id else low end, case when is_before then high else middle end
     from (
       select low, high, middle, found.id as found_id, coalesce(found.id < high and found.issued_at < $2, false) as is_before
       from steps cross join lateral (select (low + high) / 2 as middle) as half
       left join lateral (
         select id, issued_at from (${[LIVE, NOTED, REVOKED].map(firstFrom).join(' union all ')}) as firsts order by id limit 1
       ) as found on true
       where high - low > 1
     ) as step
   )
   select low, high from steps order by high - low limit 1`,
)

/** `low` and all ids below were issued before `at`; `high` and all ids above at `at` or later. */
const idsAround = (db: Database, ownerId: number, at: Date) =>
  only<{ low: number; high: number }>(db, around, [ownerId, at])

/** Every credential issued in the range has an id between these bounds; other credentials may have one too. */
export async function idsIssuedIn(
  db: Database,
  ownerId: number,
  { from, to }: TimeRange,
): Promise<{ above: number; below: number }> {
  const [first, last] = await Promise.all([
    from && idsAround(db, ownerId, new Date(from.getTime() - DISORDER_MS)),
    to && idsAround(db, ownerId, new Date(to.getTime() + DISORDER_MS)),
  ])
  return { above: first?.low ?? 0, below: last?.high ?? Number.MAX_SAFE_INTEGER }
}
