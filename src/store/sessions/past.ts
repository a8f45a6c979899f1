// Sessions and rejections in a time range, newest first, of one owner or all.
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { EndReason, SessionNote } from '../../domain/sessions/session.ts'
import { type Database, plannedEachTime, statement } from '../kit/database.ts'
import { Listing, type PageRequest } from '../kit/listing.ts'
import type { SessionAt } from './rows.ts'

interface Span {
  readonly from: Date
  readonly to: Date | null
}

export interface PastSessionFilter extends Span {
  readonly state?: 'live' | 'ended' | undefined
  /** By the last position that the rover sent. */
  readonly solution?: 'fixed' | 'not_fixed' | undefined
  readonly stationId?: number | undefined
}

export interface ListedSession {
  readonly id: string
  /** `null` on open mountpoints. */
  readonly ownerId: number | null
  readonly ownerName: string | null
  readonly credentialId: number | null
  readonly username: string
  readonly label: string | null
  readonly customerName: string | null
  readonly mountpoint: string
  readonly stationId: number | null
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
  readonly bytes: number
  readonly address: string
  readonly agent: string
  readonly positions: number
  readonly fixedPositions: number
  readonly notes: readonly SessionNote<string>[]
}

/** Sessions open at some time in the range. Planned each time: the best index depends on its age and length. */
export function listPastSessions(
  db: Database,
  scope: OwnerScope,
  { from, to, state, solution, stationId }: PastSessionFilter,
  after: SessionAt | null,
  limit: number,
): Promise<ListedSession[]> {
  const listing = new Listing()
    .of(scope, 'c.owner_id')
    .where(state === 'live' ? null : from, 'timestamptz', (start) =>
      state === 'ended' ? `s.ended_at > ${start}` : `(s.ended_at is null or s.ended_at > ${start})`,
    )
    .where(to, 'timestamptz', (end) => `s.started_at <= ${end}`)
    .where(stationId, 'bigint', (id) => `s.station_id = ${id}`)
    .also(state === 'live' ? 's.ended_at is null and s.node is not null' : null)
    .also(solution && `s.quality ${solution === 'fixed' ? '= 4' : 'is distinct from 4'}`)
  if (after)
    listing.also(
      `(s.started_at, s.id) < (${listing.add(after.startedAt, 'timestamptz')}, ${listing.add(after.id, 'text')})`,
    )
  const select = `select s.id, c.owner_id as "ownerId", (select name from owners where owners.id = c.owner_id) as "ownerName",
      s.credential_id as "credentialId", s.username, c.label, c.customer_name as "customerName", s.mountpoint, s.station_id as "stationId",
      s.started_at as "startedAt", s.ended_at as "endedAt", s.end_reason as "endReason", s.bytes, s.address, s.agent, s.positions,
      s.fixed_positions as "fixedPositions", s.notes
    from sessions s left join credentials c on c.id = s.credential_id
    where ${listing.conditions} order by s.started_at desc, s.id desc limit ${listing.add(limit, 'integer')}`
  return db.query<ListedSession>(plannedEachTime(select), listing.values)
}

export interface PastRefusalFilter extends Span {
  readonly reason?: RefusalReason | undefined
}

export interface ListedRefusal {
  readonly id: number
  readonly firstAt: Date
  readonly lastAt: Date
  readonly times: number
  readonly reason: RefusalReason
  readonly username: string
  readonly credentialId: number | null
  readonly ownerName: string | null
  readonly mountpoint: string
  readonly address: string
  readonly agent: string
}

/**
 * Rejections that overlap the range, newest first by id, which follows their first time. Those without a known
 * credential are visible only in scope 'all'.
 */
export function listPastRefusals(
  db: Database,
  scope: OwnerScope,
  { from, to, reason }: PastRefusalFilter,
  { before, limit }: PageRequest,
): Promise<ListedRefusal[]> {
  const listing = new Listing()
    .of(scope, 'c.owner_id')
    .where(from, 'timestamptz', (start) => `r.last_at >= ${start}`)
    .where(to, 'timestamptz', (end) => `r.first_at <= ${end}`)
    .where(reason, 'text', (wanted) => `r.reason = ${wanted}`)
    .where(before, 'bigint', (below) => `r.id < ${below}`)
  const select = `select r.id, r.first_at as "firstAt", r.last_at as "lastAt", r.times, r.reason, r.username, r.credential_id as "credentialId",
      (select name from owners where owners.id = c.owner_id) as "ownerName", r.mountpoint, r.address, r.agent
    from refusals r left join credentials c on c.id = r.credential_id
    where ${listing.conditions} order by r.id desc limit ${listing.add(limit, 'integer')}`
  return db.query<ListedRefusal>(plannedEachTime(select), listing.values)
}

type Kept =
  | 'id'
  | 'username'
  | 'mountpoint'
  | 'stationId'
  | 'startedAt'
  | 'bytes'
  | 'agent'
  | 'positions'
  | 'fixedPositions'
export interface PastSessionRow extends Pick<ListedSession, Kept> {
  readonly endedAt: Date
  readonly lastQuality: number
}

/** Writes made-up sessions for a demo network, as if a caster had recorded them. */
export const insertPastSessions = (db: Database, sessions: readonly PastSessionRow[]) =>
  db.query(
    statement(
      'sessions-past',
      `insert into sessions (id, node, credential_id, username, mountpoint, station_id, started_at, ended_at, end_reason, bytes, address, agent,
         quality, position_at, positions, fixed_positions)
       select p.id, 'past', c.id, username, mountpoint, "stationId", "startedAt", "endedAt", 'client_left', bytes, '127.0.0.1', agent,
         "lastQuality", "endedAt", positions, "fixedPositions"
       from json_to_recordset($1::json) as p (id text, username text, mountpoint text, "stationId" bigint, "startedAt" timestamptz,
         "endedAt" timestamptz, bytes bigint, agent text, "lastQuality" smallint, positions integer, "fixedPositions" integer)
       join credentials c using (username)`,
    ),
    [JSON.stringify(sessions)],
  )

export type PastRefusalRow = Omit<ListedRefusal, 'id' | 'credentialId' | 'ownerName' | 'address'>

export const insertPastRefusals = (db: Database, refusals: readonly PastRefusalRow[]) =>
  db.query(
    statement(
      'refusals-past',
      `insert into refusals (first_at, last_at, times, reason, username, credential_id, mountpoint, address, agent)
       select "firstAt", "lastAt", times, reason, username, c.id, mountpoint, '127.0.0.1', agent
       from json_to_recordset($1::json) as p ("firstAt" timestamptz, "lastAt" timestamptz, times integer, reason text, username text,
         mountpoint text, agent text)
       join credentials c using (username) order by "firstAt"`,
    ),
    [JSON.stringify(refusals)],
  )
