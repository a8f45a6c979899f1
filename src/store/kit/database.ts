import pg from 'pg'
import { DatabaseClock } from './clock.ts'
import { Connections } from './connections/connections.ts'
import { addressOf, clientOf, type DatabaseAddress, Hosts } from './connections/hosts.ts'
import { type Beat, Lifeline } from './connections/lifeline.ts'
import { Listener } from './connections/listen.ts'
import { OwnConnection } from './connections/own-connection.ts'
import { DatabaseSilent, isReadOnly } from './connections/unavailable.ts'
import { type DurationListener, type TimesHeard, timedClient, timedPool } from './timed.ts'
import { readTimestamp } from './timestamps.ts'

// Ids are bigint in SQL and stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, readTimestamp)

const CONNECT_TIMEOUT_MS = 5_000
const STATEMENT_TIMEOUT_MS = 15_000
/** Longer than the server's own timeout; applies if the server stops responding. */
const SILENCE_TIMEOUT_MS = 20_000
const KEEP_ALIVE_AFTER_MS = 10_000
/** A client that disconnects in the middle of a transaction holds its locks no longer than this. */
const IDLE_TRANSACTION_MS = 30_000

/**
 * All our queries are short and use an index: a scan of a million rows, a parallel worker or JIT compilation never
 * helps. (PostgreSQL 15 took seconds to compile plans whose cost looked high because scans are disabled.)
 */
const SHORT_QUERIES = '-c enable_seqscan=off -c max_parallel_workers_per_gather=0 -c jit=off'
/** A caller that cannot get a lock gets a 503 with Retry-After instead of waiting for the whole statement timeout. */
const LOCK_TIMEOUT_MS = 5_000
/** Passed as `options`, because a pooler must be configured for each startup parameter and already allows this one. */
const OPTIONS = `${SHORT_QUERIES} -c idle_in_transaction_session_timeout=${IDLE_TRANSACTION_MS} -c lock_timeout=${LOCK_TIMEOUT_MS}`

/** A named statement is parsed and planned once per connection; measured at 1.5 times the rate of an unnamed one. */
export interface Statement {
  readonly name?: string
  readonly text: string
}

export const statement = (name: string, text: string): Statement => ({ name, text })

/**
 * A list parameter of a named statement that runs often, in `id = ${anyOf('$1', 'bigint')}`. PostgreSQL keeps a plan only if
 * its estimated cost is at most that of plans for the values. A list of unknown length counts as ten rows, so with
 * shorter lists it plans every execution: 445 µs of CPU for a credential, against 82 µs. The sub-select hides the values.
 */
export const anyOf = (place: string, type: string): string => `any ((select ${place}::${type}[])::${type}[])`

/** Unnamed, for the few statements whose best plan depends on the values. */
export const plannedEachTime = (text: string): Statement => ({ text })

export interface Queries {
  query<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]>
}

/** Argument of store functions: the pool, or a running transaction. */
export interface Database extends Queries {
  /** Runs `work` in a transaction; joins the current one if there is one. */
  transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result>
}

declare const underWay: unique symbol

/** A running transaction. Functions that need one take this type, so that the compiler rejects the pool. */
export interface Transaction extends Database {
  readonly [underWay]: true
}

export async function first<Row extends object>(
  db: Database,
  statement: Statement,
  values?: unknown[],
): Promise<Row | null> {
  const [row] = await db.query<Row>(statement, values)
  return row ?? null
}

export async function only<Row extends object>(db: Queries, statement: Statement, values?: unknown[]): Promise<Row> {
  const [row] = await db.query<Row>(statement, values)
  if (!row) throw new Error(`no row came of: ${statement.name ?? statement.text}`)
  return row
}

export interface DatabasePool extends Database {
  readonly pool: pg.Pool
  /** The database's clock; set by `checkServer` and kept in step by `watch`. */
  readonly clock: DatabaseClock
  /** Two heartbeats went unanswered: callers are rejected at once until the database answers. */
  readonly isSilent: boolean
  /** Reports how long callers wait for a connection and for results. */
  tellTimes(heard: TimesHeard): void
  /** Starts a heartbeat that checks the database and its clock every few seconds until `close`. */
  watch(onBeat?: (beat: Beat) => void): void
  /** `tell` receives each payload, or `null` if some may have been missed. Returns a function that unsubscribes. */
  listen(channel: string, tell: (payload: string | null) => void): () => Promise<void>
  /** A connection outside the pool, for queries that must not wait behind others. The caller closes it. */
  ownConnection(name: string, timeoutMs: number): Queries & { close(): Promise<void> }
  close(): Promise<void>
}

export function openDatabase(target: pg.PoolConfig | DatabaseAddress, max = 20): DatabasePool {
  const address = 'hosts' in target ? target : addressOf(target)
  const settings: pg.PoolConfig = {
    application_name: 'vertice',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    options: OPTIONS,
    ...address.connection,
  }
  const hosts = new Hosts(address)
  const clock = new DatabaseClock()
  const refusal = () => (lifeline.isSilent ? new DatabaseSilent() : null)
  const ear: DurationListener = { heard: null }
  const Client = timedClient(clientOf(hosts, refusal) as typeof pg.Client, ear)
  const pool = timedPool({ ...settings, max, Client: Client as never }, ear)
  pool.on('error', () => {}) // the failed queries report the lost connection
  const connections = new Connections(pool)
  const tellBeat: ((beat: Beat) => void)[] = []

  /** Connects even while the database counts as silent, to find out whether it is back. */
  const BoldClient = clientOf(hosts, () => null)
  const open = (name: string) => new BoldClient({ ...settings, application_name: `vertice ${name}` } as pg.ClientConfig)
  const lifeline: Lifeline = new Lifeline({
    open() {
      const client = open('lifeline')
      client.on('notification', ({ channel, payload }) => listener.tell(channel, payload ?? ''))
      return client
    },
    connected(doubted) {
      if (doubted) connections.breakLost((text) => lifeline.ask(text), lifeline.processId)
      listener.follow()
    },
    lost() {
      listener.lost()
      if (hosts.writable) hosts.forget() // another server may take over from one that stops
    },
    beat(beat) {
      clock.measured(beat)
      for (const tell of tellBeat) tell(beat)
      if (beat.readOnly && hosts.writable) leaveServer()
    },
    silent: () => leaveServer(),
  })
  const listener = new Listener(lifeline)
  /** Drops all connections, so that the next query searches for a usable server. */
  const leaveServer = () => {
    hosts.forget()
    connections.breakAll()
    if (lifeline.isConnected) lifeline.drop()
  }
  const notice = (error: unknown): never => {
    if (isReadOnly(error) && hosts.writable) leaveServer()
    throw error
  }

  return {
    pool,
    clock,
    get isSilent() {
      return lifeline.isSilent
    },
    tellTimes(heard) {
      ear.heard = heard
    },
    watch(onBeat) {
      if (onBeat) tellBeat.push(onBeat)
      lifeline.hold()
    },
    listen: (channel, tell) => listener.listen(channel, tell),
    ownConnection: (name, timeoutMs) => new OwnConnection(() => open(name), timeoutMs),
    query: (statement, values) =>
      lifeline.isSilent ? Promise.reject(new DatabaseSilent()) : run<never>(pool, statement, values).catch(notice),
    transaction: (work) =>
      lifeline.isSilent ? Promise.reject(new DatabaseSilent()) : inTransaction(pool, work).catch(notice),
    async close() {
      await listener.close()
      await lifeline.close()
      await pool.end()
      connections.breakAll()
    },
  }
}

const OLDEST_SERVER = 150_000

export async function checkServer({ pool, clock }: DatabasePool): Promise<void> {
  const sent = performance.now()
  const { rows } = await pool.query(
    `select current_setting('server_version_num')::int as version, extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs"`,
  )
  const [{ version, databaseMs }] = rows
  if (version < OLDEST_SERVER) throw new Error(`PostgreSQL 15 or newer is needed, this is ${version}`)
  clock.measured({ databaseMs, sent, received: performance.now() })
}

async function run<Row extends object>(
  on: pg.Pool | pg.PoolClient,
  { name, text }: Statement,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await on.query<Row>({ name, text, values })
  return rows
}

async function inTransaction<Result>(pool: pg.Pool, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  const client = await pool.connect()
  const tx = {
    query: (statement, values) => run(client, statement, values),
    transaction: (nested) => nested(tx),
  } as Transaction
  try {
    await client.query('begin')
    const result = await work(tx)
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

export const isUniqueViolation = (error: unknown, constraint: string): boolean => {
  const { code, constraint: violated } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' && violated === constraint
}

/** Classes 22 (data), 23 (constraints) and 54 (program limits): a retry cannot succeed. */
export const isUnwritable = (error: unknown): boolean =>
  /^(22|23|54)/.test((error as { code?: string } | null)?.code ?? '')

/** The statement timeout expired: the database is overloaded. A lock timeout is a separate error (`isLockTimeout`). */
export const isCancelled = (error: unknown): boolean => (error as { code?: string } | null)?.code === '57014'
