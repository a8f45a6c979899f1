// A real PostgreSQL of our own under the data directory, shared by every vertice process on it.
//
// Whoever comes first starts it, whoever leaves last stops it: each process holds a shared advisory lock on a
// connection of its own ("presence"), and the one that can turn it into an exclusive lock is the last. A server
// that was left behind by a killed process is simply found running. PostgreSQL itself guards its directory against
// a second server (postmaster.pid).
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sha256 } from '../secrets.ts'
import { installBinaries } from './embedded-binaries.ts'

const PRESENCE_LOCK = 0x76_65_72_74
const NOBODY = 65534
const LONGEST_SOCKET_PATH = 103
const PATIENCE_MS = 60_000
const USER = 'vertice'

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

  // Supervision: when the server dies under us, start it again; the pools reconnect by themselves.
  const watch = (client: pg.Client) => {
    client.on('error', () => {})
    client.once('end', async () => {
      for (let attempt = 1; !closing; attempt++) {
        log(`the embedded PostgreSQL went away, starting it again (attempt ${attempt})`)
        try {
          presence = await enter(place)
          if (closing) return void presence.end()
          return watch(presence)
        } catch (error) {
          log(`could not start it: ${(error as Error).message}`)
          await sleep(Math.min(1000 * attempt, 10_000))
        }
      }
    })
  }
  watch(presence)

  return {
    connection: { host: place.sockets, user: USER, database: USER },
    async close() {
      closing = true
      await leave(presence, place)
    },
  }
}

function prepare(dataDir: string): Place {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = join(fs.realpathSync(dataDir), 'postgres')
  if (!fs.existsSync(folder)) fs.mkdirSync(folder, { mode: 0o700 })
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
  const short = join(tmpdir(), `vertice-${sha256(folder).toString('hex', 0, 8)}`)
  const path = `${near}/.s.PGSQL.5432`.length <= LONGEST_SOCKET_PATH ? near : short
  if (!fs.existsSync(path)) {
    fs.mkdirSync(path, { mode: 0o700 })
    if (process.getuid?.() === 0) fs.chownSync(path, uid, gid)
  }
  const { uid: owner, mode } = fs.lstatSync(path)
  if (owner !== uid || (mode & 0o077) !== 0)
    throw new Error(`${path} is not ours alone (expected owner ${uid}, mode 0700)`)
  return path
}

/** Made aside and moved into place in one step: neither a crash nor a second process leaves half a cluster. */
function initialise(place: Place): void {
  for (const name of fs.readdirSync(place.folder).filter((name) => name.startsWith('new-'))) {
    const maker = Number(name.slice('new-'.length))
    if (!isAlive(maker)) fs.rmSync(join(place.folder, name), { recursive: true, force: true })
  }
  const aside = `new-${process.pid}`
  const options = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const result = run(place, 'initdb', (inside) => ['-D', join(inside, aside), ...options])
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr.trim() || result.error?.message}`)
  try {
    fs.renameSync(join(place.folder, aside), place.cluster)
  } catch (error) {
    fs.rmSync(join(place.folder, aside), { recursive: true, force: true })
    if (!fs.existsSync(place.cluster)) throw error
  }
}

/** Connects and takes the presence lock, starting the server when there is none. */
async function enter(place: Place): Promise<pg.Client> {
  const deadline = Date.now() + PATIENCE_MS
  let server: ChildProcess | null = null
  let failures = 0
  for (;;) {
    const client = new pg.Client({ host: place.sockets, user: USER, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('select pg_advisory_lock_shared($1)', [PRESENCE_LOCK])
      await ensureDatabase(client)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (Date.now() > deadline)
        throw new Error(`the embedded PostgreSQL does not answer: ${(error as Error).message}; see ${logFile(place)}`)
    }
    if (server?.exitCode != null) failures += 1
    // Its own lock file, or shared memory that dying processes still hold, may need a moment after a crash.
    if (failures > 100) throw new Error(`the embedded PostgreSQL does not start; see ${logFile(place)}`)
    if ((server === null || server.exitCode != null) && !serverRuns(place)) server = start(place)
    await sleep(server?.exitCode != null ? 100 : 25)
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
      process.kill(rows[0].pid, 'SIGINT') // fast shutdown
      const deadline = Date.now() + PATIENCE_MS
      while (Date.now() < deadline && fs.existsSync(pidFile(place))) await sleep(20) // its last act is to remove it
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
const pidFile = (place: Place) => join(place.cluster, 'postmaster.pid')

/** A postmaster.pid whose number now belongs to some other program (a new boot, a new container) is removed. */
function serverRuns(place: Place): boolean {
  const file = pidFile(place)
  if (!fs.existsSync(file)) return false
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0])
  if (!isAlive(pid)) return false // PostgreSQL clears it away itself
  if (commandOf(pid).includes('postgres')) return true
  fs.rmSync(file, { force: true })
  return false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  } catch {
    return ''
  }
}
