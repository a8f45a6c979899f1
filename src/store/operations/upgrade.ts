// Facts about a database that this release has not migrated yet. It can be of any age, so no table is assumed to exist.
import { type Database, only, plannedEachTime } from '../kit/database.ts'
import { type AppliedMigration, SELECT_APPLIED } from '../kit/migrations/migration-files.ts'
import { isAlive } from './nodes/rows.ts'

export interface ServerFacts {
  readonly serverVersion: string
  readonly databaseBytes: number
  readonly role: string
  /** The role can create tables and alter the existing ones. */
  readonly mayMigrate: boolean
  readonly now: Date
}

export interface TableFacts {
  readonly name: string
  /** The planner's estimate; `null` before the first ANALYZE. */
  readonly rows: number | null
  readonly bytes: number
}

export interface NodeFacts {
  readonly name: string
  readonly roles: readonly string[]
  readonly version: string
  readonly alive: boolean
}

export const onlyRead = (db: Database) => db.query(plannedEachTime('set transaction read only'))

export const readServerFacts = (db: Database): Promise<ServerFacts> =>
  only<ServerFacts>(
    db,
    plannedEachTime(
      `select current_setting('server_version') as "serverVersion", pg_database_size(current_database()) as "databaseBytes",
         current_user::text as role, now() as now,
         has_schema_privilege(current_schema(), 'create') and not exists (
           select from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
             and not pg_has_role(relowner, 'usage')) as "mayMigrate"`,
    ),
  )

async function hasTable(db: Database, name: string): Promise<boolean> {
  const found = plannedEachTime('select to_regclass($1) is not null as found')
  return (await only<{ found: boolean }>(db, found, [name])).found
}

export async function listApplied(db: Database): Promise<AppliedMigration[]> {
  if (!(await hasTable(db, 'schema_migrations'))) return []
  return db.query<AppliedMigration>(plannedEachTime(SELECT_APPLIED))
}

export const listTables = (db: Database) =>
  db.query<TableFacts>(
    plannedEachTime(
      `select relname::text as name, nullif(reltuples, -1)::bigint as rows, pg_total_relation_size(oid) as bytes
       from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`,
    ),
  )

/** Live nodes, and nodes that disappeared in the last hour without a clean shutdown. */
export async function listNodesOfAnyRelease(db: Database): Promise<NodeFacts[]> {
  if (!(await hasTable(db, 'nodes'))) return []
  const nodes = `select name, roles, version, ${isAlive('nodes')} as alive from nodes
    where seen_at > now() - interval '1 hour' order by name, started_at limit 1000`
  return db.query<NodeFacts>(plannedEachTime(nodes))
}

/** Time of the last backup written by a command; `null` if none is on record. */
export async function lastBackupAt(db: Database): Promise<Date | null> {
  if (!(await hasTable(db, 'audit_log'))) return null
  const newest = `select at from audit_log where action = 'database.backed_up' order by at desc limit 1`
  const [row] = await db.query<{ at: Date }>(plannedEachTime(newest))
  return row?.at ?? null
}
