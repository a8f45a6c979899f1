// A credential opens one mountpoint from its start to its end unless it is revoked.
import type { Position } from '../geometry/geodesy.ts'
import type { Access } from '../sessions/access.ts'
import type { SessionLimit } from '../sessions/limit.ts'
import type { Geofence } from './geofence.ts'

export const MIN_VALIDITY_SECONDS = 3_600
export const MAX_VALIDITY_SECONDS = 31_536_000
/** A credential that is renewed ends at most so long from now. */
export const MAX_DAYS_UNTIL_END = 366

export type CredentialState = 'active' | 'expired' | 'revoked'

export const CREDENTIAL_VIEWS = ['in_force', 'scheduled', 'expired', 'revoked'] as const
/** The state as people see it: one that is active is in force, or scheduled. */
export type CredentialView = (typeof CREDENTIAL_VIEWS)[number]

export interface CredentialTimes {
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

/** A suspended credential expires all the same. */
export interface Pausable {
  /** `null` if it is not suspended. */
  readonly suspendedAt: Date | null
}

/** What the owner keeps with a credential: pairs of texts. */
export type Metadata = Readonly<Record<string, string>>

export const MAX_METADATA_PAIRS = 20

/** Changes of single pairs; `null` removes a pair. */
export type MetadataChanges = Readonly<Record<string, string | null>>

/** Pairs that `changes` does not name stay as they are. */
export const mergeMetadata = (pairs: Metadata | null, changes: MetadataChanges): Metadata =>
  Object.fromEntries(
    Object.entries({ ...pairs, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null),
  )

/** Empty metadata is stored as `null`. */
export const metadataOf = (pairs: Metadata | null | undefined): Metadata | null =>
  pairs && Object.keys(pairs).length > 0 ? pairs : null

/** What the issuer writes on a credential and may change later. CONTRIBUTING.md says how to add a field. */
export interface Written {
  readonly label: string
  readonly customerName: string
  readonly customerEmail: string
}
type WrittenOrNull = { readonly [Name in keyof Written]: Written[Name] | null }

const UNWRITTEN: WrittenOrNull = { label: null, customerName: null, customerEmail: null }
export const WRITTEN = Object.keys(UNWRITTEN) as readonly (keyof Written)[]

/** Written fields as a request has them. */
export type WrittenWish = { readonly [Name in keyof Written]?: Written[Name] | null | undefined }

/** What is not written is null. */
export const writtenOf = (wish: WrittenWish): WrittenOrNull => ({ ...UNWRITTEN, ...writtenIn(wish) })

/** Only the fields that are given; null clears one. */
export const writtenIn = (wish: WrittenWish): Partial<WrittenOrNull> =>
  Object.fromEntries(WRITTEN.filter((name) => wish[name] !== undefined).map((name) => [name, wish[name]]))

export interface Credential extends CredentialTimes, Pausable, Access, SessionLimit, RegisteredPlace, WrittenOrNull {
  readonly id: number
  readonly ownerId: number
  readonly username: string
  /** Where it may be used; null: anywhere. */
  readonly geofence: Geofence | null
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

/** Computed from the times, never stored, so that a late job cannot make it wrong. The same rules as SQL: store/credentials/states.ts. */
export function stateAt({ revokedAt, expiresAt }: CredentialTimes, now: Date): CredentialState {
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** A suspended credential has the view that it will have when it is resumed. */
export function viewAt(times: CredentialTimes, now: Date): CredentialView {
  const state = stateAt(times, now)
  return state !== 'active' ? state : times.startsAt <= now ? 'in_force' : 'scheduled'
}

export const isInView = (times: CredentialTimes, view: CredentialState | CredentialView, now: Date): boolean =>
  view === stateAt(times, now) || view === viewAt(times, now)

/** Has started, has not ended, was not revoked and is not suspended. */
export function inForceAt(credential: CredentialTimes & Pausable, now: Date): boolean {
  return stateAt(credential, now) === 'active' && credential.startsAt <= now && credential.suspendedAt === null
}

export const endOf = (start: Date, validitySeconds: number): Date => new Date(start.getTime() + validitySeconds * 1000)
