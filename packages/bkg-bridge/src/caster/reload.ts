// When the caster reloads its files. Asked to (`mode=rehash`), it reads them only if one of them is newer than its last
// reading, both in whole seconds: it never sees a change that was written in the second of a reading. The bridge does
// not know about readings that others ask for, nor about the one at the caster's start. So each change is offered
// twice: the second time in a later second, with a file of that second.

export interface Reload {
  /** Modification time of the newest file; `null` if the bridge has written none. */
  readonly fileSecond: number | null
  /** When the caster last answered the bridge; `null` if never. */
  readonly answeredSecond: number | null
  /** `offered`: the caster answered once. `certain`: twice, so it has read the current files. */
  readonly progress: 'new' | 'offered' | 'certain'
}

export type ReloadStep =
  /** The files are newer than the last known reading. */
  | { readonly step: 'ask' }
  /** Write `users.aut` again, with this modification time if given, then ask. */
  | { readonly step: 'renew'; readonly second: number | null }
  | { readonly step: 'wait'; readonly milliseconds: number }
  | { readonly step: 'done' }

const SECOND_MS = 1_000

export function nextStep({ fileSecond, answeredSecond, progress }: Reload, nowMs: number): ReloadStep {
  if (progress === 'certain') return { step: 'done' }
  const second = Math.floor(nowMs / SECOND_MS)
  const isNewer = fileSecond !== null && (answeredSecond === null || fileSecond > answeredSecond)
  if (progress === 'new' && isNewer) return { step: 'ask' }
  if (answeredSecond === null || second > answeredSecond) return { step: 'renew', second: null }
  // The clock was set back: the caster's last reading lies in the future, and the file has to be newer than that.
  if (second < answeredSecond) return { step: 'renew', second: answeredSecond + 1 }
  return { step: 'wait', milliseconds: (answeredSecond + 1) * SECOND_MS - nowMs }
}

export const retryAfterMs = (failures: number): number => Math.min(SECOND_MS * 2 ** Math.max(0, failures - 1), 30_000)
