// The embedded server as a process: starting it, knowing whether it runs, its log.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'
import { type Place, PORT, SERVER_ENVIRONMENT, seenFromInside } from './place.ts'

export function start(place: Place): ChildProcess {
  const path = logFile(place)
  if (fs.existsSync(path) && fs.statSync(path).size > 5_000_000) fs.renameSync(path, `${path}.1`)
  const log = fs.openSync(path, 'a', 0o600)
  const folder = fs.openSync(place.folder, fs.constants.O_RDONLY)
  const inside = seenFromInside(place)
  const settings = {
    port: PORT,
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

export function pidIn(place: Place): number | null {
  try {
    return Number(fs.readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  } catch {
    return null
  }
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
