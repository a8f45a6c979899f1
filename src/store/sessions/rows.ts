import type {
  EndReason,
  Freshness,
  KnownPlace,
  SessionName,
  SessionNote,
  SessionProgress,
  SessionStart,
} from '../../domain/sessions/session.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { type Database, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'

export type WantedSessions =
  | { readonly held: false; readonly sessions: readonly SessionStart[] }
  /** Already running, because the database was unavailable when they started. Known rows need only their name. */
  | { readonly held: true; readonly sessions: readonly (SessionStart | SessionName)[] }

export interface Admitted {
  readonly id: string
  /** False if the session limit is reached. A session that is already running must then end. */
  readonly opened: boolean
  /** Sessions of the same credential on this caster that must end for it; `null` if none. */
  readonly replaced: readonly string[] | null
}

const admit = statement(
  'sessions-admit',
  'select id, opened, replaced from admit_sessions($1, $2::json, $3, $4::bigint[], $5::text[])',
)

/**
 * Opens sessions within the limits of their credentials, across all nodes (see `domain/sessions/limit.ts`). `over`:
 * sessions that have ended but are not written yet. Returns no rows if this node counts as dead; it must renew its
 * lease first.
 */
export const admitSessions = (
  db: Database,
  node: string,
  { held, sessions }: WantedSessions,
  over: readonly string[],
) => {
  const credentialIds = [...new Set(sessions.map(({ credentialId }) => credentialId))]
  const input = sessions.map((one) => ('startedAt' in one ? { ...one, startedAt: isoTime(one.startedAt) } : one))
  return db.query<Admitted>(admit, [node, JSON.stringify(input), held, credentialIds, over])
}

const update = statement('sessions-update', 'select update_sessions($1::json)')

export interface SessionUpdate extends SessionProgress {
  readonly endedAt?: Date
  readonly endReason?: EndReason
}

/** A reported end also replaces the end of a session that was marked as lost. */
export const updateSessions = (db: Database, updates: readonly SessionUpdate[]) =>
  db.query(update, [JSON.stringify(updates)])

export async function kickSession(db: Database, id: string): Promise<boolean> {
  const kick = `with kicked as (update sessions set kick_reason = 'kicked' where id = $1 and ended_at is null returning id)
    select pg_notify('sessions_kicked', id) from kicked`
  return (await db.query(statement('session-kick', kick), [id])).length > 0
}

/** Sessions of this caster that an operator or a change wants to end. */
export const listKicked = (db: Database, node: string) =>
  db.query<SessionName & { reason: EndReason }>(
    statement(
      'sessions-kicked',
      'select id, credential_id as "credentialId", kick_reason as reason from sessions where node = $1 and ended_at is null and kick_reason is not null',
    ),
    [node],
  )

/**
 * Ends the sessions of dead casters at the time they were last seen. Many nodes run this every two seconds, so it reads
 * only dead nodes and skips locked rows. A dead node that comes back meanwhile waits for this statement and then
 * reopens its sessions; one that came back earlier is not touched.
 */
export const endSessionsOfDead = (db: Database) =>
  db.query(
    statement(
      'sessions-of-dead',
      `with dead as materialized (
         select n.id, n.seen_at from nodes n
         where not ${isAlive('n')} and exists (select from sessions where node = n.id and ended_at is null) for no key update skip locked
       ), lost as materialized (
         select s.id, dead.seen_at from dead cross join lateral (
           select id from sessions where node = dead.id and ended_at is null limit 5000 for no key update skip locked
         ) as s
       )
       update sessions set end_reason = 'node_lost', ended_at = greatest(started_at, lost.seen_at) from lost where sessions.id = lost.id`,
    ),
  )

/**
 * Ends sessions of deleted nodes: a statement that was running while its node was removed can leave some, and their
 * real end is unknown. Steps from node to node instead of scanning all open sessions. Returns how many.
 */
export async function endSessionsOfNobody(db: Database, limit: number): Promise<number> {
  const end = `with recursive steps as (
      (select node from sessions where ended_at is null order by node limit 1)
      union all
      select (select node from sessions where ended_at is null and node > steps.node order by node limit 1) from steps where steps.node is not null
    ), forgotten as materialized (
      select s.id from steps cross join lateral (
        select id from sessions where node = steps.node and ended_at is null limit $1 for no key update skip locked
      ) as s where not exists (select from nodes where nodes.id = steps.node) limit $1
    )
    update sessions set end_reason = 'node_lost', ended_at = greatest(started_at, position_at) where id in (select id from forgotten) returning 1`
  return (await db.query(statement('sessions-of-nobody', end), [limit])).length
}

export interface Session extends SessionStart, Omit<SessionProgress, 'notes' | 'served' | keyof Freshness> {
  readonly notes: readonly SessionNote<string>[]
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
}

export const FELT_COLUMNS = `age_seconds as "ageSeconds", median_age_seconds as "medianAgeSeconds", worst_age_seconds as "worstAgeSeconds",
  distance_km as "distanceKm", base_changes as "baseChanges", gaps, longest_gap_seconds as "longestGapSeconds"`

export const SESSION_COLUMNS = `id, credential_id as "credentialId", username, mountpoint, station_id as "stationId", started_at as "startedAt", ended_at as "endedAt",
  end_reason as "endReason", bytes, address, agent, lat, lng, quality, position_at as "positionAt", positions, fixed_positions as "fixedPositions", satellites, first_fixed_at as "firstFixedAt", notes,
  ${FELT_COLUMNS}`

export const listSessionsOf = (db: Database, credentialId: number, limit: number) =>
  db.query<Session>(
    statement(
      'sessions-of-credential',
      `select ${SESSION_COLUMNS} from sessions where credential_id = $1 order by started_at desc limit $2`,
    ),
    [credentialId, limit],
  )

export interface SessionAt {
  readonly startedAt: Date
  readonly id: string
}

export const listSessionPage = (db: Database, credentialId: number, after: SessionAt | null, limit: number) =>
  db.query<Session>(
    statement(
      'sessions-of-credential-page',
      `select ${SESSION_COLUMNS} from sessions where credential_id = $1 and started_at <= $2 and (started_at, id) < ($2, $3)
       order by started_at desc, id desc limit $4`,
    ),
    [credentialId, after?.startedAt ?? 'infinity', after?.id ?? '', limit],
  )

export const listSessions = (db: Database, live: boolean, limit: number) =>
  db.query<Session>(
    statement(
      live ? 'sessions-live' : 'sessions-all',
      `select ${SESSION_COLUMNS} from sessions ${live ? 'where ended_at is null' : ''} order by started_at desc limit $1`,
    ),
    [limit],
  )

export interface SessionPlace extends KnownPlace {
  readonly sessionId: string
}

/**
 * Last known position of each session's credential, or else its registered place; missing if neither is known. If
 * several devices may use the credential, only sessions from the same address count, among the last 1,000: another
 * device may be anywhere.
 */
export const listLastPlaces = (db: Database, sessionIds: readonly string[]) =>
  db.query<SessionPlace>(
    statement(
      'sessions-last-places',
      `select own.id as "sessionId", coalesce(last.lat, place_lat) as lat, coalesce(last.lng, place_lng) as lng, last.position_at as at
       from sessions own join credentials c on c.id = own.credential_id
       left join lateral (
         select lat, lng, position_at from (
           select lat, lng, position_at, address, started_at from sessions
           where credential_id = own.credential_id and located order by started_at desc limit 1000
         ) as earlier where c.max_sessions = 1 or address = own.address order by started_at desc limit 1
       ) as last on true
       where own.id = any ($1::text[]) and coalesce(last.lat, place_lat) is not null`,
    ),
    [sessionIds],
  )

/** Deletes old sessions whose usage is settled; returns how many. */
export async function deleteSessions(
  db: Database,
  before: Date,
  settledUntil: Date | null,
  limit: number,
): Promise<number> {
  const remove = `delete from sessions where id in (select id from sessions where started_at < $1 and ended_at <= $2 order by started_at limit $3) returning 1`
  return (await db.query(statement('sessions-delete', remove), [before, settledUntil, limit])).length
}

/** Positions have a shorter retention than sessions. */
export async function forgetPositions(db: Database, before: Date, limit: number): Promise<number> {
  const forget = `update sessions set lat = null, lng = null where id in
    (select id from sessions where started_at < $1 and located and ended_at is not null order by started_at limit $2) returning 1`
  return (await db.query(statement('positions-forget', forget), [before, limit])).length
}
