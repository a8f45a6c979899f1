// Where the demo keeps its data: a directory of its own, which is gone afterwards unless somebody wants to keep it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface DataPlace {
  readonly path: string
  readonly keeps: boolean
  /** Whether it could: somebody else may have a foot in it. */
  remove(): Promise<boolean>
}

/** The database's socket lies in there, and the path of a socket is limited; the one of macOS for temporary files is too long. */
const LONGEST_BASE = 40

/** null: `wanted` is not empty. */
export function takeDataPlace(wanted: string | undefined): DataPlace | null {
  if (wanted !== undefined) {
    const path = resolve(wanted)
    if (existsSync(path) && readdirSync(path).length > 0) return null
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return { path, keeps: true, remove: async () => true }
  }
  const base = tmpdir().length <= LONGEST_BASE ? tmpdir() : '/tmp'
  const path = mkdtempSync(join(realpathSync(base), 'vertice-demo-'))
  // Root's database runs as another user. Its programs are put into a directory only if that user can walk there, and
  // otherwise where they would outlive us.
  if (process.getuid?.() === 0) chmodSync(path, 0o711)
  return { path, keeps: false, remove: () => removeAll(path) }
}

async function removeAll(path: string): Promise<boolean> {
  if (existsSync(join(path, 'postgres', 'cluster', 'postmaster.pid'))) return false
  // Measured on the thousand files of PostgreSQL: a tenth of a second, where rmSync takes three.
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
  return true
}
