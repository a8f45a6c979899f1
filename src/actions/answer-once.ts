// Idempotency keys. The work and the record of its response commit in one transaction, so a caller that never received
// the response can repeat the request safely, even after a crash.

import { idempotencyContext } from '../base/secrets/contexts.ts'
import { type KeyRing, sha256 } from '../base/secrets.ts'
import { Refusal } from '../domain/codes/refusal.ts'
import { DAY_MS } from '../domain/time/units.ts'
import type { Database, Transaction } from '../store/kit/database.ts'
import { findAnswer, saveAnswer, tryLockKey } from '../store/operations/idempotency.ts'

export const ANSWERS_KEPT_MS = DAY_MS

/** Retry-After of a concurrent duplicate; most requests finish long before. */
const AGAIN_AFTER_S = 1

export interface Once {
  readonly ownerId: number
  readonly key: string
  /** Identifies the request; a different request under the same key is rejected. */
  readonly request: string
}

export interface OnceWork<Answer> {
  /** Network access, such as an address check. Runs outside the transaction, and not for a replay. */
  readonly before?: (() => Promise<void>) | undefined
  readonly work: (tx: Transaction) => Promise<Answer>
}

export async function answerOnce<Answer>(
  { db, keys, now }: { readonly db: Database; readonly keys: KeyRing; readonly now: Date },
  { ownerId, key, request }: Once,
  { before, work }: OnceWork<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const fingerprint = sha256(request)
  const context = idempotencyContext(ownerId, key)
  if (before) {
    const known = await replay(db)
    if (known) return known
    await before()
  }
  return db.transaction(async (tx) => {
    if (!(await tryLockKey(tx, ownerId, key))) {
      throw new Refusal('idempotency_in_progress', { retryAfterSeconds: AGAIN_AFTER_S })
    }
    const known = await replay(tx)
    if (known) return known
    const answer = await work(tx)
    await saveAnswer(tx, ownerId, key, { fingerprint, answer: keys.encrypt(JSON.stringify(answer), context) }, now)
    return { answer, replayed: false }
  })

  async function replay(on: Database): Promise<{ answer: Answer; replayed: true } | null> {
    const stored = await findAnswer(on, ownerId, key, new Date(now.getTime() - ANSWERS_KEPT_MS))
    if (!stored) return null
    if (!stored.fingerprint.equals(fingerprint)) throw new Refusal('idempotency_key_reused')
    return { answer: JSON.parse(keys.decrypt(stored.answer, context)), replayed: true }
  }
}
