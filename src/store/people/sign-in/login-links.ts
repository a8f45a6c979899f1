import type { LinkPurpose } from '../../../domain/people/login-link.ts'
import { type Database, first, statement } from '../../kit/database.ts'

export interface LoginLink {
  readonly purpose: LinkPurpose
  /** `null` for the first administrator, who has no account yet. */
  readonly userId: number | null
  readonly expiresAt: Date | null
}

const COLUMNS = 'purpose, user_id as "userId", expires_at as "expiresAt"'

export async function insertLink(db: Database, hash: Buffer, link: LoginLink, now: Date): Promise<void> {
  const insert = `insert into login_links (hash, purpose, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)`
  const values = [hash, link.purpose, link.userId, now, link.expiresAt]
  await db.query(statement('login-link-insert', insert), values)
}

const STILL_VALID = 'hash = $1 and (expires_at is null or expires_at > $2)'

/** `null` if the link was used, has expired or never existed. */
export async function findLink(db: Database, hash: Buffer, now: Date): Promise<LoginLink | null> {
  const select = `select ${COLUMNS} from login_links where ${STILL_VALID}`
  return first<LoginLink>(db, statement('login-link', select), [hash, now])
}

/** Like `findLink`, and invalidates the link. */
export async function takeLink(db: Database, hash: Buffer, now: Date): Promise<LoginLink | null> {
  const take = `delete from login_links where ${STILL_VALID} returning ${COLUMNS}`
  return first<LoginLink>(db, statement('login-link-take', take), [hash, now])
}

export const deleteLinksOf = (db: Database, userId: number) =>
  db.query(statement('login-links-of', 'delete from login_links where user_id = $1'), [userId])

export const deleteSetupLinks = (db: Database) =>
  db.query(statement('login-links-setup', 'delete from login_links where user_id is null'))

export const deleteOldLinks = (db: Database, now: Date) =>
  db.query(statement('login-links-old', 'delete from login_links where expires_at <= $1'), [now])
