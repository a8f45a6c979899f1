// State of the service as the database sees it: versions, queues, sizes. Cheap enough to read every few seconds.
import { type Database, only, plannedEachTime, statement } from '../kit/database.ts'
import { DUE_AT, WITH_HOLDS } from '../mail/held.ts'

export interface SystemFigures {
  readonly serverVersion: string
  readonly databaseBytes: number
  readonly connections: number
  readonly maxConnections: number
  readonly migration: string
  readonly migratedAt: Date
}

const figures = statement(
  'system-figures',
  `select current_setting('server_version') as "serverVersion", pg_database_size(current_database()) as "databaseBytes",
     (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
     current_setting('max_connections')::int as "maxConnections", m.name as migration, m.applied_at as "migratedAt"
   from schema_migrations m order by m.number desc limit 1`,
)

export async function readSystemFigures(db: Database): Promise<SystemFigures> {
  return only<SystemFigures>(db, figures)
}

/** Backlog of a queue and the age of its oldest due item. Counts are capped at MOST_COUNTED. */
export interface Queue {
  readonly name: 'deliveries' | 'mails' | 'expiry'
  readonly waiting: number
  readonly due: number
  readonly lateSeconds: number
}

/** Counting stops here: a larger number tells an operator nothing more. */
export const MOST_COUNTED = 10_000

const queues = plannedEachTime(
  [
    queue(
      'deliveries',
      `select due_at as at from webhooks w cross join lateral (
         select due_at from deliveries where webhook_id = w.id and state = 'pending' order by due_at limit ${MOST_COUNTED}) d`,
    ),
    queue('mails', `select ${DUE_AT} as at from mails m ${WITH_HOLDS} where state = 'pending' order by 1`),
    queue(
      'expiry',
      `select expires_at as at from owners cross join lateral (
         select expires_at from credentials where owner_id = owners.id and revoked_at is null and expiry_noted_at is null and expires_at <= $1
         order by owner_id, expires_at limit ${MOST_COUNTED}) c order by 1`,
    ),
  ].join('\nunion all\n'),
)

/** `times` selects the due time of each waiting item. */
function queue(name: Queue['name'], times: string): string {
  return `select '${name}' as name, count(*)::int as waiting, count(*) filter (where at <= $1)::int as due,
     greatest(0, extract(epoch from $1::timestamptz - min(at)))::float8 as "lateSeconds" from (${times} limit ${MOST_COUNTED}) q`
}

export async function readQueues(db: Database, now: Date): Promise<Queue[]> {
  const rows = await db.query<Omit<Queue, 'lateSeconds'> & { lateSeconds: number | null }>(queues, [now])
  return rows.map((row) => ({ ...row, lateSeconds: row.lateSeconds ?? 0 }))
}

export interface TableSize {
  readonly name: string
  /** The planner's estimate; `null` before the first ANALYZE. */
  readonly rows: number | null
  readonly bytes: number
}

const tables = statement(
  'system-tables',
  `select relname as name, nullif(reltuples, -1)::bigint as rows, pg_total_relation_size(oid) as bytes
   from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
   order by pg_total_relation_size(oid) desc limit 12`,
)

export const listTableSizes = (db: Database) => db.query<TableSize>(tables)
