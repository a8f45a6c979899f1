import type { Actor, AuditEntry, AuditedAction } from '../../domain/audit/action.ts'
import { type Database, first, plannedEachTime, statement } from '../kit/database.ts'
import { Listing } from '../kit/listing.ts'

const whoOf = ({ kind, userId, tokenId, name, address, requestId }: Actor) => [
  kind,
  userId,
  tokenId,
  name,
  address,
  requestId,
]

/** Call in the transaction of the audited action. */
export const insertAudit = (db: Database, by: Actor, audited: AuditedAction, now: Date) =>
  db.query(
    statement(
      'audit-insert',
      `insert into audit_log (at, actor_kind, user_id, token_id, actor, address, request_id, action, subject_kind, subject_id, owner_id, details)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    ),
    [
      now,
      ...whoOf(by),
      audited.action,
      audited.subject?.kind ?? null,
      audited.subject?.id ?? null,
      audited.ownerId ?? null,
      JSON.stringify(audited.details ?? {}),
    ],
  )

/** Writes several actions of one actor. Call in the transaction of the audited actions. */
export const insertAudits = (db: Database, by: Actor, entries: readonly AuditedAction[], now: Date) =>
  db.query(
    statement(
      'audit-insert-many',
      `insert into audit_log (at, actor_kind, user_id, token_id, actor, address, request_id, action, subject_kind, subject_id, owner_id, details)
       select $1, $2, $3, $4, $5, $6, $7, action, subject->>'kind', (subject->>'id')::bigint, "ownerId", coalesce(details, '{}')
       from json_to_recordset($8::json) as r (action text, subject jsonb, "ownerId" bigint, details jsonb)`,
    ),
    [now, ...whoOf(by), JSON.stringify(entries)],
  )

export interface AuditNote {
  readonly by: Actor
  readonly audited: AuditedAction
  readonly at: Date
}

/** Writes actions of different actors that happened earlier. */
export const insertAuditNotes = (db: Database, notes: readonly AuditNote[]) =>
  db.query(
    statement(
      'audit-insert-notes',
      `insert into audit_log (at, actor_kind, user_id, token_id, actor, address, request_id, action, subject_kind, subject_id, owner_id, details)
       select at, kind, "userId", "tokenId", name, address, "requestId", action, subject->>'kind', (subject->>'id')::bigint, "ownerId", coalesce(details, '{}')
       from json_to_recordset($1::json) as r (at timestamptz, kind text, "userId" bigint, "tokenId" bigint, name text, address text, "requestId" text,
         action text, subject jsonb, "ownerId" bigint, details jsonb)`,
    ),
    [JSON.stringify(notes.map(({ by, audited, at }) => ({ ...by, ...audited, at })))],
  )

const COLUMNS = `id, at, actor_kind as kind, user_id as "userId", token_id as "tokenId", actor as name, request_id as "requestId", action, subject_kind as "subjectKind", subject_id as "subjectId",
  owner_id as "ownerId", details, address`

export async function findAudit(db: Database, id: number): Promise<AuditEntry | null> {
  const select = `select ${COLUMNS} from audit_log where id = $1`
  return first<AuditEntry>(db, statement('audit-entry', select), [id])
}

export interface AuditFilter {
  /** Email address of the actor, case-insensitive. */
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly subjectKind?: string | undefined
  /** Use together with `subjectKind`. */
  readonly subjectId?: number | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  readonly before?: { readonly at: Date; readonly id: number } | undefined
  readonly limit: number
}

/** Newest first. Each filter alone has an index that ends in the time, so the query reads only the matching range. */
export function listAudit(db: Database, filter: AuditFilter): Promise<AuditEntry[]> {
  const list = new Listing()
  list
    .where(filter.actor, 'text', (actor) => `lower(actor) = lower(${actor})`)
    .where(filter.action, 'text', (action) => `action = ${action}`)
    .where(filter.subjectKind, 'text', (kind) => `subject_kind = ${kind}`)
    .where(filter.subjectId, 'bigint', (id) => `subject_id = ${id}`)
    .where(filter.from, 'timestamptz', (from) => `at >= ${from}`)
    .where(filter.to, 'timestamptz', (to) => `at < ${to}`)
    .where(filter.before?.at, 'timestamptz', (at) => `(at, id) < (${at}, ${list.add(filter.before!.id)})`)
  const select = `select ${COLUMNS} from audit_log where ${list.conditions} order by at desc, id desc limit ${list.add(filter.limit)}`
  return db.query<AuditEntry>(plannedEachTime(select), list.values)
}
