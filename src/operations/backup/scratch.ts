// A temporary database in a folder of the data directory, to verify a backup or to become the data of a restore.
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../../store/kit/embedded/postgres.ts'
import { isAlive, runningServer } from '../../store/kit/embedded/server.ts'

const nameOf = (pid: number) => `scratch-${pid}`
/** Only folders that match are removed. */
const NAME = /^scratch-([1-9]\d*)$/

/** Always removes server and folder, except if this process is killed; then the next call removes them. */
export async function inScratch<Result>(
  dataDir: string,
  work: (embedded: EmbeddedPostgres, folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dataDir)) {
    const maker = Number(NAME.exec(name)?.[1] ?? 0)
    // In a container the next process often gets the same process id.
    if (maker === process.pid || (maker > 0 && !isAlive(maker))) await remove(join(dataDir, name))
  }
  const folder = join(dataDir, nameOf(process.pid))
  const atExit = () => {
    endServer(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 }) // processes of the killed server can still write
  }
  process.once('exit', atExit)
  let sockets: string | null = null
  try {
    mkdirSync(join(folder, 'postgres'), { recursive: true, mode: 0o700 })
    giveToOwner(dataDir, folder)
    giveToOwner(dataDir, join(folder, 'postgres'))
    const embedded = await openEmbeddedPostgres(folder, () => {}, dataDir)
    sockets = embedded.owner.host
    try {
      return await work(embedded, folder)
    } finally {
      await embedded.close()
    }
  } finally {
    process.off('exit', atExit)
    await remove(folder)
    if (sockets) rmSync(sockets, { recursive: true, force: true }) // for a long path, they are outside the folder
  }
}

/** Root can run this for a service that runs as another user. */
export function giveToOwner(dataDir: string, path: string): void {
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(path, uid, gid)
}

function endServer(folder: string): void {
  const server = runningServer(folder)
  if (server !== null) process.kill(server, 'SIGKILL') // its data is worthless
}

const REMOVED_WITHIN_MS = 30_000

/** Retries, because processes of a killed server or initdb can still write into the folder for a while. */
async function remove(folder: string): Promise<void> {
  const deadline = performance.now() + REMOVED_WITHIN_MS
  while (existsSync(folder) && performance.now() < deadline) {
    endServer(folder)
    await rm(folder, { recursive: true, force: true }).catch(() => {})
    if (existsSync(folder)) await sleep(100)
  }
}
