// What deeds work with: who does it, so that the audit log can tell, whichever door it came through.

import type { PasswordHasher } from '../base/passwords/password-hasher.ts'
import type { KeyRing } from '../base/secrets.ts'
import type { Deed, Doer } from '../domain/audit/deed.ts'
import { insertAudit, insertAudits } from '../store/audit/entries.ts'
import type { StationBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'

export interface DeedContext {
  readonly db: Database
  readonly now: Date
  readonly by: Doer
}

/** For deeds that seal or open secrets. */
export interface KeyedContext extends DeedContext {
  readonly keys: KeyRing
}

/** And for those that tell of stations and the network as they are now. */
export interface NetworkContext extends KeyedContext {
  readonly book: StationBook
}

export interface SecretServices {
  readonly keys: KeyRing
  readonly hasher: PasswordHasher
}

/** What was done for a test is told as that. */
const marked = (by: Doer, deed: Deed): Deed =>
  by.isTest ? { ...deed, details: { ...deed.details, test: true } } : deed

/** In the transaction of the deed. */
export const record = (tx: Database, { by, now }: Pick<DeedContext, 'by' | 'now'>, deed: Deed) =>
  insertAudit(tx, by, marked(by, deed), now)

/** In the transaction of the deeds. */
export const recordMany = (tx: Database, { by, now }: Pick<DeedContext, 'by' | 'now'>, deeds: readonly Deed[]) =>
  insertAudits(
    tx,
    by,
    deeds.map((deed) => marked(by, deed)),
    now,
  )
