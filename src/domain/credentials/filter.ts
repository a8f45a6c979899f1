import type { CredentialState, CredentialView } from './credential.ts'

/** `from` is inclusive, `to` exclusive. */
export interface TimeRange {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Conditions of a credential list, combined with AND. Undefined conditions are ignored. */
export interface CredentialFilter {
  readonly view?: CredentialState | CredentialView | undefined
  readonly inForce?: boolean | undefined
  /** Leaves out revoked credentials. */
  readonly notRevoked?: true | undefined
  readonly suspended?: true | undefined
  readonly ids?: readonly number[] | undefined
  /** The next four match the exact text. */
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
  readonly connected?: boolean | undefined
  readonly expires?: TimeRange | undefined
  readonly endsWithinDays?: number | undefined
  readonly issued?: TimeRange | undefined
  /** Each must be a prefix of the user name, or of a word of the customer, e-mail address, label or reference. */
  readonly words?: readonly string[] | undefined
  /** Only test credentials; if undefined, only real ones. */
  readonly test?: true | undefined
}
