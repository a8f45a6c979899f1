// Renewal requests of customers: mails to the organisation that can issue, which are the only record; and mails with
// the links of a customer's credentials.
import type { Language } from '../../domain/people/user.ts'
import { CUSTOMER } from '../credentials/list/conditions.ts'
import { type Database, first, statement } from '../kit/database.ts'
import { insertMail } from '../mail/writer.ts'

export const RENEWAL_REQUEST_MAIL = 'renewal-request'

export interface RenewalRequest {
  readonly credentialId: number
  readonly askedAt: Date
}

export const listRenewalRequests = (db: Database, credentialIds: readonly number[]) =>
  db.query<RenewalRequest>(
    statement(
      'renewal-requests',
      `select asked.id as "credentialId", newest."askedAt" from unnest($1::bigint[]) as asked (id) cross join lateral (
         select created_at as "askedAt" from mails
         where credential_id = asked.id and kind = '${RENEWAL_REQUEST_MAIL}' order by id desc limit 1
       ) as newest`,
    ),
    [credentialIds],
  )

/** Address for notifications to the organisation; `null` if it has none. */
export async function emailOfOwner(db: Database, ownerId: number): Promise<string | null> {
  const found = await first<{ email: string | null }>(
    db,
    statement('owner-email', 'select email from owners where id = $1'),
    [ownerId],
  )
  return found?.email ?? null
}

export interface NewRenewalMail extends RenewalRequest {
  readonly ownerId: number
  readonly recipient: string
}

export const insertRenewalMail = (db: Database, { credentialId, ownerId, recipient, askedAt }: NewRenewalMail) => {
  const key = `${RENEWAL_REQUEST_MAIL}:${credentialId}:${askedAt.getTime()}:${recipient}`
  return insertMail(db, { ownerId, kind: RENEWAL_REQUEST_MAIL, key, recipient, data: {}, credentialId }, askedAt)
}

export const RENEWAL_LINKS_MAIL = 'renewal-links'

export interface CredentialOfCustomer {
  readonly id: number
  readonly ownerId: number
}

/** Credentials with this e-mail address that have a page and did not end before `endedAfter`. Last to end first. */
export const listCredentialsTo = (db: Database, email: string, endedAfter: Date, limit: number) =>
  db.query<CredentialOfCustomer>(
    statement(
      'credentials-to-email',
      `select found.id, found.owner_id as "ownerId" from owners cross join lateral (
         select id, owner_id, expires_at from credentials
         where owner_id = owners.id and ${CUSTOMER} = lower($1) and customer_email <> '' and revoked_at is null
           and link_withdrawn_at is null and expires_at > $2
       ) as found
       where test_of is null order by expires_at desc, found.id desc limit $3`,
    ),
    [email, endedAfter, limit],
  )

/**
 * `occasion` deduplicates: one mail per address and occasion. The service itself sends it, so it has no owner. Returns
 * false if the mail exists already.
 */
export const insertRenewalLinksMail = async (
  db: Database,
  mail: { readonly recipient: string; readonly language: Language; readonly occasion: string },
  now: Date,
): Promise<boolean> => {
  const { recipient, language, occasion } = mail
  const key = `${RENEWAL_LINKS_MAIL}:${recipient.toLowerCase()}:${occasion}`
  if (await first<{ id: number }>(db, statement('mail-by-key', 'select id from mails where key = $1'), [key]))
    return false
  await insertMail(db, { ownerId: null, kind: RENEWAL_LINKS_MAIL, key, recipient, data: { language } }, now)
  return true
}
