// Writes down what becomes of sessions, many at a time, and never keeps a rover waiting. What cannot be written now (the database is away)
// is written later, also that somebody was let in meanwhile. Refusals are written beside them, in rounds of their own.
import {
  type EndReason,
  nothingOf,
  type RefusedAttempt,
  type SessionLog,
  type SessionName,
  type SessionProgress,
  type SessionStart,
  type Unreadable,
} from '../domain/sessions/session.ts'
import type { Database } from '../store/kit/database.ts'
import {
  type Admitted,
  admitSessions,
  type SessionUpdate,
  updateSessions,
  type WantedSessions,
} from '../store/sessions/rows.ts'
import { BatchWriter } from './batch-writer.ts'
import { RefusalRecorder, short } from './refusals.ts'
import { Rounds } from './rounds.ts'
import { UnwrittenEnds } from './unwritten-ends.ts'

/** Beyond this, what is oldest is given up: the rovers matter more than their record. */
const MOST_KEPT = 200_000
/** A statement whose answer did not come is over by then at the server too. */
const ABANDONED_AGAIN_MS = 20_000

/** Whose sessions they are. */
export interface RecordingNode {
  readonly id: string
  /** Says that it lives. */
  renew(): Promise<void>
}

export class SessionRecorder implements SessionLog {
  readonly #db: Database
  readonly #node: RecordingNode
  readonly #end: (session: SessionName) => void
  /** Let in while the database was away. */
  readonly #opened = new Map<string, SessionStart>()
  /** Of each session the newest only. */
  readonly #updates = new Map<string, SessionUpdate>()
  readonly #ends = new UnwrittenEnds()
  /** To be ended once more, by when that is. */
  readonly #abandoned = new Map<string, { readonly from: number; readonly end: () => void }>()
  readonly #writers: { readonly opened: BatchWriter<SessionStart>; readonly updates: BatchWriter<SessionUpdate> }
  readonly #refusals: RefusalRecorder
  readonly #rounds: readonly Rounds[]
  #overflow = 0

  /** `end`: there is no place for one that lives. */
  constructor(
    db: Database,
    node: RecordingNode,
    warn: (error: unknown) => void,
    end: (session: SessionName) => void = () => {},
  ) {
    this.#db = db
    this.#node = node
    this.#end = end
    this.#writers = {
      opened: new BatchWriter((sessions) => this.hold(sessions), warn),
      updates: new BatchWriter((updates) => updateSessions(db, updates), warn),
    }
    this.#refusals = new RefusalRecorder(db, warn)
    this.#rounds = [new Rounds(() => this.#write(), warn), new Rounds(() => this.#refusals.write(), warn)]
  }

  /** Makes sessions as far as their credentials allow it. Once more, if this node has to say first that it lives. */
  async admit(wanted: WantedSessions): Promise<readonly Admitted[]> {
    const ask = () => admitSessions(this.#db, this.#node.id, wanted, this.#ends.of(wanted.sessions))
    const answers = await ask()
    if (answers.length > 0) return answers
    await this.#node.renew()
    const again = await ask()
    if (again.length === 0) throw new Error('this node counts as dead although it has just said that it lives')
    return again
  }

  /** Of sessions that live: those for which there is no place any more are ended. */
  async hold(sessions: readonly (SessionStart | SessionName)[]): Promise<void> {
    const credentials = new Map(sessions.map(({ id, credentialId }) => [id, credentialId]))
    for (const { id, opened, replaced } of await this.admit({ held: true, sessions })) {
      const credentialId = credentials.get(id)!
      for (const other of [...(opened ? [] : [id]), ...(replaced ?? [])]) this.#end({ id: other, credentialId })
    }
  }

  opened(session: SessionStart): void {
    this.#opened.set(session.id, { ...session, agent: short(session.agent) })
    this.#giveUpOldest(this.#opened)
  }

  progressed(progress: SessionProgress): void {
    this.#updates.set(progress.id, progress)
  }

  closed(progress: SessionProgress, endedAt: Date, endReason: EndReason, credentialId: number | null): void {
    this.#updates.set(progress.id, { ...progress, endedAt, endReason })
    this.#ends.add({ id: progress.id, credentialId })
    this.#giveUpOldest(this.#updates)
  }

  /** Twice: it may be made only after it was ended for the first time. */
  abandoned({ id, credentialId }: SessionName, at: Date, reason: EndReason): void {
    const end = () => this.closed(nothingOf(id), at, reason, credentialId)
    end()
    this.#abandoned.set(id, { from: performance.now() + ABANDONED_AGAIN_MS, end })
    this.#giveUpOldest(this.#abandoned)
  }

  refused(attempt: RefusedAttempt): void {
    this.#refusals.refused(attempt)
  }

  unreadable(what?: Unreadable): void {
    this.#refusals.unreadable(what)
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
    const oldest = list.keys().next().value!
    list.delete(oldest)
    if (list === this.#updates) this.#ends.delete(oldest)
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
    for (const [id, { from, end }] of this.#abandoned) {
      if (performance.now() < from) break
      this.#abandoned.delete(id)
      end()
    }
    const opened = [...this.#opened.values()]
    const updates = [...this.#updates.values()]
    await this.#writers.opened.writeAll(opened, (some) => {
      for (const { id } of some) this.#opened.delete(id)
    })
    await this.#writers.updates.writeAll(updates, (some) => {
      for (const update of some) {
        if (this.#updates.get(update.id) !== update) continue
        this.#updates.delete(update.id)
        if (update.endedAt) this.#ends.delete(update.id)
      }
    })
  }
}
