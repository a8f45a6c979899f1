// Users' identities at the single sign-on provider. A subject is unique within its issuer and never reassigned.
import type { User } from '../../../domain/people/user.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'
import { USER_COLUMNS } from '../users.ts'

export async function lockUserByIdentity(db: Database, issuer: string, subject: string): Promise<User | null> {
  const select = `select ${USER_COLUMNS} from users where sso_issuer = $1 and sso_subject = $2 for no key update`
  return first<User>(db, statement('user-by-identity', select), [issuer, subject])
}

/** Identities of other issuers do not count, so that an operator can move to another provider. */
export async function hasIdentityOf(db: Database, userId: number, issuer: string): Promise<boolean> {
  const select = 'select exists (select from users where id = $1 and sso_issuer = $2) as found'
  return (await only<{ found: boolean }>(db, statement('user-has-identity', select), [userId, issuer])).found
}

/** Links the identity, and ends the period that `expectIdentity` began. */
export const setIdentity = (db: Database, userId: number, issuer: string, subject: string) =>
  db.query(
    statement(
      'user-identity',
      'update users set sso_issuer = $2, sso_subject = $3, sso_expected_until = null where id = $1',
    ),
    [userId, issuer, subject],
  )

/** False if the state was used before, on any node. */
export async function useState(db: Database, hash: Buffer, expiresAt: Date): Promise<boolean> {
  const insert = `insert into used_sso_states (hash, expires_at) values ($1, $2) on conflict do nothing returning true as used`
  return (await first<{ used: boolean }>(db, statement('sso-state-use', insert), [hash, expiresAt])) !== null
}

export const deleteOldStates = (db: Database, now: Date) =>
  db.query(statement('sso-states-old', 'delete from used_sso_states where expires_at <= $1'), [now])

/** Removes the identity. Before `until`, the next identity with the user's email address is linked to the user. */
export const expectIdentity = (db: Database, userId: number, until: Date) =>
  db.query(
    statement(
      'user-identity-expect',
      'update users set sso_issuer = null, sso_subject = null, sso_expected_until = $2 where id = $1',
    ),
    [userId, until],
  )

export async function isIdentityExpected(db: Database, userId: number, now: Date): Promise<boolean> {
  const select = 'select exists (select from users where id = $1 and sso_expected_until > $2) as found'
  return (await only<{ found: boolean }>(db, statement('user-identity-expected', select), [userId, now])).found
}
