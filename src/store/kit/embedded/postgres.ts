// An embedded PostgreSQL server under the data directory, shared by all vertice processes that use the directory.
//
// The first process starts it, the last one stops it: each process holds a shared advisory lock on a connection of its
// own ("presence"); the process that can turn it into an exclusive lock is the last. A server left behind by a killed
// process is reused. PostgreSQL itself protects its directory against a second server (postmaster.pid).
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { OWNER, type Place, PORT, prepare } from './place.ts'
import { isAlive, isWithoutListener, logFile, pidIn, rotateLog, serverRuns, start } from './server.ts'

const PRESENCE_LOCK = 0x76_65_72_74
const TIMEOUT_MS = MINUTE_MS
const LOG_LOOKED_AT_EVERY_MS = 10_000
/** Reads and writes rows, nothing else; created and granted during migration. */
const SERVICE = 'vertice_service'

interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface EmbeddedPostgres {
  /** Role for migrations. */
  readonly owner: EmbeddedConnection
  /** Role of the service; it can log in once the migration has created it. */
  readonly service: EmbeddedConnection
  /** Releases the server; stops it if no other process uses it. */
  close(): Promise<void>
}

type Log = (message: string) => void

/** `programsIn`: another data directory whose copy of PostgreSQL's programs is used. */
export async function openEmbeddedPostgres(
  dataDir: string,
  log: Log = () => {},
  programsIn = dataDir,
): Promise<EmbeddedPostgres> {
  const place = prepare(dataDir, programsIn)
  const closing = new AbortController()
  let presence = await enter(place, closing.signal)
  let supervising: Promise<void> = Promise.resolve()

  // Restarts the server if it dies; the pools reconnect on their own.
  const watch = () => {
    presence.once('end', () => {
      if (!closing.signal.aborted) supervising = startAgain()
    })
  }
  async function startAgain(): Promise<void> {
    for (let attempt = 1; !closing.signal.aborted; attempt++) {
      log(`the embedded PostgreSQL went away, starting it again (attempt ${attempt})`)
      try {
        presence = await enter(place, closing.signal)
        return watch()
      } catch (error) {
        if (closing.signal.aborted) return
        log(`could not start it: ${(error as Error).message}`)
        await sleep(Math.min(1000 * attempt, 10_000), null, { signal: closing.signal }).catch(() => {})
      }
    }
  }
  watch()
  rotateLog(place)
  const rotating = setInterval(() => rotateLog(place), LOG_LOOKED_AT_EVERY_MS).unref()

  return {
    owner: { host: place.sockets, port: PORT, user: OWNER, database: OWNER },
    service: { host: place.sockets, port: PORT, user: SERVICE, database: OWNER },
    async close() {
      closing.abort()
      clearInterval(rotating)
      await supervising
      await leave(presence, place)
    },
  }
}

/** Connects and takes the presence lock; starts the server if none runs. `leaving` aborts the wait. */
async function enter(place: Place, leaving: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + TIMEOUT_MS
  let server: ChildProcess | null = null
  for (;;) {
    let isAlone = false
    const client = new pg.Client({
      host: place.sockets,
      port: PORT,
      user: OWNER,
      database: 'postgres',
      connectionTimeoutMillis: TIMEOUT_MS / 4,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      await ensureDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      isAlone = isWithoutListener(error)
      if (leaving.aborted) {
        if (isAlone || isStarting(error)) await stopAgain(server)
        throw error
      }
      if (Date.now() > deadline) {
        throw new Error(`the embedded PostgreSQL does not answer: ${(error as Error).message}; see ${logFile(place)}`)
      }
    }
    // A server that exits at once may have met another server's lock file, or shared memory still held after a crash.
    const ended = server !== null && (server.exitCode !== null || server.signalCode !== null)
    // A server that answers is running, even if it rejects us; in another container its process id means nothing here.
    if (isAlone && (server === null || ended) && !serverRuns(place)) server = start(place)
    await sleep(ended ? 100 : 25)
  }
}

/** The server accepts no connections yet, so no other process can be connected either. */
const isStarting = (error: unknown): boolean => (error as { code?: string }).code === '57P03'

/** Stops a server whose start was aborted. */
async function stopAgain(server: ChildProcess | null): Promise<void> {
  if (server === null) return
  server.kill('SIGINT')
  for (let turn = 0; turn < 250 && server.exitCode === null && server.signalCode === null; turn++) await sleep(20)
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [OWNER])
  if (rowCount === 0) {
    await client.query(`create database ${OWNER}`).catch((error) => {
      if (error.code !== '42P04' && error.code !== '23505') throw error // another process was faster
    })
  }
}

async function leave(presence: pg.Client, place: Place): Promise<void> {
  try {
    await presence.query('select pg_advisory_unlock_shared($1)', [PRESENCE_LOCK])
    const { rows } = await presence.query(
      "select pg_try_advisory_lock($1) as last, split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
      [PRESENCE_LOCK],
    )
    if (rows[0].last) {
      process.kill(rows[0].pid, 'SIGINT') // fast shutdown; the server removes its pid file last
      const deadline = Date.now() + TIMEOUT_MS
      while (Date.now() < deadline && pidIn(place) === rows[0].pid) await sleep(20)
      // The server exits after it has removed its pid file. The wait is bounded: a zombie that is not reaped stays listed.
      for (let turn = 0; turn < 50 && isAlive(rows[0].pid); turn++) await sleep(20)
    }
  } catch {
    // The server has already stopped.
  }
  await presence.end().catch(() => {})
}
