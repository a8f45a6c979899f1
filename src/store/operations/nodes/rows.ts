// Nodes (running processes) and their leases. A node that stops sending heartbeats is dead and loses its leases.
import { type Database, only, type Queries, statement } from '../../kit/database.ts'

/** SQL condition for a live node, used by every statement. `node` is the alias of the row. */
export const isAlive = (node: string): string => `(${node}.seen_at > (select nodes_dead_before()))`

export interface NodeIdentity {
  /** Identifies one run: a restarted process is a new node. */
  readonly id: string
  readonly name: string
  /** Casters on one machine share a port, so they can be drained together by this name. */
  readonly machine: string
  readonly roles: readonly string[]
  readonly version: string
}

/** Values are `null` if the node runs no caster, or has no NATS connection configured. */
export interface NodeFigures {
  readonly rovers: number | null
  readonly stations: number | null
  readonly bus: 'up' | 'away' | null
  /** Whether the caster measures the observations of its stations. */
  readonly measures?: boolean
}

export interface Renewal {
  /** False for a new node, or if other nodes may have declared this one dead and taken over its leases. */
  readonly wasAlive: boolean
  readonly drainingSince: Date | null
  /** Dead nodes exist whose sessions may have to be ended. */
  readonly someAreDead: boolean
}

const renew = statement(
  'node-renew',
  `with before as (select ${isAlive('nodes')} as alive from nodes where id = $1)
   insert into nodes (id, name, machine, roles, version, seen_at, rovers, stations, bus, lag_ms, measures)
   values ($1, $2, $3, $4, $5, clock_timestamp(), $6, $7, $8, $9, $10)
   on conflict (id) do update set heard_since = case when node_is_heard(nodes.seen_at) then nodes.heard_since else excluded.heard_since end,
     seen_at = excluded.seen_at, rovers = excluded.rovers, stations = excluded.stations, bus = excluded.bus, lag_ms = excluded.lag_ms,
     measures = excluded.measures
   returning coalesce((select alive from before), false) as "wasAlive", draining_since as "drainingSince",
     exists (select from nodes other where not ${isAlive('other')}) as "someAreDead"`,
)

export async function renewNode(
  db: Queries,
  { id, name, machine, roles, version }: NodeIdentity,
  { rovers, stations, bus, measures = false }: NodeFigures,
  lagMs: number,
): Promise<Renewal> {
  return only<Renewal>(db, renew, [id, name, machine, roles, version, rovers, stations, bus, lagMs, measures])
}

/**
 * Removes a node that has stopped or never started, and ends the sessions it left open. Locks sessions in the order of
 * their ids, like admission, to avoid deadlocks.
 */
export const forgetNode = (db: Database, id: string) =>
  db.query(
    statement(
      'node-forget',
      `with open as materialized (select id from sessions where node = $1 and ended_at is null order by id for no key update),
       ended as (
         update sessions set ended_at = greatest(started_at, now()), end_reason = 'node_lost' where id in (select id from open) and ended_at is null
       )
       delete from nodes where id = $1`,
    ),
    [id],
  )

export const forgetDeadNodes = (db: Database) =>
  db.query(statement('nodes-forget', `delete from nodes where seen_at < now() - interval '1 day'`))

export interface ListedNode extends NodeIdentity, Omit<NodeFigures, 'measures'> {
  readonly startedAt: Date
  readonly seenAt: Date
  readonly drainingSince: Date | null
  readonly lagMs: number
  readonly alive: boolean
}

/** Live nodes, and nodes that died or were cut off in the last hour, by name; without nodes that shut down cleanly. */
export const listNodes = (db: Database) =>
  db.query<ListedNode>(
    statement(
      'nodes',
      `select id, name, machine, roles, version, started_at as "startedAt", seen_at as "seenAt", draining_since as "drainingSince",
         rovers, stations, bus, lag_ms as "lagMs", ${isAlive('nodes')} as alive
       from nodes where seen_at > now() - interval '1 hour' order by name, started_at limit 1000`,
    ),
  )

/** Drains the caster of this name, or all casters of the machine of this name; returns how many. */
export async function drainNodes(db: Database, name: string): Promise<number> {
  const drain = `update nodes set draining_since = coalesce(draining_since, now())
    where $1 in (name, machine) and 'caster' = any (roles) and ${isAlive('nodes')} returning id`
  return (await db.query(statement('nodes-drain', drain), [name])).length
}

export async function countCasters(db: Database): Promise<number> {
  const count = `select count(*)::int as casters from nodes where 'caster' = any (roles) and ${isAlive('nodes')}`
  return (await only<{ casters: number }>(db, statement('casters-alive', count))).casters
}
