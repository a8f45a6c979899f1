import type { AccountChange, AccountChanged } from '../../domain/people/account-change.ts'
import type { User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertMail } from '../../store/mail/writer.ts'
import type { ActionContext } from '../context.ts'

/** Mail kind; outbound/mail/account-changed.ts renders it. */
export const ACCOUNT_CHANGED = 'account_changed'

/** Mails the user, who may not have made the change. Call in the transaction of the change. */
export async function notifyUser(
  tx: Database,
  { by, now }: Pick<ActionContext, 'by' | 'now'>,
  { id, email, language }: Pick<User, 'id' | 'email' | 'language'>,
  change: AccountChange,
): Promise<void> {
  const data: AccountChanged = {
    change,
    bySelf: by.userId === id,
    at: now.toISOString(),
    address: by.userId === id ? by.address : null,
    language: language ?? 'es',
  }
  const key = `account:${id}:${change}:${now.getTime()}`
  await insertMail(tx, { ownerId: null, kind: ACCOUNT_CHANGED, key, recipient: email, data }, now)
}
