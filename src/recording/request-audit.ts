// Audit entries for requests that change nothing: passwords read by programs, and rejected requests. Written in batches
// in the background. The entries per actor and minute are limited; one more entry counts the rest.
import { alignedInterval } from '../base/running/aligned-interval.ts'
import type { Actor, AuditAction, AuditedAction } from '../domain/audit/action.ts'
import { MINUTE_MS } from '../domain/time/units.ts'
import { type AuditNote, insertAuditNotes } from '../store/audit/entries.ts'
import type { Database } from '../store/kit/database.ts'

const WRITE_EVERY_MS = 1_000
/** Max entries per minute for one actor. */
const ENTRIES_A_MINUTE = 60
/** Max entries per minute for all actors with unverified names together. */
const ENTRIES_A_MINUTE_TOGETHER = 5
/** Max unwritten entries, reached only while the database is unavailable. Further requests are only counted. */
const MOST_WAITING = 5_000
const AT_ONCE = 500

interface Counts {
  readonly requests: number
  readonly passwords: number
  readonly links: number
}

interface More extends Partial<Counts> {
  /** Shared actor for unverified names: otherwise a client with a new name per request would never reach the limit. */
  readonly together?: Actor
}

interface Window {
  minute: number
  entries: number
  /** Requests without an entry of their own, by action. */
  readonly rest: Map<AuditAction, { last: AuditNote; counts: Counts }>
}

export class RequestAudit {
  readonly #db: Database
  readonly #clock: () => Date
  readonly #stopTimer: () => void
  readonly #windows = new Map<string, Window>()
  #waiting: AuditNote[] = []
  #writing: Promise<void> | null = null

  constructor(db: Database, clock: () => Date) {
    this.#db = db
    this.#clock = clock
    // The next turn retries a failed write.
    this.#stopTimer = alignedInterval(() => void this.write().catch(() => {}), WRITE_EVERY_MS, { background: true })
  }

  /** `more`: the number of secrets in the response, and the shared actor. */
  note(by: Actor, audited: AuditedAction, now: Date, { together, ...read }: More = {}): void {
    const window = this.#windowOf(together ?? by, minuteOf(now))
    const most = together ? ENTRIES_A_MINUTE_TOGETHER : ENTRIES_A_MINUTE
    if (window.entries < most && this.#waiting.length < MOST_WAITING) {
      window.entries += 1
      this.#waiting.push({ by, audited, at: now })
      return
    }
    const action = audited.action === 'credential.revealed' ? 'credentials.read' : audited.action
    const { requests, passwords, links } = window.rest.get(action)?.counts ?? { requests: 0, passwords: 0, links: 0 }
    const counts = {
      requests: requests + 1,
      passwords: passwords + (read.passwords ?? 0),
      links: links + (read.links ?? 0),
    }
    window.rest.set(action, { last: { by: together ?? by, audited, at: now }, counts })
  }

  /** Writes pending entries, and summaries of past minutes; with `everything`, also those of the current minute. */
  write(now = this.#clock(), everything = false): Promise<void> {
    this.#writing ??= this.#writeAll(now, everything).finally(() => {
      this.#writing = null
    })
    return this.#writing
  }

  async close(): Promise<void> {
    this.#stopTimer()
    await this.#writing?.catch(() => {})
    await this.write(this.#clock(), true).catch(() => {}) // lost if the database is unavailable
  }

  #windowOf({ kind, tokenId, userId, name }: Actor, minute: number): Window {
    const key = `${kind}:${tokenId ?? userId ?? name}`
    const known = this.#windows.get(key)
    if (known && (known.minute === minute || !this.#sumUp(known))) return known
    const window = { minute, entries: 0, rest: new Map() }
    this.#windows.set(key, window)
    return window
  }

  /** False if there is no room; the window then continues to count. */
  #sumUp({ rest }: Window): boolean {
    if (rest.size > 0 && this.#waiting.length >= MOST_WAITING) return false
    for (const [action, { last, counts }] of rest) this.#waiting.push(summaryOf(action, last, counts))
    return true
  }

  async #writeAll(now: Date, everything: boolean): Promise<void> {
    await this.#writeWaiting()
    for (const [key, window] of this.#windows)
      if ((everything || window.minute < minuteOf(now)) && this.#sumUp(window)) this.#windows.delete(key)
    await this.#writeWaiting()
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.length > 0) {
      const part = this.#waiting.slice(0, AT_ONCE)
      await insertAuditNotes(this.#db, part)
      this.#waiting = this.#waiting.slice(part.length)
    }
  }
}

const minuteOf = (at: Date) => Math.floor(at.getTime() / MINUTE_MS)

/** A summary names no single request. */
const summaryOf = (
  action: AuditAction,
  { by, audited, at }: AuditNote,
  { requests, passwords, links }: Counts,
): AuditNote => ({
  by: { ...by, requestId: null },
  audited: {
    action,
    ...(audited.ownerId !== undefined && { ownerId: audited.ownerId }),
    details: { requests, ...(passwords > 0 && { passwords }), ...(links > 0 && { links }) },
  },
  at,
})
