// The folder of the embedded server: cluster, sockets, programs, and the user the server runs as.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { basename, join } from 'node:path'
import { makeDataDir } from '../../../base/data-dir.ts'
import { sha256 } from '../../../base/secrets.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { installBinaries } from './binaries.ts'
import { asksForName, NAMELESS, withName } from './user-name.ts'

const NOBODY = 65534
const LONGEST_SOCKET_PATH = 103
const UNFINISHED = 'new-'
const ABANDONED_AFTER_MS = 10 * MINUTE_MS

/** Owns the cluster, the database and its tables. */
export const OWNER = 'vertice'
/** Part of the socket's file name. Passed to every client, which would otherwise use PGPORT. */
export const PORT = 5432

/**
 * The complete environment of the server and its tools. Ours contains keys and passwords, which every server process
 * would expose, and perhaps PostgreSQL settings meant for other servers (PGPORT, PGDATA).
 */
export const SERVER_ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

export interface Place {
  readonly folder: string
  readonly cluster: string
  readonly sockets: string
  readonly programs: string
  readonly identity: { uid: number; gid: number } | null
}

export const hasCluster = (dataDir: string): boolean => fs.existsSync(join(dataDir, 'postgres', 'cluster'))

/** Marks a restore that was killed while it replaced the old data. */
export const UNFINISHED_RESTORE = 'restore-unfinished'

/** `programsIn`: data directory that holds, or will hold, the programs. */
export function prepare(dataDir: string, programsIn = dataDir): Place {
  if (fs.existsSync(join(dataDir, UNFINISHED_RESTORE)))
    throw new Error(`a restore into ${dataDir} was interrupted: run it again with --replace ("vertice restore --help")`)
  makeDataDir(dataDir)
  const folder = join(fs.realpathSync(dataDir), 'postgres')
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const owner = fs.statSync(folder)
  const me = process.getuid?.() ?? 0
  if (me !== 0 && owner.uid !== me) {
    throw new Error(`${folder} belongs to user id ${owner.uid}, this is ${me}: run as that user, or set DATA_DIR`)
  }
  // PostgreSQL refuses to run as root: run it as the owner of the data, or as an unprivileged user for new data.
  const identity = me !== 0 ? null : owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY }
  if (identity && owner.uid === 0) fs.chownSync(folder, identity.uid, identity.gid)

  const cluster = join(folder, 'cluster')
  const sockets = makeSocketFolder(folder, identity?.uid ?? me, identity?.gid ?? process.getgid?.() ?? 0)
  const place = { folder, cluster, sockets, programs: join(installBinaries(programsIn), 'bin'), identity }
  if (!fs.existsSync(cluster)) initialise(place)
  const version = fs.readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== '18') {
    throw new Error(
      `${cluster} was made by PostgreSQL ${version}, this release brings 18: make a backup with the release that made it, and restore that (docs/operations/backup.md)`,
    )
  }
  return place
}

export const socketIn = (sockets: string) => join(sockets, `.s.PGSQL.${PORT}`)

/** Unix socket paths are limited to about 100 bytes; a deep data directory gets a short path elsewhere. */
export function socketsOf(folder: string): string {
  const near = join(folder, 'socket')
  const short = `/tmp/vertice-${sha256(folder).toString('hex', 0, 8)}` // not $TMPDIR, which may differ between processes
  return socketIn(near).length <= LONGEST_SOCKET_PATH ? near : short
}

function makeSocketFolder(folder: string, uid: number, gid: number): string {
  const path = socketsOf(folder)
  const isNew = fs.mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined
  if (process.getuid?.() === 0 && (isNew || fs.lstatSync(path).uid === 0)) fs.chownSync(path, uid, gid)
  const { uid: owner, mode } = fs.lstatSync(path)
  if (owner !== uid || (mode & 0o077) !== 0)
    throw new Error(`${path} is accessible to other users (expected owner ${uid}, mode 0700)`)
  return path
}

/** Creates the cluster in a temporary folder and renames it, so a crash or a second process leaves no half cluster. */
function initialise(place: Place): void {
  for (const name of fs.readdirSync(place.folder).filter((name) => name.startsWith(UNFINISHED))) {
    const path = join(place.folder, name)
    if (Date.now() - fs.statSync(path).mtimeMs > ABANDONED_AFTER_MS) fs.rmSync(path, { recursive: true, force: true })
  }
  const aside = fs.mkdtempSync(join(place.folder, UNFINISHED))
  if (place.identity) fs.chownSync(aside, place.identity.uid, place.identity.gid)
  const options = ['-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const initdb = (more: NodeJS.ProcessEnv = {}) =>
    run(place, 'initdb', (inside) => ['-D', join(inside, basename(aside)), ...options], more)
  try {
    let result = initdb()
    if (asksForName(result.stderr)) {
      const user = place.identity ?? { uid: process.getuid!(), gid: process.getgid!() }
      result = withName(user, fs.mkdtempSync(join(place.folder, UNFINISHED)), seenFromInside(place), initdb)
      if (asksForName(result.stderr)) throw new Error(`user id ${user.uid} ${NAMELESS}`)
    }
    if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr.trim() || result.error?.message}`)
    if (!fs.existsSync(place.cluster)) fs.renameSync(aside, place.cluster)
  } catch (error) {
    if (!fs.existsSync(place.cluster)) throw error // else another process finished first
  } finally {
    fs.rmSync(aside, { recursive: true, force: true })
  }
}

function run(place: Place, program: string, args: (inside: string) => string[], more: NodeJS.ProcessEnv) {
  const folder = fs.openSync(place.folder, fs.constants.O_RDONLY)
  const result = spawnSync(join(place.programs, program), args(seenFromInside(place)), {
    ...place.identity,
    env: { ...SERVER_ENVIRONMENT, ...more },
    cwd: '/',
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe', folder],
  })
  fs.closeSync(folder)
  return result
}

/**
 * The server's path to its own folder. As root we drop to a user who may not be able to reach the data (a checkout
 * under a 0700 home), so the server inherits the open folder as descriptor 3 and accesses everything through it.
 */
export const seenFromInside = (place: Place) =>
  place.identity && process.platform === 'linux' ? '/proc/self/fd/3' : place.folder
