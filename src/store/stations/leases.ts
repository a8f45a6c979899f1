// Which node has a station's stream. A node that is dead has nothing: whoever comes takes it, with the next fence.
import { type Database, statement } from '../kit/database.ts'
import { isAlive } from '../nodes/rows.ts'

export interface StationLease {
  readonly stationId: number
  readonly fence: number
}

// In the order of their ids: two nodes that take the same ones wait for each other, and never both.
const take = statement(
  'station-leases-take',
  `insert into station_leases as l (station_id, node, fence, taken_at)
   select distinct id, $2, 1, now() from unnest($1::bigint[]) as id order by id
   on conflict (station_id) do update set node = excluded.node, fence = l.fence + 1, taken_at = now()
   where l.node is null or l.node = excluded.node or not exists (select from nodes where nodes.id = l.node and ${isAlive('nodes')})
   returning station_id as "stationId", fence`,
)

/** Those that no other living node has. */
export const takeStations = (db: Database, node: string, stationIds: readonly number[]) =>
  db.query<StationLease>(take, [stationIds, node])

/** Gives back what the node still has; another's it leaves alone. */
export const releaseStations = (db: Database, node: string, leases: readonly StationLease[]) =>
  db.query(
    statement(
      'station-leases-release',
      `update station_leases l set node = null from unnest($2::bigint[], $3::bigint[]) as r (station_id, fence)
       where l.station_id = r.station_id and l.fence = r.fence and l.node = $1`,
    ),
    [node, leases.map(({ stationId }) => stationId), leases.map(({ fence }) => fence)],
  )

export const listStationsOf = (db: Database, node: string) =>
  db.query<StationLease>(
    statement(
      'station-leases-of',
      'select station_id as "stationId", fence from station_leases where node = $1 limit 100000',
    ),
    [node],
  )

/** Of other nodes that live. */
export const listStationsElsewhere = (db: Database, node: string) =>
  db.query<{ stationId: number }>(
    statement(
      'station-leases-elsewhere',
      `select l.station_id as "stationId" from station_leases l join nodes on nodes.id = l.node
       where l.node <> $1 and ${isAlive('nodes')} limit 100000`,
    ),
    [node],
  )
