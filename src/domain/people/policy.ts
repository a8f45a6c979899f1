// The operator's policy per role: second factor and session lifetime.
import { type FieldFault, wrong } from '../codes/fault.ts'
import { ROLES, type Role, type User } from './user.ts'

/** `asked`: reminds the user until a second factor is set up. `required`: blocks everything else until then. */
export const FACTOR_RULES = ['optional', 'asked', 'required'] as const
export type FactorRule = (typeof FACTOR_RULES)[number]

export interface Lifetime {
  /** Idle timeout. */
  readonly idleMinutes: number
  /** Max session lifetime, even if the session is in use. */
  readonly longestMinutes: number
}

export interface RolePolicy extends Lifetime {
  readonly secondFactor: FactorRule
}

export type Policies = Readonly<Record<Role, RolePolicy>>

const SHORTEST_MINUTES = 5
const LONGEST_MINUTES = 90 * 24 * 60

/** Whether the session's SSO provider reported a second factor. */
interface Shown {
  readonly providerFactor: boolean
}

/** A second factor at the SSO provider satisfies the policy. */
export const factorRule = ({ secondFactor }: RolePolicy, { providerFactor }: Shown): FactorRule =>
  providerFactor ? 'optional' : secondFactor

export const mustSetUpFactor = (
  { hasSecondFactor }: Pick<User, 'hasSecondFactor'>,
  policy: RolePolicy,
  session: Shown,
): boolean => factorRule(policy, session) === 'required' && !hasSecondFactor

export const policyFaults = (wish: Partial<Policies>): FieldFault[] =>
  ROLES.flatMap((role) => {
    const policy = wish[role]
    if (!policy) return []
    const { idleMinutes, longestMinutes } = policy
    return [
      ...(idleMinutes < SHORTEST_MINUTES || idleMinutes > LONGEST_MINUTES
        ? [wrong([role, 'idleMinutes'], 'number_range', { least: SHORTEST_MINUTES, most: LONGEST_MINUTES })]
        : []),
      ...(longestMinutes < idleMinutes || longestMinutes > LONGEST_MINUTES
        ? [wrong([role, 'longestMinutes'], 'number_range', { least: idleMinutes, most: LONGEST_MINUTES })]
        : []),
    ]
  })
