// What a caller asks for: credentials to issue, and changes of those that exist.

import type { Position } from '../geometry/geodesy.ts'
import type { WhenFull } from '../sessions/limit.ts'
import type { Metadata, MetadataChanges, Written, WrittenWish } from './credential.ts'
import type { GeofenceWish } from './geofence.ts'

/** A credential to issue. */
export interface CredentialRequest extends WrittenWish {
  readonly validitySeconds: number
  /** Only the operator sets these, on the server: resellers must not give away capacity that is not theirs. */
  readonly maxSessions?: number
  readonly whenFull?: WhenFull
  /** Unchecked; undefined: anywhere. */
  readonly fence?: GeofenceWish | undefined
  /** Where the rover works, for rovers that report no position. */
  readonly place?: Position
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  /** A group of stations instead of a station, by id or by name. */
  readonly groupId?: number | undefined
  readonly group?: string | undefined
  readonly sendEmail: boolean
  readonly startsAt: string | undefined
  /** The owner's own name for the credential. */
  readonly reference?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly suspended?: boolean | undefined
  /** Chosen by the caller; generated if undefined. */
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** A change of a credential; undefined fields stay as they are. */
export interface CredentialWish extends WrittenWish {
  /** Replaces all pairs. */
  readonly metadata?: Readonly<Record<string, string>> | null | undefined
  /** Changes single pairs. Not together with `metadata`. */
  readonly metadataChanges?: MetadataChanges | undefined
  /** null: the network. */
  readonly station?: { readonly stationId: number | undefined; readonly stationCode: string | undefined } | null
  /** null: the network. Replaces the station. */
  readonly group?: { readonly groupId: number } | { readonly group: string } | null | undefined
  /** null: anywhere. */
  readonly fence?: GeofenceWish | null | undefined
}

/** Fields whose change an event reports. */
export type ChangeableField = keyof Written | 'metadata' | 'stationId' | 'groupId' | 'geofence' | 'password'

/** Why a credential was not revoked. */
export type UnchangedReason = 'missing' | 'revoked' | 'expired'
