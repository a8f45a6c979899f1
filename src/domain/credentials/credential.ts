// A credential opens one mountpoint from its start to its end unless it is revoked.
import type { Position } from '../geometry/geodesy.ts'
import type { Access } from '../sessions/access.ts'
import type { SessionLimit } from '../sessions/limit.ts'
import type { Geofence } from './geofence.ts'

export const MIN_VALIDITY_SECONDS = 3_600
export const MAX_VALIDITY_SECONDS = 31_536_000
/** A renewal ends at most this many days from now. */
export const MAX_DAYS_UNTIL_END = 366

export type CredentialState = 'active' | 'expired' | 'revoked'

export const CREDENTIAL_VIEWS = ['in_force', 'scheduled', 'expired', 'revoked'] as const
/** State as shown to people: `active` is split into `in_force` and `scheduled`. */
export type CredentialView = (typeof CREDENTIAL_VIEWS)[number]

export interface CredentialTimes {
  readonly startsAt: Date
  readonly expiresAt: Date
  readonly revokedAt: Date | null
}

/** Suspension does not extend a credential: it expires as scheduled. */
export interface Pausable {
  readonly suspendedAt: Date | null
}

export type Metadata = Readonly<Record<string, string>>

export const MAX_METADATA_PAIRS = 20

/** Changes to single pairs; `null` removes a pair. */
export type MetadataChanges = Readonly<Record<string, string | null>>

/** Keeps pairs that `changes` does not mention. */
export const mergeMetadata = (pairs: Metadata | null, changes: MetadataChanges): Metadata =>
  Object.fromEntries(
    Object.entries({ ...pairs, ...changes }).filter((pair): pair is [string, string] => pair[1] !== null),
  )

/** Empty metadata is stored as `null`. */
export const metadataOf = (pairs: Metadata | null | undefined): Metadata | null =>
  pairs && Object.keys(pairs).length > 0 ? pairs : null

/** Fields that the issuer writes and may change later. CONTRIBUTING.md explains how to add one. */
export interface Written {
  readonly label: string
  readonly customerName: string
  readonly customerEmail: string
}
type WrittenOrNull = { readonly [Name in keyof Written]: Written[Name] | null }

const UNWRITTEN: WrittenOrNull = { label: null, customerName: null, customerEmail: null }
export const WRITTEN = Object.keys(UNWRITTEN) as readonly (keyof Written)[]

export type WrittenWish = { readonly [Name in keyof Written]?: Written[Name] | null | undefined }

export const writtenOf = (wish: WrittenWish): WrittenOrNull => ({ ...UNWRITTEN, ...writtenIn(wish) })

/** Only the fields present in the request; `null` clears a field. */
export const writtenIn = (wish: WrittenWish): Partial<WrittenOrNull> =>
  Object.fromEntries(WRITTEN.filter((name) => wish[name] !== undefined).map((name) => [name, wish[name]]))

export interface Credential extends CredentialTimes, Pausable, Access, SessionLimit, RegisteredPlace, WrittenOrNull {
  readonly id: number
  readonly ownerId: number
  readonly username: string
  /** `null` if the credential works anywhere. */
  readonly geofence: Geofence | null
  /** Original spelling at the caster it was imported from; `null` if identical to `username`. */
  readonly givenUsername: string | null
  /** Reference chosen by the owner; unique per owner, never reused. */
  readonly reference: string | null
  readonly metadata: Metadata | null
  readonly issuedAt: Date
  /** Issued by a test token: behaves like any other credential but opens no mountpoint. */
  readonly isTest: boolean
}

/** Spelling the customer knows. Casters accept both spellings. */
export const shownUsername = ({ givenUsername, username }: Pick<Credential, 'givenUsername' | 'username'>): string =>
  givenUsername ?? username

/**
 * Work location registered by the issuer or customer, used for rovers that report no position. Both fields are set or
 * neither is.
 */
export interface RegisteredPlace {
  readonly placeLat: number | null
  readonly placeLng: number | null
}

export const placeOf = ({ placeLat, placeLng }: RegisteredPlace): Position | null =>
  placeLat === null || placeLng === null ? null : { lat: placeLat, lng: placeLng }

export const registered = (place: Position | null | undefined): RegisteredPlace => ({
  placeLat: place?.lat ?? null,
  placeLng: place?.lng ?? null,
})

/** Visible only to the owner and the customer; encrypted at rest. */
export interface CredentialSecrets {
  readonly password: string
  readonly linkKey: string
}

/**
 * The state is computed from the times and never stored, so a late job cannot make it wrong. The same rules in SQL:
 * store/credentials/states.ts.
 */
export function stateAt({ revokedAt, expiresAt }: CredentialTimes, now: Date): CredentialState {
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'active'
}

/** Ignores suspension: a suspended credential keeps the view it has when resumed. */
export function viewAt(times: CredentialTimes, now: Date): CredentialView {
  const state = stateAt(times, now)
  return state !== 'active' ? state : times.startsAt <= now ? 'in_force' : 'scheduled'
}

export const isInView = (times: CredentialTimes, view: CredentialState | CredentialView, now: Date): boolean =>
  view === stateAt(times, now) || view === viewAt(times, now)

/** True if started, not expired, not revoked and not suspended. */
export function inForceAt(credential: CredentialTimes & Pausable, now: Date): boolean {
  return stateAt(credential, now) === 'active' && credential.startsAt <= now && credential.suspendedAt === null
}

export const endOf = (start: Date, validitySeconds: number): Date => new Date(start.getTime() + validitySeconds * 1000)
