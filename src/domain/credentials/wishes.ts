import type { CredentialState } from './credential.ts'

/** From a moment on, and before another. */
export interface TimeRange {
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Which of an owner's credentials a list shows: those of which all of this holds. What is left out does not matter. */
export interface CredentialWishes {
  readonly state?: CredentialState | undefined
  readonly inForce?: boolean | undefined
  /** These four whole, as they were written. */
  readonly reference?: string | undefined
  readonly username?: string | undefined
  readonly customerEmail?: string | undefined
  readonly label?: string | undefined
  readonly stationId?: number | undefined
  readonly groupId?: number | undefined
  /** Of some station, or of the network mountpoint. */
  readonly kind?: 'base' | 'network' | undefined
  /** A rover is connected with it now. */
  readonly connected?: boolean | undefined
  readonly expires?: TimeRange | undefined
  readonly issued?: TimeRange | undefined
  /** Each the beginning of the user name, or of some word of the customer, the e-mail address, the label or the reference. */
  readonly words?: readonly string[] | undefined
}
