// Renewal requests of customers. Each is a mail to the organisation that can issue; the mail is the only record.
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
