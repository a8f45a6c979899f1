// What a user is told of by mail.
import type { Language } from './user.ts'

/**
 * `password_link`: somebody made a link with which another password can be chosen. `single_sign_on`: the account opens by signing in
 * at the provider as well.
 */
export type AccountChange =
  | 'password'
  | 'password_link'
  | 'second_factor_on'
  | 'second_factor_off'
  | 'recovery_codes'
  | 'single_sign_on'

export interface AccountChanged {
  readonly change: AccountChange
  /** Else: somebody who administers, or a command on the server. */
  readonly bySelf: boolean
  /** ISO 8601. */
  readonly at: string
  /** From where, if by oneself: others' addresses are not theirs to know. */
  readonly address: string | null
  readonly language: Language
}
