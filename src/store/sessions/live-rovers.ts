// Connected rovers. Sessions that a dead caster left open do not count.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { Freshness, SessionProgress, SessionStart } from '../../domain/sessions/session.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'
import { isAlive } from '../operations/nodes/rows.ts'
import { FELT_COLUMNS } from './rows.ts'

export interface LiveRover
  extends SessionStart,
    Omit<SessionProgress, 'notes' | 'served' | 'satellites' | 'firstFixedAt' | keyof Freshness> {
  /** `null` on open mountpoints. */
  readonly ownerId: number | null
  readonly ownerName: string | null
  readonly label: string | null
  readonly customerName: string | null
}

const OPEN = `from sessions s
  join nodes n on n.id = s.node and ${isAlive('n')}
  left join credentials c on c.id = s.credential_id
  where s.ended_at is null and ${ownedBy('$1', 'c.owner_id')}`

const COLUMNS = `s.id, c.owner_id as "ownerId", (select name from owners where owners.id = c.owner_id) as "ownerName",
  s.credential_id as "credentialId", s.username, c.label, c.customer_name as "customerName", s.mountpoint, s.station_id as "stationId",
  s.started_at as "startedAt", s.bytes, s.address, s.agent, s.lat, s.lng, s.quality, s.position_at as "positionAt", s.positions,
  s.fixed_positions as "fixedPositions", ${FELT_COLUMNS}`

export interface RoverFigures {
  readonly connected: number
  readonly located: number
  readonly fixed: number
}

export async function countLiveRovers(db: Database, scope: OwnerScope): Promise<RoverFigures> {
  const count = `select count(*)::int as connected, count(s.lat)::int as located, (count(*) filter (where s.quality = 4))::int as fixed ${OPEN}`
  return only<RoverFigures>(db, statement('rovers-count', count), [ownerOf(scope)])
}

export async function countLiveRoversOf(db: Database, scope: OwnerScope, stationId: number): Promise<number> {
  const count = `select count(*)::int as connected ${OPEN} and s.station_id = $2`
  const values = [ownerOf(scope), stationId]
  return (await only<{ connected: number }>(db, statement('rovers-count-station', count), values)).connected
}

/** Keyed by the requested mountpoint in lower case; mountpoints without rovers are missing. */
export async function countLiveRoversByMountpoint(
  db: Database,
  scope: OwnerScope,
  mountpoints: readonly string[],
): Promise<Map<string, number>> {
  const count = `select lower(s.mountpoint) as name, count(*)::int as connected ${OPEN} and lower(s.mountpoint) = any($2) group by 1`
  const names = mountpoints.map((name) => name.toLowerCase())
  const values = [ownerOf(scope), names]
  const counts = await db.query<{ name: string; connected: number }>(
    statement('rovers-count-mountpoints', count),
    values,
  )
  return new Map(counts.map(({ name, connected }) => [name, connected]))
}

/**
 * Rovers of all owners on mountpoints of upstream casters; stations without rovers are missing. The session of a rover
 * that still waits for its pull has no station yet, only the requested mountpoint.
 */
export const countRoversOnDemand = (db: Database) =>
  db.query<{ stationId: number; connected: number }>(
    statement(
      'rovers-count-on-demand',
      `select st.id as "stationId", count(*)::int as connected from sessions s
       join nodes n on n.id = s.node and ${isAlive('n')}
       join stations st on st.upstream_id is not null and st.archived_at is null
         and (st.id = s.station_id or s.station_id is null and lower(st.mountpoint) = lower(s.mountpoint))
       where s.ended_at is null group by st.id`,
    ),
  )

export const listLocatedRovers = (db: Database, scope: OwnerScope, limit: number) =>
  db.query<LiveRover & { lat: number; lng: number }>(
    statement('rovers-located', `select ${COLUMNS} ${OPEN} and s.lat is not null order by s.position_at desc limit $2`),
    [ownerOf(scope), limit],
  )

export interface RoverPage {
  readonly stationId: number | null
  readonly credentialId: number | null
  readonly search: string | null
  readonly after: { readonly startedAt: Date; readonly id: string } | null
  readonly limit: number
}

/** Newest first. Scans all connected rovers, which are thousands, never millions. */
export const listRoverPage = (db: Database, scope: OwnerScope, page: RoverPage) =>
  db.query<LiveRover>(
    statement(
      'rovers-page',
      `select ${COLUMNS} ${OPEN}
         and ($2::bigint is null or s.station_id = $2) and ($3::bigint is null or s.credential_id = $3)
         and ($4::text is null or strpos(lower(concat_ws(' ', s.username, c.label, c.customer_name, s.mountpoint, (select code from stations where stations.id = s.station_id))), lower($4)) > 0)
         and ($5::timestamptz is null or (s.started_at, s.id) < ($5, $6))
       order by s.started_at desc, s.id desc limit $7`,
    ),
    [
      ownerOf(scope),
      page.stationId,
      page.credentialId,
      page.search,
      page.after?.startedAt ?? null,
      page.after?.id ?? null,
      page.limit,
    ],
  )

export async function findOpenSession(
  db: Database,
  scope: OwnerScope,
  id: string,
): Promise<Pick<LiveRover, 'id' | 'ownerId' | 'credentialId' | 'username' | 'mountpoint'> | null> {
  const select = `select s.id, c.owner_id as "ownerId", s.credential_id as "credentialId", s.username, s.mountpoint
    from sessions s left join credentials c on c.id = s.credential_id
    where s.id = $1 and s.ended_at is null and ${ownedBy('$2', 'c.owner_id')}`
  type Row = Pick<LiveRover, 'id' | 'ownerId' | 'credentialId' | 'username' | 'mountpoint'>
  return first<Row>(db, statement('session-open-in-scope', select), [id, ownerOf(scope)])
}
