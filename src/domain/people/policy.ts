// What the operator asks of each role: whether a second factor is needed, and how long somebody stays signed in.
import { type FieldFault, wrong } from '../codes/fault.ts'
import { ROLES, type Role, type User } from './user.ts'

/** `asked`: reminded until they have it. `required`: nothing else works until they have it. */
export const FACTOR_RULES = ['optional', 'asked', 'required'] as const
export type FactorRule = (typeof FACTOR_RULES)[number]

/** How long a session lasts. */
export interface Lifetime {
  /** Without use. */
  readonly idleMinutes: number
  /** In any case. */
  readonly longestMinutes: number
}

export interface RolePolicy extends Lifetime {
  readonly secondFactor: FactorRule
}

export type Policies = Readonly<Record<Role, RolePolicy>>

const SHORTEST_MINUTES = 5
const LONGEST_MINUTES = 90 * 24 * 60

/** Of a session: whether a second factor was shown to the provider of single sign-on. */
interface Shown {
  readonly providerFactor: boolean
}

/** What is asked of somebody in this session: nothing more of who has shown a second factor elsewhere. */
export const factorRule = ({ secondFactor }: RolePolicy, { providerFactor }: Shown): FactorRule =>
  providerFactor ? 'optional' : secondFactor

export const mustSetUpFactor = (
  { hasSecondFactor }: Pick<User, 'hasSecondFactor'>,
  policy: RolePolicy,
  session: Shown,
): boolean => factorRule(policy, session) === 'required' && !hasSecondFactor

/** What is wrong with a wish, by role and field. */
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
