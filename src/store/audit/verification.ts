// The last comparison of the audit log with its seals.
import { type Database, first, statement } from '../kit/database.ts'

export interface StoredVerification {
  readonly verifiedAt: Date
  readonly seals: number
  readonly rows: number
  /** Number of ranges and seals that do not match. */
  readonly faults: number
}

/** `null` if the log was never verified. */
export const lastVerification = (db: Database) =>
  first<StoredVerification>(
    db,
    statement('audit-verification', 'select verified_at as "verifiedAt", seals, rows, faults from audit_verification'),
  )

export const saveVerification = (db: Database, { verifiedAt, seals, rows, faults }: StoredVerification) =>
  db.query(
    statement(
      'audit-verification-save',
      `insert into audit_verification (verified_at, seals, rows, faults) values ($1, $2, $3, $4)
       on conflict (is_only) do update
       set verified_at = excluded.verified_at, seals = excluded.seals, rows = excluded.rows, faults = excluded.faults`,
    ),
    [verifiedAt, seals, rows, faults],
  )
