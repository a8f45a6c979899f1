// A file's fingerprint (inode, size, modification time): it changes whenever another program writes the file.
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface Fingerprint {
  readonly sign: string
  /** `null` if the file does not exist. */
  readonly stats: Stats | null
}

/**
 * Another program is writing a file: the round ends without writing, and the next round starts from the new content.
 */
export class EditedMeanwhile extends Error {
  constructor(path: string) {
    super(`${path} was edited during the write`)
  }
}

/** Editors and `cp` truncate a file before they fill it. */
const SETTLED_AFTER_MS = 2_000

/** Whether another program may still be writing the file. A modification time in the far future does not count. */
export const isFresh = ({ stats }: Fingerprint, nowMs: number): boolean =>
  stats !== null && Math.abs(nowMs - stats.mtimeMs) < SETTLED_AFTER_MS

export const fingerprintOf = (stats: Stats): Fingerprint => ({
  sign: `${stats.ino}:${stats.size}:${stats.mtimeMs}`,
  stats,
})
export const MISSING: Fingerprint = { sign: 'none', stats: null }

/** A file that cannot be inspected counts as missing; reading it reports the reason. */
export const fingerprintAt = (path: string): Promise<Fingerprint> => stat(path).then(fingerprintOf, () => MISSING)
