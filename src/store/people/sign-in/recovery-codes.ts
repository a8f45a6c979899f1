import { type Database, only, statement } from '../../kit/database.ts'

export async function replaceRecoveryCodes(db: Database, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await db.query(statement('recovery-codes-delete', 'delete from recovery_codes where user_id = $1'), [userId])
  await db.query(
    statement(
      'recovery-codes-insert',
      'insert into recovery_codes (user_id, hash) select $1, hash from unnest($2::bytea[]) as hash',
    ),
    [userId, hashes],
  )
}

export async function takeRecoveryCode(db: Database, userId: number, hash: Buffer, now: Date): Promise<boolean> {
  const take = `update recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning 1`
  return (await db.query(statement('recovery-code-take', take), [userId, hash, now])).length > 0
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const count = 'select count(*) as left from recovery_codes where user_id = $1 and used_at is null'
  return (await only<{ left: number }>(db, statement('recovery-codes-left', count), [userId])).left
}
