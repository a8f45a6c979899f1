// Writes down sessions and refusals, many at a time, and never keeps a rover waiting. What cannot be written now (the database
// is away) is written later.
import type {
  EndReason,
  RefusedAttempt,
  SessionLog,
  SessionProgress,
  SessionStart,
} from '../domain/sessions/session.ts'
import type { Database } from '../store/kit/database.ts'
import { addRefusals, type CountedRefusal } from '../store/sessions/refusals.ts'
import {
  insertSessions,
  isUnwritable,
  kickSurplus,
  type SessionUpdate,
  updateSessions,
} from '../store/sessions/rows.ts'

const EVERY_MS = 250
/** After a failure: a database that is away is not asked four times a second. */
const AGAIN_AFTER_MS = 1_000
const AT_ONCE = 2_000
/** Beyond this, what is oldest is given up: the rovers matter more than their record. */
const MOST_KEPT = 200_000
const MOST_REFUSALS_KEPT = 5_000
/** Names that one address may try in a minute and have written down one by one; a guesser must not fill the disk. */
const NAMES_OF_AN_ADDRESS = 60
const MINUTE_MS = 60_000
/** Of what strangers call themselves. */
const LONGEST_NAME = 200

export class SessionRecorder implements SessionLog {
  readonly #db: Database
  readonly #node: string
  readonly #warn: (error: unknown) => void
  readonly #opened = new Map<string, SessionStart>()
  /** Of each session the newest only. */
  readonly #updates = new Map<string, SessionUpdate>()
  #refusals = new Map<string, CountedRefusal>()
  readonly refusalCounts = new Map<string, number>()
  /** Unknown names that were tried, by address, in the running minute. */
  readonly #names = new Map<string, Set<string>>()
  #namesSince = 0
  readonly #timer: NodeJS.Timeout
  #writing: Promise<void> | null = null
  #restUntil = 0

  constructor(db: Database, node: string, warn: (error: unknown) => void) {
    this.#db = db
    this.#node = node
    this.#warn = warn
    this.#timer = setInterval(() => {
      if (!this.#writing && performance.now() >= this.#restUntil) void this.flush()
    }, EVERY_MS)
  }

  opened(session: SessionStart): void {
    this.#opened.set(session.id, { ...session, agent: short(session.agent) })
    giveUpOldest(this.#opened)
  }

  progressed(progress: SessionProgress): void {
    this.#updates.set(progress.id, progress)
  }

  closed(progress: SessionProgress, endedAt: Date, endReason: EndReason): void {
    this.#updates.set(progress.id, { ...progress, endedAt, endReason })
    giveUpOldest(this.#updates)
  }

  refused({ at, ...attempt }: RefusedAttempt): void {
    this.refusalCounts.set(attempt.reason, (this.refusalCounts.get(attempt.reason) ?? 0) + 1)
    const isGuess = attempt.credentialId === null && this.#isGuessing(attempt.address, attempt.username, at.getTime())
    const [username, agent] = [isGuess ? '' : short(attempt.username), short(attempt.agent)]
    this.#count({ ...attempt, username, agent, firstAt: at, lastAt: at, times: 1 })
  }

  #isGuessing(address: string, username: string, now: number): boolean {
    if (now - this.#namesSince > MINUTE_MS || now < this.#namesSince) {
      this.#namesSince = now
      this.#names.clear()
    }
    const names = this.#names.get(address) ?? new Set()
    if (names.size < NAMES_OF_AN_ADDRESS) names.add(username)
    this.#names.set(address, names)
    return !names.has(username)
  }

  #count(refusal: CountedRefusal): void {
    const key = [refusal.username, refusal.mountpoint, refusal.reason, refusal.address].join('\n')
    const known = this.#refusals.get(key)
    if (!known && this.#refusals.size >= MOST_REFUSALS_KEPT) return
    this.#refusals.set(key, known ? together(known, refusal) : refusal)
  }

  /** Until everything that was told is written, or cannot be now. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
    this.#writing = this.#write()
      .catch((error) => {
        this.#restUntil = performance.now() + AGAIN_AFTER_MS
        this.#warn(error)
      })
      .finally(() => {
        this.#writing = null
      })
    await this.#writing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  /**
   * What is taken off the lists only after it was written is written again if that fails: all of it may be written twice
   * (a count of refusals then is too high). The lists are looked at together, so that what is told about a session is never
   * written before its row.
   */
  async #write(): Promise<void> {
    const opened = [...this.#opened.values()]
    const updates = [...this.#updates.values()]
    await this.#writeRefusals()
    for (const some of batches(opened)) {
      await this.#writeAll(some, (sessions) => insertSessions(this.#db, this.#node, sessions))
    }
    for (const some of batches(updates)) {
      await this.#writeAll(some, (sessions) => updateSessions(this.#db, sessions))
      for (const update of some) if (this.#updates.get(update.id) === update) this.#updates.delete(update.id)
    }
    // Last: what has ended here meanwhile is not surplus.
    for (const some of batches(opened)) {
      await kickSurplus(this.#db, [...new Set(some.map(({ credentialId }) => credentialId))])
      for (const { id } of some) this.#opened.delete(id)
    }
  }

  async #writeRefusals(): Promise<void> {
    const unwritten = new Set(this.#refusals.values())
    if (unwritten.size === 0) return
    this.#refusals = new Map()
    try {
      await this.#writeAll([...unwritten], async (refusals) => {
        await addRefusals(this.#db, refusals)
        for (const refusal of refusals) unwritten.delete(refusal)
      })
    } catch (error) {
      for (const refusal of unwritten) this.#count(refusal)
      throw error
    }
  }

  /** What the database will never take is found by halving and given up: it must not hold up all the rest. */
  async #writeAll<Item>(items: readonly Item[], write: (some: readonly Item[]) => Promise<unknown>): Promise<void> {
    try {
      await write(items)
    } catch (error) {
      if (!isUnwritable(error)) throw error
      if (items.length === 1) return this.#warn(error)
      const half = items.length >> 1
      await this.#writeAll(items.slice(0, half), write)
      await this.#writeAll(items.slice(half), write)
    }
  }
}

const together = (one: CountedRefusal, other: CountedRefusal): CountedRefusal => {
  const [first, last] = one.firstAt <= other.firstAt ? [one, other] : [other, one]
  return { ...last, firstAt: first.firstAt, times: one.times + other.times }
}

function giveUpOldest(list: Map<string, unknown>): void {
  if (list.size > MOST_KEPT) list.delete(list.keys().next().value!)
}

function* batches<Item>(items: readonly Item[]): Iterable<readonly Item[]> {
  for (let at = 0; at < items.length; at += AT_ONCE) yield items.slice(at, at + AT_ONCE)
}

const short = (text: string) => (text.length > LONGEST_NAME ? text.slice(0, LONGEST_NAME).toWellFormed() : text)
