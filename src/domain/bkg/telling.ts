// When a BKG caster takes the files. Asked to, it reads them only if one of them is newer than its last reading, both in whole seconds: what is
// written in the second of a reading is not seen, then or later. Readings that others ask for, and its own at its start, we do not know; so
// whatever was taken is given once more in a later second, with a file of that second, and then it is sure.

export interface Told {
  /** Of the newest of the files; null: they are not there yet. */
  readonly fileSecond: number | null
  /** In which the caster last answered us; null: we know of none. */
  readonly answeredSecond: number | null
  /** What is in the files was given, or is being given for sure. */
  readonly progress: 'new' | 'given' | 'sure'
}

export type TellingStep =
  /** The files are newer than the last reading that we know of. */
  | { readonly step: 'ask' }
  /** They are not: one is written anew, with this time if not now. */
  | { readonly step: 'renew'; readonly second: number | null }
  | { readonly step: 'wait'; readonly milliseconds: number }
  | { readonly step: 'done' }

const SECOND_MS = 1_000

export function nextStep({ fileSecond, answeredSecond, progress }: Told, nowMs: number): TellingStep {
  if (progress === 'sure') return { step: 'done' }
  const second = Math.floor(nowMs / SECOND_MS)
  const isNewer = fileSecond !== null && (answeredSecond === null || fileSecond > answeredSecond)
  if (progress === 'new' && isNewer) return { step: 'ask' }
  if (answeredSecond === null || second > answeredSecond) return { step: 'renew', second: null }
  // A clock that was set back: the caster's last reading lies in the future, and so must the file.
  if (second < answeredSecond) return { step: 'renew', second: answeredSecond + 1 }
  return { step: 'wait', milliseconds: (answeredSecond + 1) * SECOND_MS - nowMs }
}

/** How long until it is tried again. */
export const retryAfterMs = (failures: number): number => Math.min(SECOND_MS * 2 ** Math.max(0, failures - 1), 30_000)
