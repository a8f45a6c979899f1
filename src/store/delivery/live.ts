// Live state of customers' equipment, read for all open customer pages at once.

import type { SeenSession } from '../../domain/delivery/live.ts'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { SessionNote } from '../../domain/sessions/session.ts'
import { type Database, statement } from '../kit/database.ts'
import { isAlive } from '../operations/nodes/rows.ts'

/** Notifies casters which credentials have an open page. */
export const SESSIONS_WATCHED = 'sessions_watched'
/** A notification holds at most 8,000 bytes. */
const IDS_A_NOTICE = 400

export async function notifyWatched(db: Database, credentialIds: readonly number[]): Promise<void> {
  for (let at = 0; at < credentialIds.length; at += IDS_A_NOTICE) {
    const ids = credentialIds.slice(at, at + IDS_A_NOTICE).join(' ')
    await db.query(statement('sessions-watched', 'select pg_notify($1, $2)'), [SESSIONS_WATCHED, ids])
  }
}

export interface SeenSessionRow extends Omit<SeenSession, 'base' | 'notes'> {
  readonly credentialId: number
  readonly stationId: number | null
  readonly notes: readonly SessionNote<string>[]
}

const SEEN = `credential_id as "credentialId", station_id as "stationId", started_at as "startedAt", ended_at as "endedAt", end_reason as "endReason",
  distance_km as "distanceKm", quality, position_at as "positionAt", satellites, first_fixed_at as "firstFixedAt", data_at as "dataAt", told_at as "toldAt", notes`
const NEWEST = 'order by started_at desc limit 1'

/** Per credential: the newest open session, if any, and the newest session of all. */
export const listSeenSessions = (db: Database, credentialIds: readonly number[]) =>
  db.query<SeenSessionRow>(
    statement(
      'sessions-seen',
      `with living as materialized (select n.id from nodes n where ${isAlive('n')})
       select newest.* from unnest($1::bigint[]) as asked (id) cross join lateral (
         (select ${SEEN}, true as "isOpen" from sessions
          where credential_id = asked.id and ended_at is null and node in (select id from living) ${NEWEST})
         union all
         (select ${SEEN}, false as "isOpen" from sessions where credential_id = asked.id ${NEWEST})
       ) as newest`,
    ),
    [credentialIds],
  )

export interface SeenRefusal {
  readonly credentialId: number
  readonly reason: RefusalReason
  readonly lastAt: Date
  readonly times: number
  readonly mountpoint: string
  readonly address: string
}

/** Per credential: the newest rejection of its user name since the credential was issued. */
export const listSeenRefusals = (db: Database, credentialIds: readonly number[]) =>
  db.query<SeenRefusal>(
    statement(
      'refusals-seen',
      `select c.id as "credentialId", newest.reason, newest.last_at as "lastAt", newest.times, newest.mountpoint, newest.address
       from credentials c cross join lateral (
         select reason, last_at, times, mountpoint, address from refusals
         where username = c.username and last_at >= c.issued_at order by last_at desc limit 1
       ) as newest where c.id = any ($1::bigint[])`,
    ),
    [credentialIds],
  )
