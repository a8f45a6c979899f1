import type {
  EndReason,
  KnownPlace,
  SessionNote,
  SessionProgress,
  SessionStart,
} from '../../domain/sessions/session.ts'
import { type Database, statement } from '../kit/database.ts'

const open = statement(
  'sessions-open',
  `insert into sessions (id, node, credential_id, username, mountpoint, started_at, address, agent)
   select id, $2, "credentialId", username, mountpoint, "startedAt", address, agent
   from json_to_recordset($1::json) as r (id text, "credentialId" bigint, username text, mountpoint text, "startedAt" timestamptz, address text, agent text)
   on conflict do nothing`,
)

export const insertSessions = (db: Database, node: string, sessions: readonly SessionStart[]) =>
  db.query(open, [JSON.stringify(sessions), node])

const progress = statement(
  'sessions-progress',
  `update sessions set station_id = r."stationId", bytes = r.bytes, lat = r.lat, lng = r.lng, quality = r.quality,
     position_at = r."positionAt", positions = r.positions, fixed_positions = r."fixedPositions", notes = r.notes,
     age_seconds = r."ageSeconds", median_age_seconds = r."medianAgeSeconds", worst_age_seconds = r."worstAgeSeconds", distance_km = r."distanceKm",
     base_changes = r."baseChanges", gaps = r.gaps, longest_gap_seconds = r."longestGapSeconds",
     ended_at = r."endedAt", end_reason = r."endReason"
   from json_to_recordset($1::json) as r (id text, "stationId" bigint, bytes bigint, lat double precision, lng double precision, quality smallint,
     "positionAt" timestamptz, positions integer, "fixedPositions" integer, notes jsonb, "ageSeconds" double precision, "medianAgeSeconds" double precision, "worstAgeSeconds" double precision,
     "distanceKm" double precision, "baseChanges" integer, gaps integer, "longestGapSeconds" integer, "endedAt" timestamptz, "endReason" text)
   where sessions.id = any ($2::text[]) and sessions.id = r.id and (sessions.ended_at is null or sessions.end_reason = 'node_lost')`,
)

export interface SessionUpdate extends SessionProgress {
  readonly endedAt?: Date
  readonly endReason?: EndReason
}

/** A caster that was taken for lost, and was only cut off from the database, goes on where it was. */
export const updateSessions = (db: Database, updates: readonly SessionUpdate[]) =>
  db.query(progress, [JSON.stringify(updates), updates.map(({ id }) => id)])

/**
 * Asks the casters to end what these credentials have too much of, as `domain/sessions/limit.ts` says it: the newest stay. Of the
 * asking one too: a newer session
 * elsewhere may have been written down before an older one here.
 */
export const kickSurplus = (db: Database, credentialIds: readonly number[]) =>
  db.query(
    statement(
      'sessions-kick-surplus',
      `with ranked as (
         select id, node, credential_id, row_number() over (partition by credential_id order by started_at desc, id desc) as place
         from sessions where credential_id = any ($1::bigint[]) and ended_at is null
       ), kicked as (
         update sessions set kick_reason = 'replaced' from ranked join credentials on credentials.id = credential_id
         where sessions.id = ranked.id and place > max_sessions and when_full = 'replace' and kick_reason is null returning sessions.id
       )
       select pg_notify('sessions_kicked', id) from kicked`,
    ),
    [credentialIds],
  )

/** False: there is no such live session. */
export async function kickSession(db: Database, id: string): Promise<boolean> {
  const kick = `with kicked as (update sessions set kick_reason = 'kicked' where id = $1 and ended_at is null returning id)
    select pg_notify('sessions_kicked', id) from kicked`
  return (await db.query(statement('session-kick', kick), [id])).length > 0
}

/** Sessions of this caster that somebody wants ended. */
export const listKicked = (db: Database, node: string) =>
  db.query<{ id: string; reason: EndReason }>(
    statement(
      'sessions-kicked',
      'select id, kick_reason as reason from sessions where node = $1 and ended_at is null and kick_reason is not null',
    ),
    [node],
  )

/** Says that this caster lives, and ends the sessions of those that have not said so since `lostBefore`. */
export async function noteCaster(db: Database, node: string, now: Date, lostBefore: Date): Promise<void> {
  const seen = 'insert into caster_nodes (id, seen_at) values ($1, $2) on conflict (id) do update set seen_at = $2'
  await db.query(statement('caster-seen', seen), [node, now])
  await db.query(
    statement(
      'sessions-of-lost',
      `update sessions set end_reason = 'node_lost', ended_at = greatest(started_at, coalesce((select seen_at from caster_nodes where id = node), started_at))
       where ended_at is null and not exists (select from caster_nodes where id = node and seen_at >= $1)`,
    ),
    [lostBefore],
  )
  await db.query(
    statement('casters-forget', `delete from caster_nodes where seen_at < $1::timestamptz - interval '1 day'`),
    [lostBefore],
  )
}

export const forgetCaster = (db: Database, node: string) =>
  db.query(statement('caster-forget', 'delete from caster_nodes where id = $1'), [node])

export interface Session extends SessionStart, Omit<SessionProgress, 'notes'> {
  readonly notes: readonly SessionNote<string>[]
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
}

/** What `Felt` tells. */
export const FELT_COLUMNS = `age_seconds as "ageSeconds", median_age_seconds as "medianAgeSeconds", worst_age_seconds as "worstAgeSeconds",
  distance_km as "distanceKm", base_changes as "baseChanges", gaps, longest_gap_seconds as "longestGapSeconds"`

const COLUMNS = `id, credential_id as "credentialId", username, mountpoint, station_id as "stationId", started_at as "startedAt", ended_at as "endedAt",
  end_reason as "endReason", bytes, address, agent, lat, lng, quality, position_at as "positionAt", positions, fixed_positions as "fixedPositions", notes,
  ${FELT_COLUMNS}`

/** Newest first. */
export const listSessionsOf = (db: Database, credentialId: number, limit: number) =>
  db.query<Session>(
    statement(
      'sessions-of-credential',
      `select ${COLUMNS} from sessions where credential_id = $1 order by started_at desc limit $2`,
    ),
    [credentialId, limit],
  )

/** Newest first. */
export const listSessions = (db: Database, live: boolean, limit: number) =>
  db.query<Session>(
    statement(
      live ? 'sessions-live' : 'sessions-all',
      `select ${COLUMNS} from sessions ${live ? 'where ended_at is null' : ''} order by started_at desc limit $1`,
    ),
    [limit],
  )

export interface SessionPlace extends KnownPlace {
  readonly sessionId: string
}

/**
 * Where the credentials of these sessions were last, or else where they are registered: missing where nobody knows. Of a credential that
 * several devices use only from the same address, and among so many: another of them may be anywhere.
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
           where credential_id = own.credential_id and lat is not null order by started_at desc limit 1000
         ) as located where c.max_sessions = 1 or address = own.address order by started_at desc limit 1
       ) as last on true
       where own.id = any ($1::text[]) and coalesce(last.lat, place_lat) is not null`,
    ),
    [sessionIds],
  )

/** Removes sessions that began long ago; returns how many. */
export async function deleteSessions(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from sessions where id in (select id from sessions where started_at < $1 and ended_at is not null order by started_at limit $2) returning 1`
  return (await db.query(statement('sessions-delete', remove), [before, limit])).length
}

/** Where somebody was is kept for a shorter time than that they were there. */
export async function forgetPositions(db: Database, before: Date, limit: number): Promise<number> {
  const forget = `update sessions set lat = null, lng = null where id in
    (select id from sessions where started_at < $1 and lat is not null and ended_at is not null order by started_at limit $2) returning 1`
  return (await db.query(statement('positions-forget', forget), [before, limit])).length
}
