// Records rejected connections. This never delays sessions, and is limited, because anyone can cause rejections.
import { STRANGERS_REASONS } from '../domain/sessions/admission.ts'
import { RefusalBudget } from '../domain/sessions/refusal-budget.ts'
import type { CountedRefusal, RefusedAttempt, Unreadable } from '../domain/sessions/session.ts'
import type { Database } from '../store/kit/database.ts'
import { addRefusals } from '../store/sessions/refusals.ts'
import { BatchWriter } from './batch-writer.ts'

/** Limit while the database is unavailable. */
const MOST_KEPT = 10_000
/** Max length of names that unknown clients send. */
const LONGEST_NAME = 200

export class RefusalRecorder {
  readonly #writer: BatchWriter<CountedRefusal>
  /** Attempts on existing users have a separate budget, so that invented names cannot crowd them out. */
  readonly #budgets = { known: new RefusalBudget(), unknown: new RefusalBudget() }
  #waiting = new Map<string, CountedRefusal>()
  readonly counts = new Map<string, number>()
  #overflow = 0

  constructor(db: Database, warn: (error: unknown) => void) {
    this.#writer = new BatchWriter((refusals) => addRefusals(db, refusals), warn)
  }

  /** Number of dropped entries. */
  get givenUp(): number {
    return this.#writer.givenUp + this.#overflow
  }

  unreadable(what: Unreadable = 'unreadable'): void {
    this.#countOne(what)
  }

  refused({ at, credentialId, ...attempt }: RefusedAttempt): void {
    this.#countOne(attempt.reason)
    const said = { ...attempt, username: short(attempt.username), agent: short(attempt.agent) }
    const isStranger = STRANGERS_REASONS.includes(attempt.reason)
    const budget = credentialId === null ? this.#budgets.unknown : this.#budgets.known
    const line = isStranger ? budget.lineFor(said, at.getTime()) : said
    const isNamed = line.username === said.username
    this.#count({ ...line, credentialId: isNamed ? credentialId : null, firstAt: at, lastAt: at, times: 1 })
  }

  #countOne(reason: string): void {
    this.counts.set(reason, (this.counts.get(reason) ?? 0) + 1)
  }

  #count(refusal: CountedRefusal): void {
    const key = [refusal.username, refusal.mountpoint, refusal.reason, refusal.address].join('\n')
    const known = this.#waiting.get(key)
    if (!known && this.#waiting.size >= MOST_KEPT) this.#overflow += 1
    else this.#waiting.set(key, known ? together(known, refusal) : refusal)
  }

  /** Keeps what cannot be written. If a response was lost, an entry is written twice and its count is too high. */
  async write(): Promise<void> {
    const unwritten = new Set(this.#waiting.values())
    this.#waiting = new Map()
    try {
      await this.#writer.writeAll([...unwritten], (some) => {
        for (const refusal of some) unwritten.delete(refusal)
      })
    } catch (error) {
      for (const refusal of unwritten) this.#count(refusal)
      throw error
    }
  }
}

const together = (one: CountedRefusal, other: CountedRefusal): CountedRefusal => {
  const [first, last] = one.firstAt <= other.firstAt ? [one, other] : [other, one]
  return { ...last, firstAt: first.firstAt, times: one.times + other.times }
}

export const short = (text: string) => (text.length > LONGEST_NAME ? text.slice(0, LONGEST_NAME).toWellFormed() : text)
