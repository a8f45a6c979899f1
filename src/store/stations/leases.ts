// Leases of station streams. The leases of a dead node are free; the next holder gets a higher fencing token.
import { type Database, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'

export interface StationLease {
  readonly stationId: number
  readonly fencingToken: number
}

// Ordered by id, so that two nodes taking the same stations wait for each other and never both succeed.
const take = statement(
  'station-leases-take',
  `with taker as materialized (select id from nodes where id = $2 and ${isAlive('nodes')}),
   taken as (
     insert into station_leases as l (station_id, node, fence, taken_at)
     select distinct wish.id, taker.id, 1, now() from unnest($1::bigint[]) as wish (id) cross join taker order by wish.id
     on conflict (station_id) do update set node = excluded.node, fence = l.fence + 1, taken_at = now()
     where l.node is null or l.node = excluded.node or not exists (select from nodes where nodes.id = l.node and ${isAlive('nodes')})
     returning station_id, fence
   )
   select taker.id is not null as "isAlive", taken.station_id as "stationId", taken.fence as "fencingToken"
   from (values (1)) as always left join taker on true left join taken on true`,
)

/** Takes leases that no other live node holds. `null` if this node counts as dead and must renew its lease first. */
export async function takeStations(
  db: Database,
  node: string,
  wanted: readonly number[],
): Promise<StationLease[] | null> {
  type Row = { isAlive: boolean; stationId: number | null; fencingToken: number | null }
  const rows = await db.query<Row>(take, [wanted, node])
  if (!rows[0]!.isAlive) return null
  return rows.flatMap(({ stationId, fencingToken }) =>
    stationId === null ? [] : [{ stationId, fencingToken: fencingToken! }],
  )
}

/** Releases leases that the node still holds, checked by fencing token. */
export const releaseStations = (db: Database, node: string, leases: readonly StationLease[]) =>
  db.query(
    statement(
      'station-leases-release',
      `update station_leases l set node = null from unnest($2::bigint[], $3::bigint[]) as r (station_id, fence)
       where l.station_id = r.station_id and l.fence = r.fence and l.node = $1`,
    ),
    [node, leases.map(({ stationId }) => stationId), leases.map(({ fencingToken }) => fencingToken)],
  )

export const listStationsOf = (db: Database, node: string) =>
  db.query<StationLease>(
    statement(
      'station-leases-of',
      'select station_id as "stationId", fence as "fencingToken" from station_leases where node = $1 limit 100000',
    ),
    [node],
  )

/** Stations whose lease another live node holds. */
export const listStationsElsewhere = (db: Database, node: string, stationIds: readonly number[]) =>
  db.query<{ stationId: number }>(
    statement(
      'station-leases-elsewhere',
      `select l.station_id as "stationId" from station_leases l join nodes on nodes.id = l.node
       where l.station_id = any ($2::bigint[]) and l.node <> $1 and ${isAlive('nodes')}`,
    ),
    [node, stationIds],
  )
