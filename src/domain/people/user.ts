export const ROLES = ['administrator', 'operator', 'viewer', 'reseller'] as const
export type Role = (typeof ROLES)[number]

export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Owner of a reseller; `null` for other roles. */
  readonly ownerId: number | null
  /** `null` follows the browser. */
  readonly language: Language | null
  /** False for an invited user who has not chosen a password yet, and for SSO users. */
  readonly hasPassword: boolean
  /** Signs in through the SSO provider, which determines the role. */
  readonly byProvider: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** True while a session views the console as an organization; see `actingUser`. Never stored with the user. */
  readonly isViewing?: boolean
}

/** True for users who sign in only through the SSO provider. */
export const isKnownElsewhere = ({ hasPassword, byProvider }: Pick<User, 'hasPassword' | 'byProvider'>): boolean =>
  byProvider && !hasPassword
