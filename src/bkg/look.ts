// How a file looks from outside: whoever writes it makes it look otherwise.
import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface Look {
  readonly sign: string
  /** null: it is not there. */
  readonly stats: Stats | null
}

/** Somebody else writes a file that was read: what was made of it is not written, and made anew in the next round. */
export class ChangedMeanwhile extends Error {
  constructor(path: string) {
    super(`${path} was changed meanwhile`)
  }
}

/** Editors and `cp` empty a file before they fill it. */
const SETTLED_AFTER_MS = 2_000

/** Somebody may still be at it. A time far ahead says nothing. */
export const isFresh = ({ stats }: Look, nowMs: number): boolean =>
  stats !== null && Math.abs(nowMs - stats.mtimeMs) < SETTLED_AFTER_MS

export const lookOf = (stats: Stats): Look => ({ sign: `${stats.ino}:${stats.size}:${stats.mtimeMs}`, stats })
export const NOT_THERE: Look = { sign: 'none', stats: null }

/** Why it cannot be looked at is told by whoever reads it. */
export const lookAt = (path: string): Promise<Look> => stat(path).then(lookOf, () => NOT_THERE)
