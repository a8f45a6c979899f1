// History of the network in steps of five minutes. Owner 0 holds the totals, so a view of all owners reads as few rows
// as a view of one. If its row is missing, that step was not recorded.
import { type FigurePoint, STEP_MS } from '../../domain/network/overview/figures.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { ownerOf } from '../kit/listing.ts'
import { isAlive } from '../operations/nodes/rows.ts'

const EVERYBODY = 0
/** `greatest` alone ignores null and would report 0. */
const SENT = 'case when begun.open_bytes is not null then greatest(0, all_bytes - begun.open_bytes) end'
const STEP = `interval '${STEP_MS / 1000} seconds'`

/**
 * Records a step once; later attempts do nothing. Bytes sent in the step: bytes of the sessions open now or ended
 * during it, minus the bytes those sessions had at its start. Sessions that ended before the step are not read.
 */
const write = statement(
  'network-figures-write',
  `with seen as materialized (
     select c.owner_id, s.bytes, s.quality, s.position_at,
       s.ended_at is null or s.ended_at > $1::timestamptz as still,
       (s.ended_at is null and ${isAlive('n')}) or s.ended_at > $1::timestamptz as connected
     from (
       select node, credential_id, bytes, quality, position_at, started_at, ended_at from sessions where ended_at is null and node is not null
       union all
       select node, credential_id, bytes, quality, position_at, started_at, ended_at from sessions where ended_at > $1::timestamptz - ${STEP}
     ) as s left join nodes n on n.id = s.node left join credentials c on c.id = s.credential_id
     where s.started_at <= $1::timestamptz
   ), counted as materialized (
     select coalesce(owner_id, ${EVERYBODY}) as owner_id, (count(*) filter (where connected))::int as rovers,
       (count(*) filter (where connected and position_at > $1::timestamptz - ${STEP}))::int as told,
       (count(*) filter (where connected and position_at > $1::timestamptz - ${STEP} and quality = 4))::int as fixed,
       coalesce(sum(bytes) filter (where still), 0)::bigint as open_bytes, coalesce(sum(bytes), 0)::bigint as all_bytes
     from seen group by grouping sets ((owner_id), ()) having grouping(owner_id) = 1 or owner_id is not null
   ), begun as materialized (
     select owner_id, open_bytes from network_figures where at = $1::timestamptz - ${STEP} and open_bytes is not null
   ), mine as (
     insert into network_figures (owner_id, at, rovers, told, fixed, open_bytes, bytes)
     select owner_id, $1::timestamptz, rovers, told, fixed, counted.open_bytes, ${SENT}
     from counted left join begun using (owner_id) where owner_id = ${EVERYBODY}
     on conflict do nothing returning bytes
   )
   insert into network_figures (owner_id, at, rovers, told, fixed, open_bytes, bytes)
   select counted.owner_id, $1::timestamptz, rovers, told, fixed, counted.open_bytes,
     case when mine.bytes is not null then greatest(0, all_bytes - coalesce(begun.open_bytes, 0)) end
   from mine cross join counted left join begun on begun.owner_id = counted.owner_id
   where counted.owner_id <> ${EVERYBODY}
   on conflict do nothing`,
)

/** `mark`: see `markToCount`. */
export const writeFigures = (db: Database, mark: Date) => db.query(write, [mark])

/** Oldest first, in points of `pointMs`, each stamped with its end. Points without a recorded step are missing. */
export const listFigures = (db: Database, scope: OwnerScope, from: Date, to: Date, pointMs: number) =>
  db.query<FigurePoint>(
    statement(
      'network-figures',
      `with marks as (
         select at, rovers, told, fixed, bytes, date_bin($4::bigint * interval '1 millisecond', at - interval '1 microsecond', $2::timestamptz) as point
         from network_figures where owner_id = ${EVERYBODY} and at > $2 and at <= $3
       )
       select m.point + $4 * interval '1 millisecond' as at,
         max(case when $1::bigint is null then m.rovers else coalesce(own.rovers, 0) end)::int as rovers,
         sum(case when $1 is null or m.told is null then m.told else coalesce(own.told, 0) end)::int as told,
         sum(case when $1 is null or m.fixed is null then m.fixed else coalesce(own.fixed, 0) end)::int as fixed,
         sum(case when $1 is null or m.bytes is null then m.bytes else coalesce(own.bytes, 0) end)::bigint as bytes,
         (count(m.bytes) * ${STEP_MS})::bigint as "bytesMs",
         coalesce(sum(refused.times), 0)::bigint as refusals
       from marks m
         left join network_figures own on own.owner_id = $1 and own.at = m.at
         left join refusal_figures refused on refused.owner_id = coalesce($1, ${EVERYBODY}) and refused.at = m.at
       group by m.point order by m.point`,
    ),
    [ownerOf(scope), from, to, pointMs],
  )

export async function findRoverCount(db: Database, scope: OwnerScope, mark: Date): Promise<number | null> {
  const select = `select case when $1::bigint is null then rovers
      else coalesce((select rovers from network_figures own where own.owner_id = $1 and own.at = counted.at), 0) end as rovers
    from network_figures counted where owner_id = ${EVERYBODY} and at = $2`
  const found = await first<{ rovers: number }>(db, statement('network-figures-rovers', select), [ownerOf(scope), mark])
  return found?.rovers ?? null
}

/** Deletes at most `limit` rows per table; returns the larger count. */
export async function deleteFigures(db: Database, before: Date, limit: number): Promise<number> {
  const remove = (table: string) =>
    `delete from ${table} where (owner_id, at) in (select owner_id, at from ${table} where at < $1 order by at limit $2) returning 1`
  const figures = await db.query(statement('network-figures-delete', remove('network_figures')), [before, limit])
  const refusals = await db.query(statement('refusal-figures-delete', remove('refusal_figures')), [before, limit])
  return Math.max(figures.length, refusals.length)
}

export interface PastFigure {
  readonly ownerId: number
  readonly at: Date
  readonly rovers: number
  readonly told: number
  readonly fixed: number
  readonly bytes: number
  readonly refusals: number
}

/** Writes made-up history for a demo network. The totals are the sums over its owners. */
export const insertPastFigures = (db: Database, figures: readonly PastFigure[]) =>
  db.query(
    statement(
      'network-figures-past',
      `with past as materialized (
         select * from json_to_recordset($1::json) as p ("ownerId" bigint, at timestamptz, rovers integer, told integer, fixed integer, bytes bigint, refusals integer)
       ), whose as materialized (
         select owner_id, at, sum(rovers)::int as rovers, sum(told)::int as told, sum(fixed)::int as fixed,
           sum(bytes)::bigint as bytes, sum(refusals)::int as refusals
         from past cross join lateral (values (past."ownerId"), (${EVERYBODY})) as either (owner_id) group by owner_id, at
       ), refused as (
         insert into refusal_figures (owner_id, at, times) select owner_id, at, refusals from whose where refusals > 0
       )
       insert into network_figures (owner_id, at, rovers, told, fixed, bytes) select owner_id, at, rovers, told, fixed, bytes from whose`,
    ),
    [JSON.stringify(figures)],
  )
