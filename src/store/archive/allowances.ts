// What the customer of a credential can order of the archive.
import type { RinexHoursPerMonth } from '../../domain/archive/allowance.ts'
import { type Database, first, statement } from '../kit/database.ts'

/** 0 for an unknown credential. */
export async function readRinexHours(db: Database, credentialId: number): Promise<RinexHoursPerMonth> {
  const select = 'select rinex_hours_per_month as hours from credentials where id = $1'
  const row = await first<{ hours: number | null }>(db, statement('rinex-allowance', select), [credentialId])
  return row ? row.hours : 0
}

/** Like `readRinexHours`. Concurrent orders of a customer are counted one after another. */
export async function lockRinexHours(db: Database, credentialId: number): Promise<RinexHoursPerMonth> {
  const select = 'select rinex_hours_per_month as hours from credentials where id = $1 for no key update'
  const row = await first<{ hours: number | null }>(db, statement('rinex-allowance-lock', select), [credentialId])
  return row ? row.hours : 0
}

/** Gives a credential what its product includes. */
export const copyRinexHours = (db: Database, credentialId: number, productId: number) =>
  db.query(
    statement(
      'rinex-allowance-copy',
      `update credentials set rinex_hours_per_month = products.rinex_hours_per_month from products
       where credentials.id = $1 and products.id = $2`,
    ),
    [credentialId, productId],
  )

export const setRinexHours = (db: Database, ownerId: number, credentialId: number, hours: RinexHoursPerMonth) =>
  db.query(
    statement(
      'rinex-allowance-set',
      'update credentials set rinex_hours_per_month = $3 where id = $1 and owner_id = $2',
    ),
    [credentialId, ownerId, hours],
  )
