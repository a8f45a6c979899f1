// Mails a customer the links of the credentials with this e-mail address, so that the customer can renew them.
import type { Language } from '../../domain/people/user.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { insertRenewalLinksMail, listCredentialsTo } from '../../store/delivery/renewals.ts'
import type { Database } from '../../store/kit/database.ts'
import { type ActionContext, record } from '../context.ts'

/** A credential that ended longer ago is not offered. */
const ENDED_WITHIN_MS = 365 * DAY_MS
/** The mail lists this many. */
const MOST_LISTED = 20
/** One mail per address and hour: the length of an ISO time up to the hour. */
const HOUR_LENGTH = 13

export const findRenewable = (db: Database, email: string, now: Date) =>
  listCredentialsTo(db, email, new Date(now.getTime() - ENDED_WITHIN_MS), MOST_LISTED)

/** Does nothing for an address without credentials. The caller must not reveal which it was. */
export function mailRenewalLinks(
  context: ActionContext,
  { email, language }: { readonly email: string; readonly language: Language },
): Promise<void> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await findRenewable(tx, email, now)
    if (found.length === 0) return
    const occasion = now.toISOString().slice(0, HOUR_LENGTH)
    if (!(await insertRenewalLinksMail(tx, { recipient: email, language, occasion }, now))) return
    for (const { id, ownerId } of found) {
      const subject = { kind: 'credential', id } as const
      await record(tx, context, { action: 'credential.links_mailed', subject, ownerId, details: { to: email } })
    }
  })
}
