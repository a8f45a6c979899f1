// People who use the administration area.
import { type Fault, fault } from '../fault.ts'

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
  /** False: was invited and has not chosen one yet. */
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 256

/** What is wrong with a new password, or null. Length is what counts (NIST SP 800-63B, 3.1.1.2): no rules of composition. */
export function passwordFault(password: string, email: string): Fault | null {
  const length = Array.from(password).length
  if (length < SHORTEST_PASSWORD) return fault('too_short', { least: SHORTEST_PASSWORD })
  if (length > LONGEST_PASSWORD) return fault('too_long', { most: LONGEST_PASSWORD })
  if (password.trim().toLowerCase() === email.toLowerCase()) return fault('password_is_email')
  return null
}
