// Checks, for all live streams at once, which console sessions may keep listening.

import { actingUser } from '../../domain/people/permissions.ts'
import type { RolePolicy } from '../../domain/people/policy.ts'
import type { ConsoleSession } from '../../domain/people/sign-in.ts'
import type { User } from '../../domain/people/user.ts'
import { type Database, statement } from '../kit/database.ts'
import { POLICY_COLUMNS } from './policies.ts'

export interface ListeningSession {
  readonly session: ConsoleSession
  readonly user: Pick<User, 'id' | 'role' | 'ownerId' | 'disabledAt' | 'hasSecondFactor' | 'isViewing'>
  readonly policy: RolePolicy
}

/** Sessions that have ended are missing. */
export async function findListeningSessions(db: Database, ids: readonly number[]): Promise<ListeningSession[]> {
  const select = `select s.id, s.user_id as "userId", s.stage, s.created_at as "createdAt", s.seen_at as "seenAt", s.address, s.agent,
      s.confirmed_at as "confirmedAt", s.by_provider as "byProvider", s.provider_factor as "providerFactor", s.viewing_owner_id as "viewingOwnerId", ${POLICY_COLUMNS}, u.totp_secret is not null as "hasSecondFactor", u.role, u.owner_id as "ownerId", u.disabled_at as "disabledAt"
    from console_sessions s join users u on u.id = s.user_id join role_policies p on p.role = u.role where s.id = any ($1::bigint[])`
  type Row = ConsoleSession & RolePolicy & Omit<ListeningSession['user'], 'id' | 'isViewing'>
  const rows = await db.query<Row>(statement('console-listeners', select), [ids])
  return rows.map(({ role, ownerId, disabledAt, hasSecondFactor, ...rest }) => {
    const { secondFactor, idleMinutes, longestMinutes, ...session } = rest
    const user = actingUser({ id: session.userId, role, ownerId, disabledAt, hasSecondFactor }, session.viewingOwnerId)
    return { session, user, policy: { secondFactor, idleMinutes, longestMinutes } }
  })
}
