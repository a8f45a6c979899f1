// Who may go on listening to the live parts: asked for all of them at once.
import type { ConsoleSession } from '../../domain/people/sign-in.ts'
import type { User } from '../../domain/people/user.ts'
import { type Database, statement } from '../kit/database.ts'

export interface ListeningSession {
  readonly session: ConsoleSession
  readonly user: Pick<User, 'id' | 'role' | 'ownerId' | 'disabledAt'>
}

/** Ended ones are missing. */
export async function findListeningSessions(db: Database, ids: readonly number[]): Promise<ListeningSession[]> {
  const select = `select s.id, s.user_id as "userId", s.stage, s.created_at as "createdAt", s.seen_at as "seenAt", s.address, s.agent,
      u.role, u.owner_id as "ownerId", u.disabled_at as "disabledAt"
    from console_sessions s join users u on u.id = s.user_id where s.id = any ($1::bigint[])`
  type Row = ConsoleSession & Omit<ListeningSession['user'], 'id'>
  const rows = await db.query<Row>(statement('console-listeners', select), [ids])
  return rows.map(({ role, ownerId, disabledAt, ...session }) => ({
    session,
    user: { id: session.userId, role, ownerId, disabledAt },
  }))
}
