// The demo's data directory, which is removed afterwards unless the user chose it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export interface DataPlace {
  readonly path: string
  readonly keeps: boolean
  /** False if another process is using the directory. */
  remove(): Promise<boolean>
}

/** The database's socket is in the directory, and socket paths are limited; macOS's temporary path is too long. */
const LONGEST_BASE = 40

/** Uses the folder `wanted`, or a temporary one. Returns `null` if `wanted` is not empty. */
export function takeDataPlace(wanted: string | undefined): DataPlace | null {
  if (wanted !== undefined) {
    const path = resolve(wanted)
    if (existsSync(path) && readdirSync(path).length > 0) return null
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return { path, keeps: true, remove: async () => true }
  }
  const base = tmpdir().length <= LONGEST_BASE ? tmpdir() : '/tmp'
  const path = mkdtempSync(join(realpathSync(base), 'vertice-demo-'))
  // For root, the database runs as another user. Its programs are installed here only if that user can enter the
  // directory, and otherwise in a place where they would stay after the demo.
  if (process.getuid?.() === 0) chmodSync(path, 0o711)
  return { path, keeps: false, remove: () => removeAll(path) }
}

async function removeAll(path: string): Promise<boolean> {
  if (existsSync(join(path, 'postgres', 'cluster', 'postmaster.pid'))) return false
  // Measured with PostgreSQL's thousand files: 0.1 s, where rmSync takes 3 s.
  await rm(path, { recursive: true, force: true, maxRetries: 5 })
  return true
}
