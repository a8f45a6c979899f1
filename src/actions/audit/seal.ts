// Seals the audit log in the background; writers never wait.

import { sealHash } from '../../base/secrets/audit-seal.ts'
import { SEALED_PARTS, type SealedPart } from '../../domain/audit/seal.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import * as seals from '../../store/audit/seals.ts'
import type { Database } from '../../store/kit/database.ts'

/** Rows per seal: the resolution at which tampering is located. */
const ROWS = 1_000
/** Max seals per part and run, so that a shutdown does not wait long. */
const SEALS_A_RUN = 30
/** Tokens reserve ids before they write, at most `IDS_GOOD_MS` (actions/credentials/request/insert.ts). */
const ISSUED_SETTLED_MS = 15 * MINUTE_MS

/** The range up to `upTo` is final once `settledAt` has passed and `writers` have ended. */
interface Frontier {
  readonly upTo: number
  readonly settledAt: number
  writers: ReadonlySet<string> | null
}

/**
 * Ids are assigned before the commit, so rows can still appear below the newest visible id. A frontier is that id
 * together with the transactions that may still write below it; they are visible because each takes a lock before its
 * id. When all of them have ended, the range is final.
 */
export class AuditSealer {
  readonly #db: Database
  readonly #settleMs: Record<SealedPart, number>
  readonly #frontiers = new Map<SealedPart, Frontier>()
  /** Earliest time to look for the next frontier. */
  readonly #nextAt = new Map<SealedPart, number>()
  readonly #everyMs: number

  /** `everyMs`: interval between frontiers; new rows are collected for one seal in the meantime. */
  constructor(db: Database, everyMs: number, issuedSettledMs = ISSUED_SETTLED_MS) {
    this.#db = db
    this.#everyMs = everyMs
    this.#settleMs = { log: 0, issued: issuedSettledMs }
  }

  async run(now: Date): Promise<number> {
    let made = 0
    for (const part of SEALED_PARTS) made += await this.#runPart(part, now)
    return made
  }

  async #runPart(part: SealedPart, now: Date): Promise<number> {
    const frontier = await this.#frontierOf(part)
    if (!frontier || performance.now() < frontier.settledAt) return 0
    frontier.writers ??= new Set(await seals.listWriters(this.#db, part))
    if (frontier.writers.size > 0) {
      const still = await seals.listWriters(this.#db, part)
      if (still.some((writer) => frontier.writers!.has(writer))) return 0
    }
    for (let made = 0; made < SEALS_A_RUN; made++)
      if (!(await this.#sealNext(part, frontier.upTo, now))) {
        this.#frontiers.delete(part)
        return made
      }
    return SEALS_A_RUN
  }

  async #frontierOf(part: SealedPart): Promise<Frontier | null> {
    const known = this.#frontiers.get(part)
    if (known) return known
    if (performance.now() < (this.#nextAt.get(part) ?? 0)) return null
    this.#nextAt.set(part, performance.now() + this.#everyMs)
    const upTo = await seals.lastIdOf(this.#db, part)
    if (upTo <= (await seals.sealedUpTo(this.#db, part))) return null
    const frontier = { upTo, settledAt: performance.now() + this.#settleMs[part], writers: null }
    this.#frontiers.set(part, frontier)
    return frontier
  }

  /** Returns false if nothing is left or another node is sealing. */
  #sealNext(part: SealedPart, upTo: number, now: Date): Promise<boolean> {
    return this.#db.transaction(async (tx) => {
      if (!(await seals.tryLockSeals(tx))) return false
      const afterId = await seals.sealedUpTo(tx, part)
      if (afterId >= upTo) return false
      const before = await seals.newestSeal(tx)
      const lastId = await seals.endOfRange(tx, part, afterId, upTo, ROWS)
      const { found: rows, digest } = await seals.digestOfRange(tx, part, afterId, lastId)
      const range = { number: (before?.number ?? 0) + 1, part, afterId, lastId, rows, digest, sealedAt: now }
      await seals.insertSeal(tx, { ...range, hash: sealHash(range, before) })
      return true
    })
  }
}
