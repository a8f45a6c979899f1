/** What is known of a credential's use. */
export interface CredentialUse {
  /** A rover is connected with it now. */
  readonly connected: boolean
  /** When its newest session began; null: it has none, or none that is still kept. */
  readonly lastConnectedAt: Date | null
}

/** Of one that was made just now. */
export const UNUSED: CredentialUse = { connected: false, lastConnectedAt: null }
