// The embedded server as a process: starting it, knowing whether it runs, its log.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { type Place, PORT, SERVER_ENVIRONMENT, seenFromInside, socketIn, socketsOf } from './place.ts'

const MB = 2 ** 20

/** PostgreSQL's own 128 MB, or less where there is little memory: in a container of 256 MB, in which two processes of Node live too, 16. */
function cacheMb(): number {
  const memory = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem())
  return Math.min(128, Math.max(16, Math.floor(memory / 16 / MB)))
}

export function start(place: Place): ChildProcess {
  removeStaleSocketLock(place)
  const log = fs.openSync(logFile(place), 'a', 0o600)
  const folder = fs.openSync(place.folder, fs.constants.O_RDONLY)
  const inside = seenFromInside(place)
  const settings = {
    port: PORT,
    listen_addresses: '',
    unix_socket_directories: place.sockets.startsWith(place.folder) ? join(inside, 'socket') : place.sockets,
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${cacheMb()}MB`,
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
    env: SERVER_ENVIRONMENT,
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

export const logFile = (place: Place) => join(place.folder, 'server.log')

const LARGEST_LOG_BYTES = 5_000_000

/**
 * Keeps the log and the one before it. The server holds its file open and appends, so what was written is copied and cut off; a line that
 * comes in between is lost, and a server that runs for years needs no other to rotate for it. Every process on the folder does this:
 * whoever finds that what it copied was cut already leaves the copy of the other alone.
 */
export function rotateLog(place: Place): void {
  const path = logFile(place)
  const copy = `${path}.${process.pid}.copy`
  try {
    if (fs.statSync(path).size <= LARGEST_LOG_BYTES) return
    fs.copyFileSync(path, copy)
    if (fs.statSync(copy).size > LARGEST_LOG_BYTES) {
      fs.renameSync(copy, `${path}.1`)
      fs.truncateSync(path)
    }
  } catch {
    // A full disk: the next turn comes.
  }
  fs.rmSync(copy, { force: true })
}

export const pidIn = (place: Place) => pidAt(join(place.cluster, 'postmaster.pid'))

function pidAt(file: string): number | null {
  try {
    const pid = Number(fs.readFileSync(file, 'utf8').split('\n', 1)[0])
    return Number.isInteger(pid) && pid > 0 ? pid : null
  } catch {
    return null
  }
}

/**
 * PostgreSQL refuses a socket whose lock names a living process, whichever that is: after a new boot, or in a copy of the folder, somebody else.
 * The folder is ours alone, so only a server of this cluster can have a right to it.
 */
function removeStaleSocketLock(place: Place): void {
  const lock = `${socketIn(place.sockets)}.lock`
  const pid = pidAt(lock)
  if (pid !== null && isAlive(pid) && !isServerOf(place, pid)) fs.rmSync(lock, { force: true })
}

/** A postmaster.pid whose number now belongs to some other program (a new boot, a new container) is removed. */
export function serverRuns(place: Place): boolean {
  const pid = pidIn(place)
  if (pid === null || !isAlive(pid)) return false // PostgreSQL clears a dead one away itself
  if (isServerOf(place, pid)) return true
  if (pidIn(place) === pid) fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
  return false
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process id of the server on this data directory; null: none runs. */
export function runningServer(dataDir: string): number | null {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const pid = pidAt(join(cluster, 'postmaster.pid'))
  return pid !== null && isAlive(pid) && isServerOf({ cluster }, pid) ? pid : null
}

/** Of a server in another container the number tells nothing, but its socket is the same. */
export const isInUse = async (dataDir: string): Promise<boolean> =>
  runningServer(dataDir) !== null || (fs.existsSync(dataDir) && (await hasListener(dataDir)))

const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

/** Of an error while connecting to the socket. */
export const nobodyListens = (error: unknown): boolean =>
  NOBODY_LISTENS.includes((error as NodeJS.ErrnoException).code ?? '')

function hasListener(dataDir: string): Promise<boolean> {
  const path = socketIn(socketsOf(join(fs.realpathSync(dataDir), 'postgres')))
  return new Promise((resolve) => {
    const socket = net.connect({ path })
    const tell = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => tell(true)).once('error', (error) => tell(!nobodyListens(error)))
  })
}

/** A server's working directory is its cluster. */
function isServerOf(place: Pick<Place, 'cluster'>, pid: number): boolean {
  try {
    if (process.platform !== 'linux')
      return execFileSync('ps', ['-p', String(pid), '-o', 'command=']).includes('postgres')
    const [its, ours] = [fs.statSync(`/proc/${pid}/cwd`), fs.statSync(place.cluster)]
    return its.ino === ours.ino && its.dev === ours.dev
  } catch {
    return false
  }
}
