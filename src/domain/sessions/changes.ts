// What a caster has to know of a credential that changed while it has sessions or is remembered.

/** What a caster knows of a credential. */
export interface KnownTimes {
  readonly id: number
  /** Sessions that came in with fewer have to end. */
  readonly cuts: number
  /** In milliseconds. */
  readonly expiresAt: number
}

export interface CredentialChange extends KnownTimes {
  readonly suspended: boolean
}
