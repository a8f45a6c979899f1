// Changes of credentials that a caster must apply to open sessions and remembered credentials.

/** A caster's cached state of a credential. */
export interface KnownTimes {
  readonly id: number
  /** Sessions admitted with a lower value must end. */
  readonly cuts: number
  /** Unix time in milliseconds. */
  readonly expiresAt: number
}

export interface CredentialChange extends KnownTimes {
  readonly suspended: boolean
}
