export interface CredentialUse {
  readonly connected: boolean
  /** Start of the newest session; `null` if there is none or retention deleted it. */
  readonly lastConnectedAt: Date | null
}

export const UNUSED: CredentialUse = { connected: false, lastConnectedAt: null }
