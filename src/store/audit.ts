import type { AuditEntry, Deed, Doer } from '../domain/audit.ts'
import { type Database, statement } from './database.ts'

/** In the transaction of what it tells of. */
export const insertAudit = (db: Database, by: Doer, deed: Deed, now: Date) =>
  db.query(
    statement(
      'audit-insert',
      `insert into audit_log (at, user_id, actor, action, subject_kind, subject_id, owner_id, details, address)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    ),
    [
      now,
      by.userId,
      by.name,
      deed.action,
      deed.subject?.kind ?? null,
      deed.subject?.id ?? null,
      deed.ownerId ?? null,
      JSON.stringify(deed.details ?? {}),
      by.address,
    ],
  )

/** Newest first. */
export const listAudit = (db: Database, { before, limit }: { before?: number | undefined; limit: number }) =>
  db.query<AuditEntry>(
    statement(
      'audit',
      `select id, at, user_id as "userId", actor as name, action, subject_kind as "subjectKind", subject_id as "subjectId",
         owner_id as "ownerId", details, address
       from audit_log where $1::bigint is null or id < $1 order by id desc limit $2`,
    ),
    [before ?? null, limit],
  )
