// Account changes that are mailed to the user.
import type { Language } from './user.ts'

/**
 * `password_link`: a link to choose a new password was created. `single_sign_on`: the account can now be opened through
 * the SSO provider.
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
  /** False if an administrator or a server command made the change. */
  readonly bySelf: boolean
  /** ISO 8601. */
  readonly at: string
  /** Client address, only if the user made the change: addresses of others are not disclosed. */
  readonly address: string | null
  readonly language: Language
}
