// The tables that a backup copies: all logged (crash-safe) tables, each after the tables it references. The retention
// of the audit log is not included: it is set where the service starts, not by a backup file.
import type pg from 'pg'
import type { DatabasePool } from '../../kit/database.ts'

export interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
}

interface TableRow extends CopiedTable {
  readonly refersTo: readonly string[]
}

const OUTLIVES_A_CRASH = `c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
    and c.relname not in ('schema_migrations', 'audit_retention')`

/** Tables of other programs in the same schema. An unreadable table of ours is not skipped: the backup fails. */
const KEPT_FROM_US = `(not has_table_privilege(c.oid, 'select')
    and c.relowner <> (select relowner from pg_class where oid = 'schema_migrations'::regclass))`

const TABLES = `
  select c.relname as name,
    (select array_agg(attname::text order by attnum) from pg_attribute
     where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
       and atttypid <> 'xid8'::regtype) as columns, -- transaction ids mean nothing in another server: the restoring transaction sets its own
    (select coalesce(array_agg(distinct r.relname::text), '{}') from pg_constraint k join pg_class r on r.oid = k.confrelid
     where k.conrelid = c.oid and k.contype = 'f' and r.oid <> c.oid) as "refersTo"
  from pg_class c
  where ${OUTLIVES_A_CRASH} and not ${KEPT_FROM_US}
  order by c.relname`

export async function readTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const waiting = (await client.query<TableRow>(TABLES)).rows
  const ordered: TableRow[] = []
  while (waiting.length > 0) {
    // Only tables that are copied count; tables of other programs may reference others.
    const next = waiting.findIndex(({ refersTo }) => !waiting.some((table) => refersTo.includes(table.name)))
    if (next === -1) throw new Error(`these tables refer to each other: ${waiting.map(({ name }) => name).join(', ')}`)
    ordered.push(...waiting.splice(next, 1))
  }
  return ordered
}

export async function readUnreadableTables({ pool }: DatabasePool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c where ${OUTLIVES_A_CRASH} and ${KEPT_FROM_US} order by 1`,
  )
  return rows.map(({ name }) => name)
}

export async function readSequences(client: pg.ClientBase) {
  const { rows } = await client.query<{ name: string; value: number | null }>(
    `select sequencename as name, last_value as value from pg_sequences where schemaname = current_schema() order by 1`,
  )
  // A sequence that was never used stays at its start.
  return rows.map(({ name, value }) => ({ name, value: value ?? 1, called: value !== null }))
}

export async function readMigrations(client: pg.ClientBase) {
  const { rows } = await client.query<{ number: number; name: string; checksum: string }>(
    'select number, name, checksum from schema_migrations order by number',
  )
  return rows
}

export async function readKeyIds(client: pg.ClientBase): Promise<string[]> {
  return (await client.query<{ id: string }>('select id from encryption_keys order by registered_at, id')).rows.map(
    ({ id }) => id,
  )
}

export async function isUntouched(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ untouched: boolean }>(
    `select not exists (select from owners) and not exists (select from users) and not exists (select from stations)
       and not exists (select from credentials) and not exists (select from audit_log) as untouched`,
  )
  return rows[0]!.untouched
}
