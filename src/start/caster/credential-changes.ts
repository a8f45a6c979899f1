// Applies revoked and changed credentials to open sessions: on notification, and by a periodic sweep for missed
// notifications.

import type { Component } from '../../base/running/component.ts'
import { type WakeableLoop, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import type { Sessions } from '../../caster/sessions/sessions.ts'
import type { CredentialChange } from '../../domain/sessions/changes.ts'
import type { RememberedPasses } from '../../reads/remembered-passes.ts'
import { changedAmong } from '../../store/credentials/passes.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { listKicked } from '../../store/sessions/rows.ts'

const SWEEP_MS = 30_000
/** A triggered sweep must not wait 30 s if the database has just become available again. */
const SWEEP_AGAIN_MS = 1_000
/** Credentials per query. */
const BATCH = 5_000

export interface ChangesDependencies {
  readonly db: DatabasePool
  readonly node: string
  readonly sessions: Sessions
  readonly memory: RememberedPasses
  /** Returns a handler that logs the error under this message. */
  readonly warn: (message: string) => (error: unknown) => void
}

export class CredentialChanges implements Component {
  readonly #dependencies: ChangesDependencies
  /** A notification can have been missed, so the sweep includes remembered credentials. */
  #hasMissed = false
  /** Credentials notified since the sweep began: the sweep can have read older rows. */
  readonly #notified = new Set<number>()
  #loop: WakeableLoop | null = null
  #unlisten: readonly (() => Promise<void>)[] = []

  constructor(dependencies: ChangesDependencies) {
    this.#dependencies = dependencies
  }

  start(): void {
    const { db, warn } = this.#dependencies
    this.#loop = wakeableLoop(() => this.#sweep(), {
      ...{ everyMs: SWEEP_MS, againMs: SWEEP_AGAIN_MS, warn: warn('Could not check for changed credentials') },
    })
    this.#unlisten = [
      db.listen('credentials_revoked', (id) => (id === null ? this.#missed() : this.#revoke(Number(id)))),
      db.listen('credentials_changed', (payload) => {
        if (payload === null) return this.#missed()
        const changed: CredentialChange = JSON.parse(payload)
        this.#notified.add(changed.id)
        this.#change(changed)
      }),
    ]
  }

  async stop(): Promise<void> {
    await Promise.all(this.#unlisten.map((unlisten) => unlisten()))
    await this.#loop?.stop()
  }

  #missed(): void {
    this.#hasMissed = true
    this.#loop?.wake()
  }

  #revoke(id: number): void {
    this.#dependencies.memory.revoke(id)
    this.#dependencies.sessions.revoke(id)
  }

  #change(changed: CredentialChange): void {
    this.#dependencies.memory.change(changed)
    this.#dependencies.sessions.change(changed)
  }

  async #sweep(): Promise<void> {
    const { db, sessions, memory } = this.#dependencies
    const live = sessions.known()
    memory.refresh(live)
    const doubted = this.#hasMissed ? [...live, ...memory.known] : live
    this.#hasMissed = false
    this.#notified.clear()
    try {
      for (let at = 0; at < doubted.length; at += BATCH)
        for (const { revoked, ...changed } of await changedAmong(db, doubted.slice(at, at + BATCH)))
          if (revoked) this.#revoke(changed.id)
          else if (!this.#notified.has(changed.id)) this.#change(changed)
    } catch (error) {
      this.#hasMissed = true
      throw error
    }
  }
}

/** Ends sessions of this node that another process has ended. The reason is in the database. */
export class KickedSessions implements Component {
  readonly #dependencies: Omit<ChangesDependencies, 'memory'>
  #loop: WakeableLoop | null = null
  #unlisten: (() => Promise<void>) | null = null

  constructor(dependencies: Omit<ChangesDependencies, 'memory'>) {
    this.#dependencies = dependencies
  }

  start(): void {
    const { db, node, sessions, warn } = this.#dependencies
    this.#loop = wakeableLoop(
      async () => {
        for (const { reason, ...session } of await listKicked(db, node)) sessions.end(session, reason)
      },
      { everyMs: SWEEP_MS, againMs: SWEEP_AGAIN_MS, warn: warn('Could not check for sessions to end') },
    )
    this.#unlisten = db.listen('sessions_kicked', this.#loop.wake)
  }

  async stop(): Promise<void> {
    await this.#unlisten?.()
    await this.#loop?.stop()
  }
}
