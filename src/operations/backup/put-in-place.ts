// The last step of a restore: the new data replaces the old, or nothing changes.
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { UNFINISHED_RESTORE } from '../../store/kit/embedded/place.ts'
import { giveToOwner } from './scratch.ts'

const DATA = 'postgres'
const KEY = 'encryption.key'

/**
 * Moves several folders, with a marker file meanwhile: a start in between would create a new database in the gap.
 * Everything that needs disk space happens before the first move. Returns where the previous data is now.
 */
export function putInPlace(dataDir: string, folder: string, newKey: string | null): string[] {
  const names = newKey === null ? [DATA] : [DATA, KEY]
  if (newKey !== null) {
    writeFileSync(join(folder, KEY), newKey, { mode: 0o600, flush: true })
    giveToOwner(dataDir, join(folder, KEY))
  }
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const away = names
    .map((name) => join(dataDir, name))
    .filter((path) => existsSync(path))
    .map((path) => ({ from: path, to: `${path}.before-${stamp}` }))
  const mark = join(dataDir, UNFINISHED_RESTORE)
  const wasInterrupted = existsSync(mark) // then data can be missing: on failure the marker stays
  const done: Move[] = []
  try {
    writeFileSync(mark, '', { mode: 0o600, flush: true })
    for (const step of [...away, ...names.map((name) => ({ from: join(folder, name), to: join(dataDir, name) }))]) {
      move(step)
      done.push(step)
    }
    rmSync(mark)
  } catch (error) {
    for (const { from, to } of done.toReversed()) move({ from: to, to: from })
    if (!wasInterrupted) rmSync(mark, { force: true })
    throw error
  }
  return away.map(({ to }) => to)
}

interface Move {
  readonly from: string
  readonly to: string
}

function move({ from, to }: Move): void {
  try {
    renameSync(from, to)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EBUSY' && code !== 'EXDEV') throw error
    throw new Error(
      `${from} cannot be moved to ${to}, as a file system of its own never can: nothing was changed; mount it at DATA_DIR instead, or set DATA_DIR to another folder (${message})`,
    )
  }
}
