import { actingUser } from '../../../domain/people/permissions.ts'
import type { RolePolicy } from '../../../domain/people/policy.ts'
import { type ConsoleSession, isAlive } from '../../../domain/people/sign-in.ts'
import type { User } from '../../../domain/people/user.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'
import { POLICY_COLUMNS } from '../policies.ts'
import { USER_COLUMNS } from '../users.ts'

const COLUMNS = `s.id, s.user_id as "userId", s.stage, s.created_at as "createdAt", s.seen_at as "seenAt", s.address, s.agent,
  s.confirmed_at as "confirmedAt", s.by_provider as "byProvider", s.provider_factor as "providerFactor",
  s.viewing_owner_id as "viewingOwnerId"`

export interface NewSession extends Omit<ConsoleSession, 'id' | 'seenAt' | 'viewingOwnerId'> {
  readonly hash: Buffer
}

export async function insertConsoleSession(db: Database, session: NewSession): Promise<number> {
  const insert = `insert into console_sessions
      (hash, user_id, stage, created_at, seen_at, address, agent, confirmed_at, by_provider, provider_factor)
    values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9) returning id`
  const { hash, userId, stage, createdAt, address, agent, confirmedAt, byProvider, providerFactor } = session
  const values = [hash, userId, stage, createdAt, address, agent, confirmedAt, byProvider, providerFactor]
  return (await only<{ id: number }>(db, statement('console-session-insert', insert), values)).id
}

/**
 * Includes the user as whom the session acts, and the policy of the user's own role. The caller checks whether the
 * session is still valid.
 */
export async function findConsoleSession(
  db: Database,
  hash: Buffer,
): Promise<{ session: ConsoleSession; user: User; policy: RolePolicy } | null> {
  const select = `select s.id as "sessionId", s.stage, s.created_at as "startedAt", s.seen_at as "seenAt", s.address, s.agent,
      s.confirmed_at as "confirmedAt", s.by_provider as "openedByProvider", s.provider_factor as "providerFactor",
      s.viewing_owner_id as "viewingOwnerId", ${USER_COLUMNS}, ${POLICY_COLUMNS}
    from console_sessions s join users on users.id = s.user_id join role_policies p on p.role = users.role where s.hash = $1`
  type Row = User &
    RolePolicy &
    Omit<ConsoleSession, 'id' | 'userId' | 'createdAt' | 'byProvider'> & {
      sessionId: number
      startedAt: Date
      openedByProvider: boolean
    }
  const [row] = await db.query<Row>(statement('console-session', select), [hash])
  if (!row) return null
  const { sessionId, startedAt, openedByProvider, stage, seenAt, address, agent, confirmedAt, ...rest } = row
  const { secondFactor, idleMinutes, longestMinutes, providerFactor, viewingOwnerId, ...user } = rest
  const opened = { id: sessionId, userId: user.id, createdAt: startedAt, byProvider: openedByProvider, providerFactor }
  return {
    session: { ...opened, stage, seenAt, address, agent, confirmedAt, viewingOwnerId },
    user: actingUser(user, viewingOwnerId),
    policy: { secondFactor, idleMinutes, longestMinutes },
  }
}

export const touchConsoleSession = (db: Database, id: number, now: Date, address: string) =>
  db.query(statement('console-session-touch', 'update console_sessions set seen_at = $2, address = $3 where id = $1'), [
    id,
    now,
    address,
  ])

export const markSessionConfirmed = (db: Database, id: number, now: Date) =>
  db.query(statement('console-session-confirm', 'update console_sessions set confirmed_at = $2 where id = $1'), [
    id,
    now,
  ])

/** `null` ends the view. */
export const setViewingOwner = (db: Database, id: number, ownerId: number | null) =>
  db.query(statement('console-session-view', 'update console_sessions set viewing_owner_id = $2 where id = $1'), [
    id,
    ownerId,
  ])

/** Encrypted id token, needed to sign out at the provider. */
export const setProviderToken = (db: Database, id: number, sealed: Buffer) =>
  db.query(statement('console-session-token', 'update console_sessions set provider_token = $2 where id = $1'), [
    id,
    sealed,
  ])

export async function findProviderToken(db: Database, id: number): Promise<Buffer | null> {
  const select = 'select provider_token as "token" from console_sessions where id = $1'
  return (await first<{ token: Buffer | null }>(db, statement('console-session-token-of', select), [id]))?.token ?? null
}

export const listConsoleSessions = (db: Database, userId: number) =>
  db.query<ConsoleSession>(
    statement(
      'console-sessions-of',
      `select ${COLUMNS} from console_sessions s where s.user_id = $1 order by s.id desc`,
    ),
    [userId],
  )

export async function deleteSessionByHash(db: Database, hash: Buffer): Promise<ConsoleSession | null> {
  const remove = `delete from console_sessions s where s.hash = $1 returning ${COLUMNS}`
  return first<ConsoleSession>(db, statement('console-session-delete-hash', remove), [hash])
}

export async function deleteSessionOf(db: Database, userId: number, id: number): Promise<boolean> {
  const remove = 'delete from console_sessions where user_id = $1 and id = $2 returning 1'
  return (await db.query(statement('console-session-delete', remove), [userId, id])).length > 0
}

export async function deleteSessionsOf(db: Database, userId: number, exceptId = 0): Promise<number> {
  const remove = 'delete from console_sessions where user_id = $1 and id <> $2 returning 1'
  return (await db.query(statement('console-sessions-delete', remove), [userId, exceptId])).length
}

export const deleteOldSessions = (db: Database, now: Date) =>
  db.query(
    statement(
      'console-sessions-old',
      `delete from console_sessions s using users u, role_policies p
       where u.id = s.user_id and p.role = u.role and s.seen_at < $1::timestamptz - make_interval(mins => p.idle_minutes)`,
    ),
    [now],
  )

/** Returns the valid session of this cookie. Read on every request, so ending a session takes effect at once. */
export async function findSignedIn(db: Database, hash: Buffer, now: Date) {
  const found = await findConsoleSession(db, hash)
  return found && isAlive(found.session, found.policy, now) && found.user.disabledAt === null ? found : null
}
