import type { Policies, RolePolicy } from '../../domain/people/policy.ts'
import type { Role } from '../../domain/people/user.ts'
import { type Database, only, statement } from '../kit/database.ts'

export const POLICY_COLUMNS = `p.second_factor as "secondFactor", p.idle_minutes as "idleMinutes", p.longest_minutes as "longestMinutes"`

export async function readPolicies(db: Database): Promise<Policies> {
  const select = statement('role-policies', `select p.role, ${POLICY_COLUMNS} from role_policies p`)
  const rows = await db.query<RolePolicy & { role: Role }>(select)
  return Object.fromEntries(rows.map(({ role, ...policy }) => [role, policy])) as Policies
}

export const readPolicy = (db: Database, role: Role): Promise<RolePolicy> =>
  only<RolePolicy>(db, statement('role-policy', `select ${POLICY_COLUMNS} from role_policies p where p.role = $1`), [
    role,
  ])

export const updatePolicy = (db: Database, role: Role, { secondFactor, idleMinutes, longestMinutes }: RolePolicy) =>
  db.query(
    statement(
      'role-policy-update',
      'update role_policies set second_factor = $2, idle_minutes = $3, longest_minutes = $4 where role = $1',
    ),
    [role, secondFactor, idleMinutes, longestMinutes],
  )
