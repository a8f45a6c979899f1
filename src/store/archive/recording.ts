// What the recorder writes into the index of segments.
import type { SegmentCounts, SegmentStart } from '../../domain/archive/segment.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

export type OpenSegmentRow = SegmentStart & SegmentCounts

const ROW = `json_to_recordset($1::json) as r ("stationId" bigint, hour timestamptz, origin text, format text, node text, "fencingToken" bigint,
  name text, bytes bigint, epochs integer, "intervalMs" integer, "firstEpoch" timestamptz, "lastEpoch" timestamptz)`
const COLUMNS =
  'station_id, hour, origin, format, node, fencing_token, name, bytes, epochs, interval_ms, first_epoch, last_epoch'
const VALUES = `"stationId", hour, origin, format, node, "fencingToken", name, bytes, epochs, "intervalMs", "firstEpoch", "lastEpoch"`
const COUNTED = `bytes = excluded.bytes, epochs = excluded.epochs, interval_ms = excluded.interval_ms, first_epoch = excluded.first_epoch,
  last_epoch = excluded.last_epoch`

/** Inserts or updates the rows of segments that are being written. */
export const saveOpenSegments = (db: Database, segments: readonly OpenSegmentRow[], now: Date) =>
  db.query(
    statement(
      'archive-segments-open',
      `insert into archive_segments (${COLUMNS}, state, created_at) select ${VALUES}, 'open', $2 from ${ROW}
       where not exists (select from archive_deleted_segments d where d.name = r.name) order by name
       on conflict (name) do update set ${COUNTED} where archive_segments.state = 'open'`,
    ),
    [JSON.stringify(segments), now],
  )

export interface CompressedFile {
  readonly storedBytes: number
  readonly sha256: Buffer
}

/** The segment is complete and compressed on the disk of its node. */
export const saveClosedSegment = (db: Database, segment: OpenSegmentRow, file: CompressedFile, now: Date) =>
  db.query(
    statement(
      'archive-segment-closed',
      `insert into archive_segments (${COLUMNS}, state, stored_bytes, sha256, created_at, closed_at)
       select ${VALUES}, 'closed', $2, $3, $4, $4 from ${ROW}
       on conflict (name) do update set ${COUNTED}, state = 'closed', stored_bytes = excluded.stored_bytes, sha256 = excluded.sha256,
         closed_at = excluded.closed_at where archive_segments.state <> 'stored'`,
    ),
    [JSON.stringify([segment]), file.storedBytes, file.sha256, now],
  )

/** Returns false if the row was deleted meanwhile: the budget no longer has room for the segment. */
export const markStored = async (db: Database, name: string): Promise<boolean> =>
  (await first<{ id: number }>(
    db,
    statement('archive-segment-stored', `update archive_segments set state = 'stored' where name = $1 returning id`),
    [name],
  )) !== null

export const isIndexed = async (db: Database, name: string): Promise<boolean> =>
  (await first<{ id: number }>(
    db,
    statement('archive-segment-by-name', 'select id from archive_segments where name = $1'),
    [name],
  )) !== null

/** Whether the segment was deleted before it was in the storage. */
export const wasDeleted = async (db: Database, name: string): Promise<boolean> =>
  (await first<{ name: string }>(
    db,
    statement('archive-segment-deleted', 'select name from archive_deleted_segments where name = $1'),
    [name],
  )) !== null

export const forgetDeletedSegments = (db: Database, before: Date) =>
  db.query(statement('archive-deleted-segments-forget', 'delete from archive_deleted_segments where deleted_at < $1'), [
    before,
  ])

export const deleteUnstored = (db: Database, name: string) =>
  db.query(
    statement('archive-segment-unstored-delete', `delete from archive_segments where name = $1 and state <> 'stored'`),
    [name],
  )

/** After an outage of the database, nodes that were silent because of it count as heard until they can return. */
const heardAfter = (grace: string) => `least(now() - make_interval(secs => ${grace}), (select nodes_dead_before()))`

/** SQL: no node writes the segment `s` now. */
export const IS_DELETABLE = `(s.state <> 'open' or not exists (
  select from nodes where nodes.id = s.node and nodes.seen_at > ${heardAfter('30')}))`

/** Segments on the disk of a machine that has not run for this long. */
const LOST_AFTER_S = 3600
const LOST = `s.state <> 'stored' and not exists (
  select from nodes where nodes.id = s.node and nodes.seen_at > ${heardAfter(`${LOST_AFTER_S}`)})`

export interface LostSegment {
  readonly id: number
  readonly name: string
  readonly hour: Date
}

/** By id, after `afterId`. `stationId`: `null` for all stations. */
export const listLostSegments = (db: Database, stationId: number | null, afterId: number, limit: number) =>
  db.query<LostSegment>(
    statement(
      'archive-segments-lost',
      `select id, name, hour from archive_segments s where ${LOST} and id > $2 and ($1::bigint is null or station_id = $1)
       order by id limit $3`,
    ),
    [stationId, afterId, limit],
  )

/** Returns how many segments and stations. */
export const countLostSegments = (db: Database, stationId: number | null) =>
  only<{ segments: number; stations: number }>(
    db,
    statement(
      'archive-segments-lost-count',
      `select count(*)::int as segments, count(distinct station_id)::int as stations from archive_segments s
       where ${LOST} and ($1::bigint is null or station_id = $1)`,
    ),
    [stationId],
  )

/** Closed segments of nodes that are gone: their files may already be in the storage. */
export const listClosedOfGone = (db: Database, graceSeconds: number) =>
  db.query<{ name: string }>(
    statement(
      'archive-segments-gone',
      `select name from archive_segments s where state = 'closed'
         and not exists (select from nodes where nodes.id = s.node and nodes.seen_at > ${heardAfter('$1')})
       order by node, id limit 1000`,
    ),
    [graceSeconds],
  )

/** Which of the nodes sent a heartbeat within the grace period. Others no longer write their files. */
export const listHeardNodes = async (
  db: Database,
  nodes: readonly string[],
  graceSeconds: number,
): Promise<ReadonlySet<string>> => {
  const rows = await db.query<{ id: string }>(
    statement(
      'archive-nodes-heard',
      `select id from nodes where id = any ($1::text[]) and seen_at > ${heardAfter('$2')}`,
    ),
    [nodes, graceSeconds],
  )
  return new Set(rows.map(({ id }) => id))
}

export type StoredSegment = OpenSegmentRow & CompressedFile

/** Adds segments whose files are in the storage already. */
export const insertStoredSegments = (db: Database, segments: readonly StoredSegment[], now: Date) =>
  db.query(
    statement(
      'archive-segments-import',
      `insert into archive_segments (${COLUMNS}, state, stored_bytes, sha256, created_at, closed_at)
       select ${VALUES}, 'stored', f.stored, decode(f.digest, 'hex'), $4, $4
       from ${ROW} join unnest($5::text[], $2::bigint[], $3::text[]) as f (file, stored, digest) on f.file = r.name`,
    ),
    [
      JSON.stringify(segments.map(({ sha256: _, storedBytes: __, ...row }) => row)),
      segments.map(({ storedBytes }) => storedBytes),
      segments.map(({ sha256 }) => sha256.toString('hex')),
      now,
      segments.map(({ name }) => name),
    ],
  )
