import type { CredentialState, CredentialView } from './credential.ts'

/** From a moment on, and before another. */
export interface TimeRange {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Which credentials a list shows: those that meet every condition. Conditions that are undefined do not count. */
export interface CredentialFilter {
  readonly view?: CredentialState | CredentialView | undefined
  /** In force and not suspended. */
  readonly inForce?: boolean | undefined
  /** These four match the whole text, as it was written. */
  readonly reference?: string | undefined
  readonly username?: string | undefined
  readonly customerEmail?: string | undefined
  readonly label?: string | undefined
  /** The customer's key, as the SQL function `customer_of` returns it. */
  readonly customer?: string | undefined
  readonly stationId?: number | undefined
  readonly groupId?: number | undefined
  /** `base`: credentials of any station; `network`: of the network mountpoint. */
  readonly kind?: 'base' | 'network' | undefined
  /** Whether a rover is connected now. */
  readonly connected?: boolean | undefined
  readonly expires?: TimeRange | undefined
  /** Active credentials that expire within so many days. */
  readonly endsWithinDays?: number | undefined
  readonly issued?: TimeRange | undefined
  /** Each is the beginning of the user name, or of a word of the customer, the e-mail address, the label or the reference. */
  readonly words?: readonly string[] | undefined
  /** Only credentials of test tokens; without it only real ones. */
  readonly test?: true | undefined
}
