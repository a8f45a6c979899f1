// Context of an action, including its actor for the audit log.

import type { PasswordHasher } from '../base/passwords/password-hasher.ts'
import type { KeyRing } from '../base/secrets.ts'
import type { Actor, AuditedAction } from '../domain/audit/action.ts'
import { insertAudit, insertAudits } from '../store/audit/entries.ts'
import type { StationBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'

export interface ActionContext {
  readonly db: Database
  readonly now: Date
  readonly by: Actor
}

/** For actions that encrypt or decrypt secrets. */
export interface KeyedContext extends ActionContext {
  readonly keys: KeyRing
}

/** For actions that also need the current stations and network. */
export interface NetworkContext extends KeyedContext {
  readonly book: StationBook
}

export interface SecretServices {
  readonly keys: KeyRing
  readonly hasher: PasswordHasher
}

const marked = (by: Actor, audited: AuditedAction): AuditedAction =>
  by.isTest ? { ...audited, details: { ...audited.details, test: true } } : audited

/** Call in the transaction of the action. */
export const record = (tx: Database, { by, now }: Pick<ActionContext, 'by' | 'now'>, audited: AuditedAction) =>
  insertAudit(tx, by, marked(by, audited), now)

export const recordMany = (
  tx: Database,
  { by, now }: Pick<ActionContext, 'by' | 'now'>,
  entries: readonly AuditedAction[],
) =>
  insertAudits(
    tx,
    by,
    entries.map((audited) => marked(by, audited)),
    now,
  )
