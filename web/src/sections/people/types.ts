// What the service answers in this section. Times are ISO 8601.
import type { Language } from '../../language.tsx'
import type { Role } from '../../session.tsx'

/** Counted up to a bound. */
export interface Count {
  readonly count: number
  readonly more: boolean
}

export interface Owner {
  readonly id: number
  readonly name: string
  readonly email: string | null
  readonly createdAt: string
  readonly credentials: Count
  readonly tokens: Count
  readonly activeWebhooks: Count
}

export interface User {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly role: Role
  readonly ownerId: number | null
  readonly ownerName: string | null
  readonly language: Language | null
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly disabled: boolean
  readonly createdAt: string
  readonly seenAt: string | null
}

export interface Session {
  readonly id: number
  readonly current: boolean
  readonly createdAt: string
  readonly seenAt: string
  readonly address: string
  readonly agent: string | null
}

/** To be handed over; shown once. */
export interface LoginLink {
  readonly purpose: 'invitation' | 'reset'
  readonly url: string
  readonly expiresAt: string
}

export const userState = ({ disabled, hasPassword }: User): 'active' | 'invited' | 'disabled' =>
  disabled ? 'disabled' : hasPassword ? 'active' : 'invited'
