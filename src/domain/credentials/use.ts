export interface CredentialUse {
  /** True if a rover is connected with this credential. */
  readonly connected: boolean
  /** Start of the newest session; `null` if there is none or retention deleted it. */
  readonly lastConnectedAt: Date | null
}

/** Use of a new credential. */
export const UNUSED: CredentialUse = { connected: false, lastConnectedAt: null }
