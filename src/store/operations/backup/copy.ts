// Streams rows out of and into a database with COPY, never holding more than a few in memory.
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { isAppendOnly } from '../../kit/append-only.ts'
import { type Database, type DatabasePool, plannedEachTime } from '../../kit/database.ts'
import type { CopiedTable } from './tables.ts'

/** The text form of values depends on these settings; servers and the service's pool may use others. */
const SAME_EVERYWHERE = `set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set enable_seqscan = on`

const quoted = (name: string) => pg.escapeIdentifier(name)
const columnsOf = ({ columns }: CopiedTable) => columns.map(quoted).join(', ')

/** `Client` is the pool's class, which selects one of several hosts; without it, the settings name a single host. */
export type BackupConnection = pg.ClientConfig & { readonly Client?: typeof pg.Client }

/** Without the pool's timeouts, because backups take minutes. */
export const connectionOf = ({ pool }: DatabasePool): BackupConnection =>
  ({ ...pool.options, query_timeout: 0, statement_timeout: 0 }) as BackupConnection

export async function withConnection<Result>(
  { Client = pg.Client, ...connection }: BackupConnection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...connection, application_name: 'vertice backup', connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running query fails with the connection
  await client.connect()
  try {
    await client.query(SAME_EVERYWHERE)
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Everything read afterwards on this connection comes from one snapshot, regardless of later writes. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
}

export const rowsOf = (client: pg.Client, table: CopiedTable): Readable =>
  client.query(copyTo(`copy ${quoted(table.name)} (${columnsOf(table)}) to stdout`))

export async function loadRows(client: pg.Client, table: CopiedTable, rows: AsyncIterable<Buffer>): Promise<number> {
  const into = client.query(copyFrom(`copy ${quoted(table.name)} (${columnsOf(table)}) from stdin`))
  await pipeline(rows, into)
  return into.rowCount
}

interface Trigger {
  readonly table: string
  readonly name: string
  readonly state: string
}

/** Runs `work` with empty tables and disabled triggers, so restored rows cause no side effects. All or nothing. */
export async function intoEmptyTables(
  client: pg.Client,
  names: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  // Append-only tables are already empty, or this role may not empty them.
  const these = `c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname = any ($1) and not ${isAppendOnly('c.oid')}`
  await client.query('begin')
  const tables = await client.query<{ name: string }>(`select relname as name from pg_class c where ${these}`, [names])
  const triggers = await client.query<Trigger>(
    `select c.relname as table, t.tgname as name, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as state
     from pg_trigger t join pg_class c on c.oid = t.tgrelid where ${these} and not t.tgisinternal and t.tgenabled <> 'D'`,
    [names],
  )
  const alter = async (how: (trigger: Trigger) => string) => {
    for (const trigger of triggers.rows)
      await client.query(`alter table ${quoted(trigger.table)} ${how(trigger)} trigger ${quoted(trigger.name)}`)
  }
  await alter(() => 'disable')
  await client.query(`truncate ${tables.rows.map(({ name }) => quoted(name)).join(', ')}`)
  await work()
  await alter(({ state }) => `enable ${state}`)
  await client.query('commit')
  await client.query('analyze')
}

export const skipIds = (db: Database, count: number) =>
  db.query(
    plannedEachTime(`select setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1::bigint)
       from pg_sequences where schemaname = current_schema() and data_type = 'bigint'::regtype`),
    [count],
  )

/** Ignores a sequence that does not exist: it belonged to another program, like its table. */
export async function setSequence(client: pg.Client, name: string, value: number, called: boolean): Promise<void> {
  await client.query(
    `select setval(sequence, $2, $3) from to_regclass(quote_ident($1)) as sequence where sequence is not null`,
    [name, value, called],
  )
}
