// How many rovers were connected, quarter by quarter of an hour: what "since yesterday" is held against.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { isAlive } from '../nodes/rows.ts'

/** Only of casters that live: what a lost one left open is not there any more. */
export const writeRoverCounts = (db: Database, at: Date) =>
  db.query(
    statement(
      'rover-counts-write',
      `insert into rover_counts (at, owner_id, rovers)
       select $1::timestamptz, 0, 0
       union all
       select $1::timestamptz, owner_id, count(*) from sessions s
         join nodes n on n.id = s.node and ${isAlive('n')}
         join credentials c on c.id = s.credential_id
       where s.ended_at is null group by owner_id
       on conflict do nothing`,
    ),
    [at],
  )

export interface RoverCount {
  readonly at: Date
  readonly rovers: number
}

/** Oldest first; a quarter in which nobody counted is missing. */
export const listRoverCounts = (db: Database, scope: OwnerScope, since: Date, until: Date) =>
  db.query<RoverCount>(
    statement(
      'rover-counts',
      `select at, coalesce(sum(rovers) filter (where ${ownedBy('$1')}), 0)::int as rovers
       from rover_counts where at between $2 and $3 group by at order by at`,
    ),
    [ownerOf(scope), since, until],
  )

export const deleteRoverCounts = (db: Database, before: Date) =>
  db.query(statement('rover-counts-delete', 'delete from rover_counts where at < $1'), [before])
