// What a file is written into, beside itself, before it takes its place. It holds passwords: whoever is killed in between leaves it, and the next one
// removes it.
import { randomBytes } from 'node:crypto'
import { lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Nobody writes one for so long. */
const LEFT_AFTER_MS = 60_000

/** Nobody else's: two machines may share the folder, and two containers the number of a process. */
export const asideOf = (path: string): string =>
  join(dirname(path), `${beginningOf(path)}${randomBytes(8).toString('hex')}.vertice`)

const beginningOf = (path: string) => `.${basename(path)}.`
const REST = /^[0-9a-f]+\.vertice$/

/** Those of this file that somebody left. What cannot be removed is tried again the next time. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path)
  const beginning = beginningOf(path)
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(beginning) || !REST.test(name.slice(beginning.length))) continue
    const aside = join(folder, name)
    const found = await lstat(aside).catch(() => null)
    // By when it was last touched: what time such a file is to have may lie anywhere.
    if (found && Math.abs(Date.now() - found.ctimeMs) >= LEFT_AFTER_MS) await rm(aside, { force: true }).catch(() => {})
  }
}
