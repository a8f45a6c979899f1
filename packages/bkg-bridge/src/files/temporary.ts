// Temporary files beside the file that they replace. They hold passwords, so a bridge removes the ones that a killed
// bridge left behind.
import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Writing a file takes milliseconds; an older temporary file is abandoned. */
const ABANDONED_AFTER_MS = 60_000

/** The name is random: two machines may share the folder, and two containers a process id. */
export const temporaryFor = (path: string): string =>
  join(dirname(path), `${prefixOf(path)}${randomBytes(8).toString('hex')}.vertice`)

const prefixOf = (path: string) => `.${basename(path)}.`
const SUFFIX = /^[0-9a-f]+\.vertice$/

/** Removes abandoned temporary files of this file; the next call retries those that could not be removed. */
export async function removeAbandoned(path: string): Promise<void> {
  const folder = dirname(path)
  const prefix = prefixOf(path)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(prefix) || !SUFFIX.test(name.slice(prefix.length))) continue
    const temporary = join(folder, name)
    const found = await lstat(temporary).catch(() => null)
    // ctime, because the bridge may set any mtime.
    if (found && Math.abs(Date.now() - found.ctimeMs) >= ABANDONED_AFTER_MS)
      await rm(temporary, { force: true }).catch(() => {})
  }
}
