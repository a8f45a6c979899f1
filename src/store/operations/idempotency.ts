import { type Database, first, only, statement, type Transaction } from '../kit/database.ts'

export interface StoredAnswer {
  readonly fingerprint: Buffer
  readonly answer: Buffer
}

/** Held until the transaction ends; false while another request with this key is being processed. */
export async function tryLockKey(tx: Transaction, ownerId: number, key: string): Promise<boolean> {
  const lock = `select pg_try_advisory_xact_lock(hashtextextended('idempotency:' || $1::bigint || ':' || $2, 0)) as locked`
  return (await only<{ locked: boolean }>(tx, statement('idempotency-lock', lock), [ownerId, key])).locked
}

export async function findAnswer(
  db: Database,
  ownerId: number,
  key: string,
  notBefore: Date,
): Promise<StoredAnswer | null> {
  const find = 'select fingerprint, answer from idempotency_keys where owner_id = $1 and key = $2 and created_at > $3'
  return first<StoredAnswer>(db, statement('idempotency-find', find), [ownerId, key, notBefore])
}

/** Replaces an expired answer of the same key. */
export const saveAnswer = (
  tx: Transaction,
  ownerId: number,
  key: string,
  { fingerprint, answer }: StoredAnswer,
  now: Date,
) =>
  tx.query(
    statement(
      'idempotency-save',
      `insert into idempotency_keys (owner_id, key, fingerprint, answer, created_at) values ($1, $2, $3, $4, $5)
       on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, answer = excluded.answer, created_at = excluded.created_at`,
    ),
    [ownerId, key, fingerprint, answer, now],
  )

export async function deleteAnswers(db: Database, before: Date, limit: number): Promise<number> {
  const remove = `delete from idempotency_keys where (owner_id, key) in
    (select owner_id, key from idempotency_keys where created_at <= $1 order by created_at limit $2 for update skip locked) returning 1`
  return (await db.query(statement('idempotency-delete', remove), [before, limit])).length
}
