// A real PostgreSQL of our own under the data directory, shared by every vertice process on it.
//
// Whoever comes first starts it, whoever leaves last stops it: each process holds a shared advisory lock on a
// connection of its own ("presence"), and the one that can turn it into an exclusive lock is the last. A server
// that was left behind by a killed process is simply found running. PostgreSQL itself guards its directory against
// a second server (postmaster.pid).
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sha256 } from '../../../secrets.ts'
import { installBinaries } from './binaries.ts'

const PRESENCE_LOCK = 0x76_65_72_74
const NOBODY = 65534
const LONGEST_SOCKET_PATH = 103
const PATIENCE_MS = 60_000
const USER = 'vertice'
const UNFINISHED = 'new-'
const ABANDONED_AFTER_MS = 10 * 60_000

export interface EmbeddedPostgres {
  readonly connection: { host: string; user: string; database: string }
  /** Leaves; stops the server when nobody else uses it. */
  close(): Promise<void>
}

interface Place {
  readonly folder: string
  readonly cluster: string
  readonly sockets: string
  readonly programs: string
  readonly identity: { uid: number; gid: number } | null
}

type Log = (message: string) => void

export async function openEmbeddedPostgres(dataDir: string, log: Log = () => {}): Promise<EmbeddedPostgres> {
  const place = prepare(dataDir)
  let presence = await enter(place)
  let closing = false
  let supervising: Promise<void> = Promise.resolve()

  // Supervision: when the server dies under us, start it again; the pools reconnect by themselves.
  const watch = () => {
    presence.once('end', () => {
      if (!closing) supervising = startAgain()
    })
  }
  async function startAgain(): Promise<void> {
    for (let attempt = 1; !closing; attempt++) {
      log(`the embedded PostgreSQL went away, starting it again (attempt ${attempt})`)
      try {
        presence = await enter(place)
        return watch()
      } catch (error) {
        log(`could not start it: ${(error as Error).message}`)
        await sleep(Math.min(1000 * attempt, 10_000))
      }
    }
  }
  watch()

  return {
    connection: { host: place.sockets, user: USER, database: USER },
    async close() {
      closing = true
      await supervising
      await leave(presence, place)
    },
  }
}

function prepare(dataDir: string): Place {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(fs.realpathSync(dataDir), 'postgres')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = fs.statSync(folder)
  const me = process.getuid?.() ?? 0
  if (me !== 0 && owner.uid !== me) {
    throw new Error(`${folder} belongs to user id ${owner.uid}, this is ${me}: run as that user, or set DATA_DIR`)
  }
  // PostgreSQL refuses to run as root: run it as whoever owns the data, or as nobody for new data.
  const identity = me !== 0 ? null : owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
  if (identity && owner.uid === 0) fs.chownSync(folder, identity.uid, identity.gid)

  const cluster = join(folder, 'cluster')
  const sockets = socketFolder(folder, identity?.uid ?? me, identity?.gid ?? process.getgid?.() ?? 0)
  const place = { folder, cluster, sockets, programs: join(installBinaries(dataDir), 'bin'), identity }
  if (!fs.existsSync(cluster)) initialise(place)
  const version = fs.readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new Error(
      `${cluster} was made by PostgreSQL ${version}, this release brings 18: move it with pg_dump (docs/operations.md)`,
    )
  }
  return place
}

/** The path of a Unix socket is limited to about a hundred bytes; a deep data directory gets a short one elsewhere. */
function socketFolder(folder: string, uid: number, gid: number): string {
  const near = join(folder, 'socket')
  const short = `/tmp/vertice-${sha256(folder).toString('hex', 0, 8)}` // not $TMPDIR, which may differ from process to process
  const path = `${near}/.s.PGSQL.5432`.length <= LONGEST_SOCKET_PATH ? near : short
  const isNew = fs.mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined
  if (process.getuid?.() === 0 && (isNew || fs.lstatSync(path).uid === 0)) fs.chownSync(path, uid, gid)
  const { uid: owner, mode } = fs.lstatSync(path)
  if (owner !== uid || (mode & 0o077) !== 0)
    throw new Error(`${path} is not ours alone (expected owner ${uid}, mode 0700)`)
  return path
}

/** Made aside and moved into place in one step: neither a crash nor a second process leaves half a cluster. */
function initialise(place: Place): void {
  for (const name of fs.readdirSync(place.folder).filter((name) => name.startsWith(UNFINISHED))) {
    const path = join(place.folder, name)
    if (Date.now() - fs.statSync(path).mtimeMs > ABANDONED_AFTER_MS) fs.rmSync(path, { recursive: true, force: true })
  }
  const aside = fs.mkdtempSync(join(place.folder, UNFINISHED))
  if (place.identity) fs.chownSync(aside, place.identity.uid, place.identity.gid)
  const options = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const result = run(place, 'initdb', (inside) => ['-D', join(inside, basename(aside)), ...options])
  try {
    if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr.trim() || result.error?.message}`)
    if (!fs.existsSync(place.cluster)) fs.renameSync(aside, place.cluster)
  } catch (error) {
    if (!fs.existsSync(place.cluster)) throw error // else another process was faster
  } finally {
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

/** Connects and takes the presence lock, starting the server when there is none. */
async function enter(place: Place): Promise<pg.Client> {
  const deadline = Date.now() + PATIENCE_MS
  let server: ChildProcess | null = null
  for (;;) {
    const client = new pg.Client({ host: place.sockets, user: USER, database: 'postgres', query_timeout: PATIENCE_MS })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      await ensureDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline) {
        throw new Error(`the embedded PostgreSQL does not answer: ${(error as Error).message}; see ${logFile(place)}`)
      }
    }
    // One that ended again may have met another's lock file, or shared memory that dying processes still hold after a crash.
    const ended = server !== null && (server.exitCode !== null || server.signalCode !== null)
    if ((server === null || ended) && !serverRuns(place)) server = start(place)
    await sleep(ended ? 100 : 25)
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [USER])
  if (rowCount === 0) {
    await client.query(`create database ${USER}`).catch((error) => {
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

function start(place: Place): ChildProcess {
  const path = logFile(place)
  if (fs.existsSync(path) && fs.statSync(path).size > 5_000_000) fs.renameSync(path, `${path}.1`)
  const log = fs.openSync(path, 'a', 0o600)
  const folder = fs.openSync(place.folder, fs.constants.O_RDONLY)
  const inside = seenFromInside(place)
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.sockets.startsWith(place.folder) ? join(inside, 'socket') : place.sockets,
    unix_socket_permissions: '0700',
    max_connections: 200,
    max_wal_size: '2GB',
    jit: 'off',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  // A process group of its own: Ctrl-C in the terminal is for us, not for the database under our feet.
  const child = spawn(join(place.programs, 'postgres'), ['-D', join(inside, 'cluster'), ...options], {
    ...place.identity,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log, folder],
  })
  child.on('error', () => {})
  child.unref()
  fs.closeSync(log)
  fs.closeSync(folder)
  return child
}

function run(place: Place, program: string, args: (inside: string) => string[]) {
  const folder = fs.openSync(place.folder, fs.constants.O_RDONLY)
  const result = spawnSync(join(place.programs, program), args(seenFromInside(place)), {
    ...place.identity,
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', folder],
  })
  fs.closeSync(folder)
  return result
}

/**
 * How the server names its own folder. As root we drop to a user who may not be able to walk to the data (a checkout
 * under a 0700 home), so it inherits the open folder as descriptor 3 and reaches everything through that.
 */
const seenFromInside = (place: Place) =>
  place.identity && process.platform === 'linux' ? '/proc/self/fd/3' : place.folder

const logFile = (place: Place) => join(place.folder, 'server.log')

function pidIn(place: Place): number | null {
  try {
    return Number(fs.readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return null
  }
}

/** A postmaster.pid whose number now belongs to some other program (a new boot, a new container) is removed. */
function serverRuns(place: Place): boolean {
  const pid = pidIn(place)
  if (pid === null || !isAlive(pid)) return false // PostgreSQL clears a dead one away itself
  if (isServerOf(place, pid)) return true
  if (pidIn(place) === pid) fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
  return false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A server's working directory is its cluster. */
function isServerOf(place: Place, pid: number): boolean {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-p', String(pid), '-o', 'command=']).includes('postgres')
    const [its, ours] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(place.cluster)]
    return its.ino === ours.ino && its.dev === ours.dev
  } catch {
    return false
  }
}
