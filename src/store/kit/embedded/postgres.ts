// A real PostgreSQL of our own under the data directory, shared by every vertice process on it.
//
// Whoever comes first starts it, whoever leaves last stops it: each process holds a shared advisory lock on a
// connection of its own ("presence"), and the one that can turn it into an exclusive lock is the last. A server
// that was left behind by a killed process is simply found running. PostgreSQL itself guards its directory against
// a second server (postmaster.pid).
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { OWNER, type Place, PORT, prepare } from './place.ts'
import { isAlive, logFile, nobodyListens, pidIn, rotateLog, serverRuns, start } from './server.ts'

const PRESENCE_LOCK = 0x76_65_72_74
const PATIENCE_MS = MINUTE_MS
const LOG_LOOKED_AT_EVERY_MS = 10_000
/** Reads and writes rows, and nothing else; made and granted by whoever migrates. */
const SERVICE = 'vertice_service'

interface EmbeddedConnection {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface EmbeddedPostgres {
  /** Migrates. */
  readonly owner: EmbeddedConnection
  /** Does the work; can log in once the owner has made it. */
  readonly service: EmbeddedConnection
  /** Leaves; stops the server when nobody else uses it. */
  close(): Promise<void>
}

type Log = (message: string) => void

/** `programsIn`: another data directory whose copy of PostgreSQL's programs will do. */
export async function openEmbeddedPostgres(
  dataDir: string,
  log: Log = () => {},
  programsIn = dataDir,
): Promise<EmbeddedPostgres> {
  const place = prepare(dataDir, programsIn)
  const closing = new AbortController()
  let presence = await enter(place, closing.signal)
  let supervising: Promise<void> = Promise.resolve()

  // Supervision: when the server dies under us, start it again; the pools reconnect by themselves.
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

/** Connects and takes the presence lock, starting the server when there is none. `leaving`: nobody wants it any more. */
async function enter(place: Place, leaving: AbortSignal): Promise<pg.Client> {
  const deadline = Date.now() + PATIENCE_MS
  let server: ChildProcess | null = null
  for (;;) {
    let isAlone = false
    const client = new pg.Client({
      host: place.sockets,
      port: PORT,
      user: OWNER,
      database: 'postgres',
      connectionTimeoutMillis: PATIENCE_MS / 4,
      query_timeout: PATIENCE_MS,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      await ensureDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      isAlone = nobodyListens(error)
      if (leaving.aborted) {
        if (isAlone || isStarting(error)) await stopAgain(server)
        throw error
      }
      if (Date.now() > deadline) {
        throw new Error(`the embedded PostgreSQL does not answer: ${(error as Error).message}; see ${logFile(place)}`)
      }
    }
    // One that ended again may have met another's lock file, or shared memory that dying processes still hold after a crash.
    const ended = server !== null && (server.exitCode !== null || server.signalCode !== null)
    // Whoever answers, even with a no, runs, though perhaps in a container whose numbers of processes are not ours.
    if (isAlone && (server === null || ended) && !serverRuns(place)) server = start(place)
    await sleep(ended ? 100 : 25)
  }
}

/** It lets nobody in yet, so nobody else can be in either. */
const isStarting = (error: unknown): boolean => (error as { code?: string }).code === '57P03'

/** One that was begun and that nobody waits for any more. */
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
      process.kill(rows[0].pid, 'SIGINT') // fast shutdown; its last act is to remove its pid file
      const deadline = Date.now() + PATIENCE_MS
      while (Date.now() < deadline && pidIn(place) === rows[0].pid) await sleep(20)
      // Then it ends; bounded, because one whose parent does not collect it stays in the list of processes.
      for (let turn = 0; turn < 50 && isAlive(rows[0].pid); turn++) await sleep(20)
    }
  } catch {
    // The server is gone already: nothing to stop.
  }
  await presence.end().catch(() => {})
}
