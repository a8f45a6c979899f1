// The connection pool, transactions, and what a lost database looks like.
import pg from 'pg'
import { Listener } from './listen.ts'

// Ids are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
/** Longer than the server's own: for a server that says nothing any more. */
const SILENCE_TIMEOUT_MS = 20_000

/**
 * All of ours are short and have an index: a scan of a million rows, a second process or compiling the plan is never better.
 * (PostgreSQL 15 took seconds to compile what it thought dear because scans are forbidden.)
 */
const SHORT_QUERIES = '-c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c jit=off'

/** A statement with a name is parsed and planned once a connection; measured 1.5 times the rate of an unnamed one. */
export interface Statement {
  readonly name?: string
  readonly text: string
}

export const statement = (name: string, text: string): Statement => ({ name, text })

/** Without a name, for the few whose right plan depends on the values. */
export const plannedEachTime = (text: string): Statement => ({ text })

/** What store functions take: the pool, or a transaction under way. */
export interface Database {
  query<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]>
  /** Runs `work` in a transaction; inside one already, in that one. */
  transaction<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
}

/** Of a statement that finds one row, or none. */
export async function first<Row extends object>(
  db: Database,
  statement: Statement,
  values?: unknown[],
): Promise<Row | null> {
  const [row] = await db.query<Row>(statement, values)
  return row ?? null
}

/** Of a statement that always brings one row. */
export async function only<Row extends object>(db: Database, statement: Statement, values?: unknown[]): Promise<Row> {
  const [row] = await db.query<Row>(statement, values)
  if (!row) throw new Error(`no row came of: ${statement.name ?? statement.text}`)
  return row
}

export interface DatabasePool extends Database {
  readonly pool: pg.Pool
  /** Tells the payload of each notice of the channel, and null when something may have been missed. Returns how to stop. */
  listen(channel: string, tell: (payload: string | null) => void): () => Promise<void>
  close(): Promise<void>
}

export function openDatabase(connection: pg.PoolConfig, max = 20): DatabasePool {
  const pool = new pg.Pool({
    application_name: 'vertice',
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    options: SHORT_QUERIES,
    ...connection,
  })
  // A lost connection tells its queries; the event itself, unheard, would end the process (the pool listens only to idle ones).
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const listener = new Listener(pool)
  return {
    pool,
    listen: (channel, tell) => listener.listen(channel, tell),
    query: (statement, values) => run(pool, statement, values),
    transaction: (work) => inTransaction(pool, work),
    async close() {
      await listener.close()
      await pool.end()
    },
  }
}

const OLDEST_SERVER = 150_000

export async function checkServerVersion({ pool }: DatabasePool): Promise<void> {
  const { rows } = await pool.query('show server_version_num')
  if (Number(rows[0].server_version_num) < OLDEST_SERVER) {
    throw new Error(`PostgreSQL 15 or newer is needed, this is ${rows[0].server_version_num}`)
  }
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values })
  return rows
}

async function inTransaction<Result>(pool: pg.Pool, work: (db: Database) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const db: Database = {
    query: (statement, values) => run(client, statement, values),
    transaction: (nested) => nested(db),
  }
  try {
    await client.query('begin')
    const result = await work(db)
    await client.query('commit')
    client.release()
    return result
  } catch (error) {
    const broken = await client.query('rollback').then(
      () => false,
      () => true,
    )
    client.release(broken)
    throw error
  }
}

/** Classes 08 (connection), 53 (resources), 57 (operator intervention: shutdown, timeout) and the socket's own errors. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return (
    /^(08|53|57)/.test(code) ||
    /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)/.test(code) ||
    /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout)/.test(
      message,
    )
  )
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' && violated === constraint
}

/** Classes 22 (data), 23 (constraints) and 54 (limits of the server): trying again would never help. */
export const isUnwritable = (error: unknown): boolean =>
  /^(22|23|54)/.test((error as { code?: string } | null)?.code ?? '')

/** It took longer than a statement may: too much at once, or somebody holds a lock. */
export const isCancelled = (error: unknown): boolean => (error as { code?: string } | null)?.code === '57014'
