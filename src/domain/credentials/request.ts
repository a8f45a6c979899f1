import type { Position } from '../geometry/geodesy.ts'
import type { WhenFull } from '../sessions/limit.ts'
import type { Metadata, MetadataChanges, Written, WrittenWish } from './credential.ts'
import type { GeofenceWish } from './geofence.ts'

export interface CredentialRequest extends WrittenWish {
  readonly validitySeconds: number
  /** Operator only: resellers must not give away capacity that is not theirs. */
  readonly maxSessions?: number
  readonly whenFull?: WhenFull
  /** Not validated yet; undefined means no geofence. */
  readonly fence?: GeofenceWish | undefined
  /** Work location, for rovers that report no position. */
  readonly place?: Position
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  /** A group replaces the station, by id or by name. */
  readonly groupId?: number | undefined
  readonly group?: string | undefined
  readonly sendEmail: boolean
  readonly startsAt: string | undefined
  readonly reference?: string | undefined
  readonly metadata?: Metadata | undefined
  readonly suspended?: boolean | undefined
  /** Chosen by the caller; generated if undefined. */
  readonly username?: string | undefined
  readonly password?: string | undefined
}

/** A change to a credential; undefined fields stay unchanged. */
export interface CredentialWish extends WrittenWish {
  /** Replaces all pairs. */
  readonly metadata?: Readonly<Record<string, string>> | null | undefined
  /** Changes single pairs; excludes `metadata`. */
  readonly metadataChanges?: MetadataChanges | undefined
  /** `null` means the network. */
  readonly station?: { readonly stationId: number | undefined; readonly stationCode: string | undefined } | null
  /** Replaces the station; `null` means the network. */
  readonly group?: { readonly groupId: number } | { readonly group: string } | null | undefined
  /** `null` removes the geofence. */
  readonly fence?: GeofenceWish | null | undefined
}

export type ChangeableField = keyof Written | 'metadata' | 'stationId' | 'groupId' | 'geofence' | 'password'

export type UnchangedReason = 'missing' | 'revoked' | 'expired'
