// Positions that stations announce, and what operators decided about them.
import { type Database, statement } from '../kit/database.ts'

export interface AnnouncedPosition {
  readonly at: Date
  readonly lat: number
  readonly lng: number
  /** Above the ellipsoid; `null` if the caster did not report it. */
  readonly height: number | null
}

export const insertAnnounced = (
  db: Database,
  positions: readonly (AnnouncedPosition & { readonly stationId: number })[],
) =>
  db.query(
    statement(
      'positions-insert',
      `insert into station_positions (station_id, at, lat, lng, height)
       select "stationId", at, lat, lng, height
       from json_to_recordset($1::json) as r ("stationId" bigint, at timestamptz, lat double precision, lng double precision, height double precision)
       on conflict do nothing`,
    ),
    [JSON.stringify(positions)],
  )

/** Oldest first: the changes since then, and the position announced at that time. */
export const listAnnounced = (db: Database, stationId: number, since: Date) =>
  db.query<AnnouncedPosition>(
    statement(
      'positions-of-station',
      `select at, lat, lng, height from station_positions where station_id = $1 and at >= coalesce(
         (select max(at) from station_positions where station_id = $1 and at <= $2), $2) order by at`,
    ),
    [stationId, since],
  )

/** Keeps the newest row of each station, because it still applies. */
export const deleteAnnounced = (db: Database, before: Date) =>
  db.query(
    statement(
      'positions-old',
      `delete from station_positions p where at < $1
       and exists (select from station_positions newer where newer.station_id = p.station_id and newer.at > p.at and newer.at < $1)`,
    ),
    [before],
  )

/** `null` if the offset from the currently registered position has not been acknowledged. */
export const writePositionAck = (db: Database, ids: readonly number[], at: Date | null, until: Date | null = null) =>
  db.query(
    statement(
      'stations-position-ack',
      `update stations set position_acked_at = $2, position_ack_until = $3 where id = any ($1::bigint[])
       and (position_acked_at, position_ack_until) is distinct from ($2, $3)`,
    ),
    [ids, at, until],
  )

/** The alarm of a position that was ignored until now comes back. */
export const endIgnoredPositions = (db: Database, now: Date) =>
  db.query(
    statement(
      'positions-ignored-ended',
      'update stations set position_acked_at = null, position_ack_until = null where position_ack_until <= $1',
    ),
    [now],
  )

export const markPositionPending = (db: Database, id: number) =>
  db.query(statement('station-position-pending', 'update stations set position_pending = true where id = $1'), [id])

export const markPositionsKnown = (db: Database, ids: readonly number[]) =>
  db.query(
    statement(
      'stations-position-known',
      'update stations set position_pending = false where id = any ($1::bigint[]) and position_pending',
    ),
    [ids],
  )
