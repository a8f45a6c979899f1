// A credential opens one mountpoint from its start to its end unless it is revoked.
import type { Position } from '../geometry/geodesy.ts'
import type { Access } from '../sessions/access.ts'
import type { Fence } from './fence.ts'

export const MIN_VALIDITY_SECONDS = 3_600
export const MAX_VALIDITY_SECONDS = 31_536_000
/** A credential that is renewed ends at most so long from now. */
export const MAX_DAYS_AHEAD = 366

export type CredentialState = 'active' | 'expired' | 'revoked'

export const CREDENTIAL_VIEWS = ['in_force', 'scheduled', 'expired', 'revoked'] as const
/** The state as people see it: one that is active is in force, or scheduled. */
export type CredentialView = (typeof CREDENTIAL_VIEWS)[number]

export interface CredentialTimes {
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

/** Its time goes on meanwhile. */
export interface Pausable {
  /** null: it is not suspended. */
  readonly suspendedAt: Date | null
}

/** What the owner keeps with a credential: pairs of texts. */
export type Metadata = Readonly<Record<string, string>>

/** None is nothing. */
export const metadataOf = (pairs: Metadata | null | undefined): Metadata | null =>
  pairs && Object.keys(pairs).length > 0 ? pairs : null

/**
 * What the issuer writes on a credential, to find it again and for the customer. Whoever stores, lists or shows a credential
 * takes them from here, so that one more is a column, a name here, and a place in `wire/` and on the page.
 */
export const CREDENTIAL_TEXTS = ['label', 'customerName', 'customerEmail'] as const
type Texts<Text> = { readonly [Name in (typeof CREDENTIAL_TEXTS)[number]]: Text }

/** What was not written is null. */
export function textsOf(written: Partial<Texts<string | null | undefined>>): Texts<string | null> {
  const texts: Record<string, string | null> = {}
  for (const name of CREDENTIAL_TEXTS) texts[name] = written[name] ?? null
  return texts as Texts<string | null>
}

export interface Credential extends CredentialTimes, Pausable, Access, Texts<string | null> {
  readonly id: number
  readonly ownerId: number
  readonly username: string
  /** Where it may be used; null: anywhere. */
  readonly fence: Fence | null
  /** As another caster knew it, where that is not the same letter by letter; null: it is. */
  readonly givenUsername: string | null
  /** The owner's own name for it, which no other credential of theirs ever has. */
  readonly reference: string | null
  /** null: none */
  readonly metadata: Metadata | null
  readonly issuedAt: Date
  /** Made by a test token: it is treated like any other, and opens nothing. */
  readonly isTest: boolean
}

/** As people know it: what they type is understood either way. */
export const shownUsername = ({ givenUsername, username }: Pick<Credential, 'givenUsername' | 'username'>): string =>
  givenUsername ?? username

/** Where its rover works, on the word of whoever issued or ordered it; both or none. It counts for rovers that do not tell it themselves. */
export interface RegisteredPlace {
  readonly placeLat: number | null
  readonly placeLng: number | null
}

export const placeOf = ({ placeLat, placeLng }: RegisteredPlace): Position | null =>
  placeLat === null || placeLng === null ? null : { lat: placeLat, lng: placeLng }

/** As it is stored. */
export const registered = (place: Position | null | undefined): RegisteredPlace => ({
  placeLat: place?.lat ?? null,
  placeLng: place?.lng ?? null,
})

/** What only the owner and the customer may see; encrypted at rest. */
export interface CredentialSecrets {
  readonly password: string
  readonly linkKey: string
}

/** Computed from the times, never stored: no late job can make it lie. `store/credentials/api-pages.ts` filters by the same rule. */
export function stateAt({ revokedAt, expiresAt }: CredentialTimes, now: Date): CredentialState {
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** Has started, has not ended, was not revoked and is not suspended. */
export function inForceAt(credential: CredentialTimes & Pausable, now: Date): boolean {
  return stateAt(credential, now) === 'active' && credential.startsAt <= now && credential.suspendedAt === null
}

export const endOf = (start: Date, validitySeconds: number): Date => new Date(start.getTime() + validitySeconds * 1000)
