// A database of its own for a while, in a folder of the data directory: to try a backup in, or to become the data of a restore.
import { chownSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../store/kit/embedded/postgres.ts'
import { isAlive, runningServer } from '../store/kit/embedded/server.ts'

const PREFIX = 'scratch-'

/** Whatever becomes of it, neither the server nor the folder is left, unless we are killed; then the next one takes them away. */
export async function inScratch<Result>(
  dataDir: string,
  work: (embedded: EmbeddedPostgres, folder: string) => Promise<Result>,
): Promise<Result> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(dataDir).filter((name) => name.startsWith(PREFIX)))
    if (!isAlive(Number(name.slice(PREFIX.length)))) remove(join(dataDir, name))
  const folder = join(dataDir, `${PREFIX}${process.pid}`)
  const atExit = () => remove(folder)
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
    remove(folder)
    if (sockets) rmSync(sockets, { recursive: true, force: true }) // of a deep folder they lie elsewhere
  }
}

/** Root may do this for a service that runs as somebody else. */
export function giveToOwner(dataDir: string, path: string): void {
  const { uid, gid } = statSync(dataDir)
  if (process.getuid?.() === 0 && uid !== 0) chownSync(path, uid, gid)
}

function remove(folder: string): void {
  const server = runningServer(folder)
  if (server !== null) process.kill(server, 'SIGKILL') // nothing in it is of any worth
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
