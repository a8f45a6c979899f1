// People who use the administration area.

export const ROLES = ['administrator', 'operator', 'viewer', 'reseller'] as const
export type Role = (typeof ROLES)[number]

export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  /** Whose things a reseller sees; null for everybody else. */
  readonly ownerId: number | null
  /** null: the browser's. */
  readonly language: Language | null
  /** False: was invited and has not chosen one yet, or needs none. */
  readonly hasPassword: boolean
  /** Signs in through the provider of single sign-on, which says what they may do here. */
  readonly byProvider: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

/** Has no password here, and needs none: they sign in at the provider. */
export const isKnownElsewhere = ({ hasPassword, byProvider }: Pick<User, 'hasPassword' | 'byProvider'>): boolean =>
  byProvider && !hasPassword
