// The index of the recorded segments.
import type { Segment } from '../../domain/archive/segment.ts'
import { type Database, statement } from '../kit/database.ts'

export const SEGMENT_COLUMNS = `id, station_id as "stationId", hour, origin, format, node, fencing_token as "fencingToken", name, state,
  bytes, stored_bytes as "storedBytes", epochs, interval_ms as "intervalMs", first_epoch as "firstEpoch", last_epoch as "lastEpoch", sha256, observed_hour as "observedHour"`

/** A month of hours with a few segments each. */
const MOST = 20_000

/** Segments that were received in hours that overlap the window, oldest first. */
export const listSegments = (db: Database, stationId: number, from: Date, to: Date) =>
  db.query<Segment>(
    statement(
      'archive-segments-list',
      `select ${SEGMENT_COLUMNS} from archive_segments
       where station_id = $1 and hour > $2::timestamptz - interval '1 hour' and hour < $3 order by hour, id limit ${MOST}`,
    ),
    [stationId, from, to],
  )

/** Like `listSegments`, with segments that were received at another time because a clock was wrong. */
export const listObserved = (db: Database, stationId: number, from: Date, to: Date) =>
  db.query<Segment>(
    statement(
      'archive-segments-observed',
      `select ${SEGMENT_COLUMNS} from archive_segments
       where station_id = $1 and (hour > $2::timestamptz - interval '1 hour' and hour < $3
         or observed_hour > $2::timestamptz - interval '1 hour' and observed_hour < $3) order by hour, id limit ${MOST}`,
    ),
    [stationId, from, to],
  )
