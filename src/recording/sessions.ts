// Records sessions in batches, without delaying rovers. What cannot be written while the database is unavailable is
// written later, including sessions opened meanwhile. Rejections are written separately.
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

/** Beyond this, the oldest entries are dropped: rovers matter more than their records. */
const MOST_KEPT = 200_000
/**
 * Delay before an abandoned session is ended again. By then, the statement that can still insert its row has also ended
 * on the server.
 */
const ABANDONED_AGAIN_MS = 20_000

export interface RecordingNode {
  readonly id: string
  renew(): Promise<void>
}

export class SessionRecorder implements SessionLog {
  readonly #db: Database
  readonly #node: RecordingNode
  readonly #end: (session: SessionName) => void
  /** Sessions opened while the database was unavailable. */
  readonly #opened = new Map<string, SessionStart>()
  /** The newest update of each session. */
  readonly #updates = new Map<string, SessionUpdate>()
  readonly #ends = new UnwrittenEnds()
  /** Sessions to end a second time, and when. */
  readonly #abandoned = new Map<string, { readonly from: number; readonly end: () => void }>()
  readonly #writers: { readonly opened: BatchWriter<SessionStart>; readonly updates: BatchWriter<SessionUpdate> }
  readonly #refusals: RefusalRecorder
  readonly #rounds: readonly Rounds[]
  #overflow = 0

  /** `end` is called for an open session that exceeds its limit. */
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

  /** Opens sessions within their limits. Retries once, after renewing the lease, if the node counts as dead. */
  async admit(wanted: WantedSessions): Promise<readonly Admitted[]> {
    const ask = () => admitSessions(this.#db, this.#node.id, wanted, this.#ends.of(wanted.sessions))
    const answers = await ask()
    if (answers.length > 0) return answers
    await this.#node.renew()
    const again = await ask()
    if (again.length === 0) throw new Error('this node still counts as dead after renewing its lease')
    return again
  }

  /** Reopens the sessions of connected rovers, and ends those that exceed their limits. */
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

  /** Ends the session twice, because its row can be inserted after the first time. */
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

  get refusalCounts(): ReadonlyMap<string, number> {
    return this.#refusals.counts
  }

  /** Dropped entries by kind since the start. */
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

  /** Resolves when everything is written, or cannot be written now. */
  async flush(): Promise<void> {
    await Promise.all(this.#rounds.map((rounds) => rounds.now()))
  }

  async stop(): Promise<void> {
    await Promise.all(this.#rounds.map((rounds) => rounds.stop()))
  }

  /**
   * Entries are removed only after they were written: a failed write is retried, and an entry can be written twice.
   * Both lists are copied at the same moment, so that no update of a session is written before the session's row.
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
