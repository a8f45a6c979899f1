// The process of the embedded server: start, liveness check, log rotation.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { hasLittleMemory, memoryBytes } from '../../../base/limits/little-memory.ts'
import { type Place, PORT, SERVER_ENVIRONMENT, seenFromInside, socketIn, socketsOf } from './place.ts'

const MB = 2 ** 20

/** PostgreSQL's default of 128 MB, or less: 8 MB in a 256 MB container that also runs two Node processes. */
function cacheMb(): number {
  return Math.min(128, Math.max(8, Math.floor(memoryBytes() / (hasLittleMemory() ? 32 : 16) / MB)))
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
  // Own process group, so that Ctrl-C in the terminal does not reach the database.
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
 * Keeps the current and the previous log. The server holds its file open and appends, so the log is copied and then
 * truncated; a line written in between is lost. Every process that uses the folder does this; a process whose copy
 * turns out to be already truncated discards it.
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
    // The disk is full; the next run retries.
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
 * PostgreSQL refuses a socket whose lock names a live process, even an unrelated one that reuses the id after a reboot
 * or in a copied folder. Only servers of this cluster use the folder, so any other lock is stale.
 */
function removeStaleSocketLock(place: Place): void {
  const lock = `${socketIn(place.sockets)}.lock`
  const pid = pidAt(lock)
  if (pid !== null && isAlive(pid) && !isServerOf(place, pid)) fs.rmSync(lock, { force: true })
}

/** Removes a postmaster.pid whose process id now belongs to another program (after a reboot or in a new container). */
export function serverRuns(place: Place): boolean {
  const pid = pidIn(place)
  if (pid === null || !isAlive(pid)) return false // PostgreSQL itself removes the file of a dead server
  if (isServerOf(place, pid)) return true
  if (pidIn(place) === pid) fs.rmSync(join(place.cluster, 'postmaster.pid'), { force: true })
  return false
}

/** False for a zombie: it has ended, but keeps its process id until its parent, often the first process of a container, collects it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** The state follows the name, which is in parentheses and can contain any character. Without /proc (macOS): false. */
function isZombie(pid: number): boolean {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1')
    return stat[stat.lastIndexOf(')') + 2] === 'Z'
  } catch {
    return false
  }
}

/** Process id of the server on this data directory; `null` if none runs. */
export function runningServer(dataDir: string): number | null {
  const cluster = join(dataDir, 'postgres', 'cluster')
  const pid = pidAt(join(cluster, 'postmaster.pid'))
  return pid !== null && isAlive(pid) && isServerOf({ cluster }, pid) ? pid : null
}

/** Also checks the socket, because the process id of a server in another container means nothing here. */
export const isInUse = async (dataDir: string): Promise<boolean> =>
  runningServer(dataDir) !== null || (fs.existsSync(dataDir) && (await hasListener(dataDir)))

const NOBODY_LISTENS = ['ENOENT', 'ECONNREFUSED', 'ENOTSOCK']

export const isWithoutListener = (error: unknown): boolean =>
  NOBODY_LISTENS.includes((error as NodeJS.ErrnoException).code ?? '')

function hasListener(dataDir: string): Promise<boolean> {
  const path = socketIn(socketsOf(join(fs.realpathSync(dataDir), 'postgres')))
  return new Promise((resolve) => {
    const socket = net.connect({ path })
    const tell = (listens: boolean) => {
      socket.destroy()
      resolve(listens)
    }
    socket.once('connect', () => tell(true)).once('error', (error) => tell(!isWithoutListener(error)))
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
