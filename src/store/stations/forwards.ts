// Forwards of streams to other casters, and what the forwarding nodes report.
import type { ForwardReport, NtripRevision, ReportedForwardState } from '../../domain/network/forward.ts'
import type { StreamLoss } from '../../domain/network/source-address.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

export interface StoredForward {
  readonly id: number
  readonly stationId: number
  readonly stationCode: string
  /** Name of the derived mountpoint; `null` for the station's own stream. */
  readonly mountpoint: string | null
  readonly url: string
  readonly hasLogin: boolean
  readonly revision: NtripRevision
  readonly pausedAt: Date | null
  readonly createdAt: Date
  /** The last report; `null` if there is none. */
  readonly node: string | null
  readonly reported: ReportedForwardState | null
  readonly since: Date | null
  readonly reportedAt: Date | null
  readonly bytes: number
  readonly error: StreamLoss | null
  readonly errorAt: Date | null
}

const SELECT = `select f.id, f.station_id as "stationId", s.code as "stationCode", m.name as mountpoint, f.url,
  f.login is not null as "hasLogin", f.revision, f.paused_at as "pausedAt", f.created_at as "createdAt",
  r.node, r.state as reported, r.since, r.reported_at as "reportedAt", coalesce(r.bytes, 0) as bytes, r.error, r.error_at as "errorAt"
  from forwards f join stations s on s.id = f.station_id
  left join mountpoints m on m.id = f.mountpoint_id left join forward_reports r on r.forward_id = f.id`

export const listForwards = (db: Database) =>
  db.query<StoredForward>(statement('forwards', `${SELECT} order by lower(s.code) collate "C", f.id`))

export const listForwardsOf = (db: Database, stationId: number) =>
  db.query<StoredForward>(statement('forwards-of-station', `${SELECT} where f.station_id = $1 order by f.id`), [
    stationId,
  ])

export const findForward = (db: Database, id: number) =>
  first<StoredForward>(db, statement('forward-by-id', `${SELECT} where f.id = $1`), [id])

export interface OpenForward extends Pick<StoredForward, 'id' | 'stationId' | 'mountpoint' | 'url' | 'revision'> {
  /** Encrypted; `null` if none is needed. */
  readonly login: Buffer | null
}

/** Forwards of active stations that are not paused. */
export const listOpenForwards = (db: Database) =>
  db.query<OpenForward>(
    statement(
      'forwards-open',
      `select f.id, f.station_id as "stationId", m.name as mountpoint, f.url, f.revision, f.login
       from forwards f join stations s on s.id = f.station_id left join mountpoints m on m.id = f.mountpoint_id
       where f.paused_at is null and s.archived_at is null order by f.id`,
    ),
  )

export const isForwardUrlTaken = async (db: Database, url: string): Promise<boolean> =>
  (await first<{ id: number }>(db, statement('forward-by-url', 'select id from forwards where url = $1'), [url])) !==
  null

/** Addresses of forwards that listen on a port, other than the forward `id`. */
export const listListeningUrls = async (db: Database, id: number | null): Promise<string[]> =>
  (
    await db.query<{ url: string }>(
      statement(
        'forward-urls',
        "select url from forwards where url like 'tcp://:%' and id is distinct from $1::bigint",
      ),
      [id],
    )
  ).map(({ url }) => url)

export interface ForwardWrite {
  readonly stationId: number
  readonly mountpointId: number | null
  readonly url: string
  readonly revision: NtripRevision
}

export async function insertForward(
  db: Database,
  { stationId, mountpointId, url, revision }: ForwardWrite,
  now: Date,
): Promise<number> {
  const insert = statement(
    'forward-insert',
    'insert into forwards (station_id, mountpoint_id, url, revision, created_at) values ($1, $2, $3, $4, $5) returning id',
  )
  return (await only<{ id: number }>(db, insert, [stationId, mountpointId, url, revision, now])).id
}

/** Without `login` the login stays unchanged; `null` removes it. */
export const writeForwardAddress = (
  db: Database,
  id: number,
  { url, revision, login }: Pick<ForwardWrite, 'url' | 'revision'> & { readonly login?: Buffer | null },
) =>
  db.query(
    statement(
      'forward-address-set',
      'update forwards set url = $2, revision = $3, login = case when $4 then $5 else login end where id = $1',
    ),
    [id, url, revision, login !== undefined, login ?? null],
  )

export const writeForwardPause = (db: Database, id: number, pausedAt: Date | null) =>
  db.query(statement('forward-pause-set', 'update forwards set paused_at = $2 where id = $1'), [id, pausedAt])

export const deleteForward = (db: Database, id: number) =>
  db.query(statement('forward-delete', 'delete from forwards where id = $1'), [id])

/** A node reports `idle` only about its own forwards, because another node may have taken over. */
const report = statement(
  'forward-report',
  `insert into forward_reports as r (forward_id, node, state, since, reported_at, bytes, error, error_at)
   select f.id, $1, news.state, news.since, $2, news.bytes, news.error, news.error_at
   from json_to_recordset($3::json) as news (id bigint, state text, since timestamptz, bytes bigint, error jsonb, error_at timestamptz)
   join forwards f on f.id = news.id order by f.id
   on conflict (forward_id) do update set
     bytes = r.bytes + excluded.bytes,
     error = coalesce(excluded.error, r.error), error_at = coalesce(excluded.error_at, r.error_at),
     node = case when excluded.state = 'idle' and r.node <> excluded.node then r.node else excluded.node end,
     state = case when excluded.state = 'idle' and r.node <> excluded.node then r.state else excluded.state end,
     since = case when excluded.state = 'idle' and r.node <> excluded.node then r.since else excluded.since end,
     reported_at = case when excluded.state = 'idle' and r.node <> excluded.node then r.reported_at else excluded.reported_at end`,
)

/** Reports of deleted forwards are dropped. */
export const recordForwards = (db: Database, node: string, reports: readonly ForwardReport[], now: Date) =>
  db.query(report, [
    node,
    now,
    JSON.stringify(
      reports.map(({ forwardId, state, since, bytes, error }) => ({
        ...{ id: forwardId, state, since, bytes },
        ...{ error: error?.why ?? null, error_at: error?.at ?? null },
      })),
    ),
  ])
