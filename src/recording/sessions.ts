// Writes down sessions, many at a time, and never keeps a rover waiting. What cannot be written now (the database is away) is
// written later. Refusals are written beside them, in rounds of their own.
import type {
  EndReason,
  RefusedAttempt,
  SessionLog,
  SessionProgress,
  SessionStart,
} from '../domain/sessions/session.ts'
import type { Database } from '../store/kit/database.ts'
import { insertSessions, kickSurplus, type SessionUpdate, updateSessions } from '../store/sessions/rows.ts'
import { BatchWriter } from './batch-writer.ts'
import { RefusalRecorder, short } from './refusals.ts'
import { Rounds } from './rounds.ts'

/** Beyond this, what is oldest is given up: the rovers matter more than their record. */
const MOST_KEPT = 200_000

export class SessionRecorder implements SessionLog {
  readonly #opened = new Map<string, SessionStart>()
  /** Of each session the newest only. */
  readonly #updates = new Map<string, SessionUpdate>()
  readonly #writers: {
    readonly opened: BatchWriter<SessionStart>
    readonly updates: BatchWriter<SessionUpdate>
    readonly surplus: BatchWriter<number>
  }
  readonly #refusals: RefusalRecorder
  readonly #rounds: readonly Rounds[]
  #overflow = 0

  constructor(db: Database, node: string, warn: (error: unknown) => void) {
    this.#writers = {
      opened: new BatchWriter((sessions) => insertSessions(db, node, sessions), warn),
      updates: new BatchWriter((updates) => updateSessions(db, updates), warn),
      surplus: new BatchWriter((credentialIds) => kickSurplus(db, credentialIds), warn),
    }
    this.#refusals = new RefusalRecorder(db, warn)
    this.#rounds = [new Rounds(() => this.#write(), warn), new Rounds(() => this.#refusals.write(), warn)]
  }

  opened(session: SessionStart): void {
    this.#opened.set(session.id, { ...session, agent: short(session.agent) })
    this.#giveUpOldest(this.#opened)
  }

  progressed(progress: SessionProgress): void {
    this.#updates.set(progress.id, progress)
  }

  closed(progress: SessionProgress, endedAt: Date, endReason: EndReason): void {
    this.#updates.set(progress.id, { ...progress, endedAt, endReason })
    this.#giveUpOldest(this.#updates)
  }

  refused(attempt: RefusedAttempt): void {
    this.#refusals.refused(attempt)
  }

  unreadable(): void {
    this.#refusals.unreadable()
  }

  /** Attempts by reason, since the start. */
  get refusalCounts(): ReadonlyMap<string, number> {
    return this.#refusals.counts
  }

  /** What was told and will never be written, by kind, since the start. */
  get givenUp(): ReadonlyMap<string, number> {
    const { opened, updates } = this.#writers
    return new Map([
      ['session', opened.givenUp + updates.givenUp + this.#overflow],
      ['refusal', this.#refusals.givenUp],
    ])
  }

  #giveUpOldest(list: Map<string, unknown>): void {
    if (list.size <= MOST_KEPT) return
    list.delete(list.keys().next().value!)
    this.#overflow += 1
  }

  /** Until everything that was told is written, or cannot be now. */
  async flush(): Promise<void> {
    await Promise.all(this.#rounds.map((rounds) => rounds.now()))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#rounds.map((rounds) => rounds.stop()))
  }

  /**
   * What is taken off the lists only after it was written is written again if that fails: all of it may be written twice. The lists
   * are looked at together, so that what is told about a session is never written before its row.
   */
  async #write(): Promise<void> {
    const opened = [...this.#opened.values()]
    const updates = [...this.#updates.values()]
    await this.#writers.opened.writeAll(opened)
    await this.#writers.updates.writeAll(updates, (some) => {
      for (const update of some) if (this.#updates.get(update.id) === update) this.#updates.delete(update.id)
    })
    // Last: what has ended here meanwhile is not surplus.
    await this.#writers.surplus.writeAll([...new Set(opened.map(({ credentialId }) => credentialId))])
    for (const { id } of opened) this.#opened.delete(id)
  }
}
