// Idempotency keys: the work and the record of its answer are one transaction, so that a caller who never saw the
// answer may ask again and nothing happens twice, whatever crashed in between.

import { type KeyRing, sha256 } from '../base/secrets.ts'
import { Refusal } from '../domain/codes/refusal.ts'
import type { Database } from '../store/kit/database.ts'
import { findAnswer, saveAnswer, tryLockKey } from '../store/operations/idempotency.ts'

export const ANSWERS_KEPT_MS = 24 * 3_600_000

/** Most are done long before. */
const AGAIN_AFTER_S = 1

export interface Once {
  readonly ownerId: number
  readonly key: string
  /** Everything that makes the request what it is; another request under the same key is refused. */
  readonly request: string
}

export interface OnceWork<Answer> {
  /** What asks the network, such as a check of an address: outside the transaction, and not at all for a replay. */
  readonly before?: (() => Promise<void>) | undefined
  readonly work: (tx: Database) => Promise<Answer>
}

export async function answerOnce<Answer>(
  { db, keys, now }: { readonly db: Database; readonly keys: KeyRing; readonly now: Date },
  { ownerId, key, request }: Once,
  { before, work }: OnceWork<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const fingerprint = sha256(request)
  const context = `idempotency:${ownerId}:${key}`
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
