import type { Language, Role, User } from '../../domain/people/user.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { hasLetters, Listing, type PageRequest } from '../kit/listing.ts'

export const USER_COLUMNS = `users.id, users.email, users.name, users.role, users.owner_id as "ownerId", users.language,
  users.password_hash is not null as "hasPassword", users.sso_subject is not null as "byProvider", users.totp_secret is not null as "hasSecondFactor",
  users.created_at as "createdAt", users.disabled_at as "disabledAt"`

/** Includes the secrets that sign-in needs. */
export interface UserWithSecrets extends User {
  readonly passwordHash: string | null
  /** Encrypted, like `totpPending`. */
  readonly totpSecret: Buffer | null
  readonly totpPending: Buffer | null
  readonly totpPendingAt: Date | null
  readonly totpLastStep: number
}

const SECRET_COLUMNS = `${USER_COLUMNS}, password_hash as "passwordHash", totp_secret as "totpSecret",
  totp_pending as "totpPending", totp_pending_at as "totpPendingAt", totp_last_step as "totpLastStep"`

export interface NewUser {
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly ownerId: number | null
  readonly language: Language | null
  readonly createdAt: Date
}

/** `null` if the email address is taken. */
export async function insertUser(db: Database, user: NewUser): Promise<User | null> {
  const insert = `insert into users (email, name, role, owner_id, language, created_at) values ($1, $2, $3, $4, $5, $6)
    on conflict (lower(email)) do nothing returning ${USER_COLUMNS}`
  const { email, name, role, ownerId, language, createdAt } = user
  const values = [email, name, role, ownerId, language, createdAt]
  return first<User>(db, statement('user-insert', insert), values)
}

export async function findUserByEmail(db: Database, email: string): Promise<UserWithSecrets | null> {
  const select = `select ${SECRET_COLUMNS} from users where lower(email) = lower($1)`
  return first<UserWithSecrets>(db, statement('user-by-email', select), [email])
}

export async function findUser(db: Database, id: number): Promise<User | null> {
  return first<User>(db, statement('user', `select ${USER_COLUMNS} from users where id = $1`), [id])
}

/** Held until the end of the transaction. Serialises changes to a user's sign-in data. */
export async function lockUser(db: Database, id: number): Promise<UserWithSecrets | null> {
  const select = `select ${SECRET_COLUMNS} from users where id = $1 for no key update`
  return first<UserWithSecrets>(db, statement('user-lock', select), [id])
}

const ADMINISTRATION_LOCK = 0x76_65_61_64

/** Held until the end of the transaction. Serialises changes that depend on the number of administrators. */
export const lockAdministration = (db: Database) =>
  db.query(statement('administration-lock', 'select pg_advisory_xact_lock($1)'), [ADMINISTRATION_LOCK])

/** Administrators who can sign in, with a password or through the provider. */
const ADMINISTERS = `role = 'administrator' and disabled_at is null and (password_hash is not null or sso_subject is not null)`

export async function hasAdministrator(db: Database, exceptId = 0): Promise<boolean> {
  const select = `select exists (select from users where ${ADMINISTERS} and id <> $1) as found`
  return (await only<{ found: boolean }>(db, statement('administrator-exists', select), [exceptId])).found
}

export async function administratorsEmails(db: Database, limit: number): Promise<string[]> {
  const select = `select email from users where ${ADMINISTERS} order by id limit $1`
  return (await db.query<{ email: string }>(statement('administrators-emails', select), [limit])).map(
    ({ email }) => email,
  )
}

export type ListedUser = User & { readonly ownerName: string | null; readonly seenAt: Date | null }

const LISTED = `select ${USER_COLUMNS}, owners.name as "ownerName",
    (select max(seen_at) from console_sessions where user_id = users.id) as "seenAt"
  from users left join owners on owners.id = users.owner_id`

export interface UserFilter extends PageRequest {
  /** Substring of the name or email address, ignoring case and accents. */
  readonly search?: string | undefined
  readonly role?: Role | undefined
  readonly ownerId?: number | undefined
}

export function listUsers(db: Database, { search, role, ownerId, ...page }: UserFilter): Promise<ListedUser[]> {
  const list = new Listing()
    .where(search?.trim() || null, 'text', hasLetters('users.name', 'users.email'))
    .where(role, 'text', (wanted) => `role = ${wanted}`)
    .of(ownerId ?? 'all')
  return db.query<ListedUser>(list.page('users', LISTED, 'users.id', page), list.values)
}

export async function findListedUser(db: Database, id: number): Promise<ListedUser | null> {
  return first<ListedUser>(db, statement('user-listed', `${LISTED} where users.id = $1`), [id])
}

export async function findUserIdsOf(db: Database, ownerId: number): Promise<number[]> {
  const select = statement('user-ids-of-owner', 'select id from users where owner_id = $1')
  return (await db.query<{ id: number }>(select, [ownerId])).map(({ id }) => id)
}

export type UserChange = Pick<User, 'name' | 'role' | 'ownerId' | 'language' | 'disabledAt'>

export async function updateUser(db: Database, id: number, change: UserChange): Promise<User> {
  const update = `update users set name = $2, role = $3, owner_id = $4, language = $5, disabled_at = $6 where id = $1
    returning ${USER_COLUMNS}`
  const { name, role, ownerId, language, disabledAt } = change
  const values = [id, name, role, ownerId, language, disabledAt]
  return only<User>(db, statement('user-update', update), values)
}

export const setPasswordHash = (db: Database, id: number, hash: string) =>
  db.query(statement('user-password', 'update users set password_hash = $2 where id = $1'), [id, hash])

/** Stores the same password with newer hash parameters, unless it was changed in the meantime. */
export const renewPasswordHash = (db: Database, id: number, old: string, renewed: string) =>
  db.query(
    statement('user-password-renew', 'update users set password_hash = $3 where id = $1 and password_hash = $2'),
    [id, old, renewed],
  )

export const setPendingTotp = (db: Database, id: number, sealed: Buffer, now: Date) =>
  db.query(statement('user-totp-pending', 'update users set totp_pending = $2, totp_pending_at = $3 where id = $1'), [
    id,
    sealed,
    now,
  ])

export const activateTotp = (db: Database, id: number, step: number) =>
  db.query(
    statement(
      'user-totp-activate',
      'update users set totp_secret = totp_pending, totp_pending = null, totp_last_step = $2 where id = $1',
    ),
    [id, step],
  )

export const removeTotp = (db: Database, id: number) =>
  db.query(statement('user-totp-remove', 'update users set totp_secret = null, totp_pending = null where id = $1'), [
    id,
  ])

/** False if this code or a later one was already used, on any node. */
export async function takeTotpStep(db: Database, id: number, step: number): Promise<boolean> {
  const take = 'update users set totp_last_step = $2 where id = $1 and totp_last_step < $2 returning 1'
  return (await db.query(statement('user-totp-step', take), [id, step])).length > 0
}
