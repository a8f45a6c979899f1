// Upstream casters and their last sourcetables.
import type {
  LeftOut,
  OfferFailure,
  OfferSettings,
  ReportedStream,
  TableTrouble,
} from '../../../domain/network/upstreams/upstream.ts'
import { type Database, first, statement } from '../../kit/database.ts'

export interface UpstreamCaster {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly hasLogin: boolean
  readonly prefix: string
  readonly servesNetwork: boolean
  readonly createdAt: Date
  readonly askedAt: Date | null
  readonly answeredAt: Date | null
  readonly answers: boolean
  readonly awaySince: Date | null
  readonly error: TableTrouble | null
  readonly listed: number
  readonly leftOut: readonly LeftOut[]
  readonly offered: number
}

/** Byte order, because callers that page through the list compare names that way. */
const select = (name: string, condition: string) =>
  statement(
    name,
    `select u.id, u.name, u.url, u.login is not null as "hasLogin", u.prefix, u.serves_network as "servesNetwork",
       u.created_at as "createdAt", t.asked_at as "askedAt", t.answered_at as "answeredAt", t.answers, t.away_since as "awaySince", t.error, t.listed,
       t.left_out as "leftOut",
       (select count(*)::int from stations s where s.upstream_id = u.id and s.upstream_listed and s.archived_at is null) as offered
     from upstreams u join upstream_tables t on t.upstream_id = u.id where ${condition} order by lower(u.name) collate "C"`,
  )

const all = select('upstreams', 'true')
const byName = select('upstream-by-name', 'lower(u.name) = lower($1)')
const byId = select('upstream-by-id', 'u.id = $1')

export const listUpstreams = (db: Database) => db.query<UpstreamCaster>(all)

/** By id, or by name (case-insensitive). */
export type UpstreamRef = { readonly id: number } | { readonly name: string }

export const findUpstream = (db: Database, which: UpstreamRef) =>
  'id' in which ? first<UpstreamCaster>(db, byId, [which.id]) : first<UpstreamCaster>(db, byName, [which.name])

export interface UpstreamWrite {
  readonly name: string
  readonly url: string
  readonly prefix: string
  readonly servesNetwork: boolean
}

/** Returns the id. The login is written afterwards, because its encryption needs the id. */
export async function insertUpstream(db: Database, { name, url, prefix, servesNetwork }: UpstreamWrite) {
  const insert = `with made as (insert into upstreams (name, url, prefix, serves_network) values ($1, $2, $3, $4) returning id),
      asked as (insert into upstream_tables (upstream_id, error) select id, '{"code": "not_asked", "params": {}}' from made)
    select id from made`
  const row = await first<{ id: number }>(db, statement('upstream-insert', insert), [name, url, prefix, servesNetwork])
  return row!.id
}

export const updateUpstream = (db: Database, id: number, { name, url, prefix, servesNetwork }: UpstreamWrite) =>
  db.query(
    statement(
      'upstream-update',
      'update upstreams set name = $2, url = $3, prefix = $4, serves_network = $5 where id = $1',
    ),
    [id, name, url, prefix, servesNetwork],
  )

export const writeUpstreamCasterLogin = (db: Database, id: number, login: Buffer | null) =>
  db.query(statement('upstream-caster-login', 'update upstreams set login = $2 where id = $1'), [id, login])

/** Call `letGoOfStations` first. */
export const deleteUpstream = (db: Database, id: number) =>
  db.query(statement('upstream-delete', 'delete from upstreams where id = $1'), [id])

/** Notifies the job that polls sourcetables. */
export const UPSTREAMS_DUE = 'upstreams_due'

/** Requests a poll of the sourcetable at `at`, or earlier if one is already due. */
export const makeUpstreamDue = (db: Database, id: number, at: Date) =>
  db.query(
    statement(
      'upstream-due',
      `with due as (update upstream_tables set due_at = least(due_at, $2) where upstream_id = $1)
       select pg_notify('${UPSTREAMS_DUE}', $1::text)`,
    ),
    [id, at],
  )

/** Requests a poll of the upstream casters whose streams fail, unless they were polled since `before`. */
export const doubtUpstreamsOf = (db: Database, stationIds: readonly number[], now: Date, before: Date) =>
  db.query(
    statement(
      'upstreams-doubt',
      `with doubted as (
         update upstream_tables set due_at = $2
         where due_at > $2 and asked_at < $3 and answers
           and upstream_id in (select upstream_id from stations where id = any ($1::bigint[]))
         returning upstream_id)
       select pg_notify('${UPSTREAMS_DUE}', upstream_id::text) from doubted`,
    ),
    [stationIds, now, before],
  )

export interface DueUpstream extends SealedUpstream {
  readonly name: string
}

export const takeDueUpstreams = (db: Database, now: Date, until: Date, limit: number) =>
  db.query<DueUpstream>(
    statement(
      'upstreams-take',
      `update upstream_tables t set due_at = $2 from upstreams u
       where u.id = t.upstream_id and t.upstream_id in (
         select upstream_id from upstream_tables where due_at <= $1 order by due_at limit $3 for update skip locked)
       returning u.id, u.name, u.url, u.login`,
    ),
    [now, until, limit],
  )

export interface TableNote {
  readonly at: Date
  readonly dueAt: Date
  readonly error: TableTrouble | null
  /** Undefined keeps the previous value; so does `leftOut`. */
  readonly listed?: number
  readonly leftOut?: readonly LeftOut[]
}

export const noteUpstreamTable = (db: Database, id: number, { at, dueAt, error, listed, leftOut }: TableNote) =>
  db.query(
    statement(
      'upstream-noted',
      `update upstream_tables set asked_at = $2, due_at = $3, error = $4::jsonb, answers = ($4::jsonb is null),
         answered_at = case when $4::jsonb is null then $2 else answered_at end,
         away_since = case when $4::jsonb is null then null else coalesce(away_since, $2) end,
         listed = coalesce($5::int, listed), left_out = coalesce($6::jsonb, left_out)
       where upstream_id = $1`,
    ),
    [id, at, dueAt, error && JSON.stringify(error), listed ?? null, leftOut ? JSON.stringify(leftOut) : null],
  )

export interface SealedUpstream {
  readonly id: number
  readonly url: string
  readonly login: Buffer | null
}

/** Stations by upstream caster, with their mountpoints there. */
export const listOffered = (db: Database) =>
  db.query<{ stationId: number; upstreamId: number; mountpoint: string; login: Buffer | null }>(
    statement(
      'upstream-offers',
      `select id as "stationId", upstream_id as "upstreamId", upstream_mountpoint as mountpoint, upstream_login as login
       from stations where upstream_id is not null and upstream_mountpoint is not null and archived_at is null`,
    ),
  )

export const readSealedUpstream = (db: Database, id: number) =>
  first<SealedUpstream & Pick<UpstreamCaster, 'prefix'>>(
    db,
    statement('upstream-sealed', 'select id, url, login, prefix from upstreams where id = $1'),
    [id],
  )

export const listUpstreamLogins = (db: Database) =>
  db.query<SealedUpstream>(statement('upstream-logins', 'select id, url, login from upstreams'))

export const listAwayUpstreams = (db: Database) =>
  db.query<{ name: string; since: Date }>(
    statement(
      'upstreams-away',
      `select u.name, t.away_since as since from upstreams u join upstream_tables t on t.upstream_id = u.id
       where not t.answers and t.away_since is not null order by u.name`,
    ),
  )

export interface FailingOffer extends OfferFailure {
  readonly upstreamId: number
  readonly mountpoint: string
}

/** Stations whose last pull returned no data. */
export const listFailingOffers = (db: Database) =>
  db.query<FailingOffer>(
    statement(
      'upstreams-failing',
      `select s.id as "stationId", s.upstream_id as "upstreamId", s.mountpoint, h.failed_why as why
       from station_health h join stations s on s.id = h.station_id
       where h.failed_why is not null and s.upstream_id is not null and s.upstream_listed and s.archived_at is null
       order by s.mountpoint collate "C"`,
    ),
  )

/** Notifies casters, which then reconnect their pulls. */
export const UPSTREAMS_CHANGED = 'upstreams_changed'

/** Clears the failures of stations whose upstream caster was changed or removed, and notifies the casters. */
export const forgetFailures = (db: Database, stationIds: readonly number[]) =>
  db.query(
    statement(
      'upstream-forget-failures',
      `with forgotten as (
         update station_health set failed_at = null, failed_why = null
         where station_id = any ($1::bigint[]) and (failed_at is not null or failed_why is not null))
       select pg_notify('${UPSTREAMS_CHANGED}', '')`,
    ),
    [stationIds],
  )

export async function listStationIdsOf(db: Database, upstreamId: number): Promise<number[]> {
  const select = statement('upstream-station-ids', 'select id from stations where upstream_id = $1 order by id')
  return (await db.query<{ id: number }>(select, [upstreamId])).map(({ id }) => id)
}

export async function readMark(db: Database): Promise<string> {
  return (await first<{ mark: string }>(db, statement('network-mark', 'select mark from network')))!.mark
}

export interface KnownStation {
  readonly id: number
  readonly code: string
  readonly upstreamId: number | null
  readonly mountpoint: string
  readonly name: string
  readonly listed: boolean
  readonly told: ReportedStream | null
  readonly settings: Partial<OfferSettings>
}

/** Stations of this upstream caster, and archived ones of upstream casters that were removed. */
export const listStationsOf = (db: Database, upstreamId: number | null) =>
  db.query<KnownStation>(
    statement(
      'upstream-stations',
      `select id, code, upstream_id as "upstreamId", upstream_mountpoint as mountpoint, stations.mountpoint as name, upstream_listed as listed,
         upstream_told as told, upstream_settings as settings
       from stations where upstream_mountpoint is not null
         and (upstream_id = $1 and archived_at is null or upstream_id is null and archived_at is not null) order by id`,
    ),
    [upstreamId],
  )

export const linkStations = (
  db: Database,
  upstreamId: number,
  stations: readonly { readonly id: number; readonly mountpoint: string; readonly told: ReportedStream }[],
) =>
  db.query(
    statement(
      'upstream-link',
      `update stations set upstream_id = $1, upstream_mountpoint = r.mountpoint, upstream_told = r.told, upstream_listed = true
       from json_to_recordset($2::json) as r (id bigint, mountpoint text, told jsonb) where stations.id = r.id`,
    ),
    [upstreamId, JSON.stringify(stations)],
  )

export const markListed = (db: Database, stationIds: readonly number[], isListed: boolean) =>
  db.query(statement('upstream-listed', 'update stations set upstream_listed = $2 where id = any ($1::bigint[])'), [
    stationIds,
    isListed,
  ])

export const writeOfferSettings = (db: Database, stationId: number, settings: OfferSettings) =>
  db.query(statement('upstream-offer-settings', 'update stations set upstream_settings = $2::jsonb where id = $1'), [
    stationId,
    JSON.stringify(settings),
  ])

export const writeOfferLogin = (db: Database, stationId: number, login: Buffer | null) =>
  db.query(statement('upstream-offer-login', 'update stations set upstream_login = $2 where id = $1'), [
    stationId,
    login,
  ])

/** Removes the accounts of single mountpoints: they are for the caster's former address. */
export const forgetOfferLogins = (db: Database, upstreamId: number) =>
  db.query(
    statement(
      'upstream-forget-logins',
      'update stations set upstream_login = null where upstream_id = $1 and upstream_login is not null',
    ),
    [upstreamId],
  )

/** Archives the stations of an upstream caster; their credentials and their history stay. Returns their ids. */
export async function letGoOfStations(db: Database, upstreamId: number, now: Date): Promise<number[]> {
  const update = `update stations set archived_at = coalesce(archived_at, $2), upstream_id = null, upstream_listed = false, upstream_login = null
    where upstream_id = $1 returning id`
  return (await db.query<{ id: number }>(statement('upstream-let-go', update), [upstreamId, now])).map(({ id }) => id)
}
