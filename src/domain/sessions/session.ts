// A rover's session as it is kept, and an attempt that did not become one.

import type { Coded, Nothing } from '../codes/coded.ts'
import type { Position } from '../geometry/geodesy.ts'
import type { StreamLoss } from '../network/source-address.ts'
import type { StandbySourceKind } from '../stations/standby.ts'
import type { RefusalReason } from './admission.ts'
import type { Felt } from './felt.ts'

/** What it is found by. */
export interface SessionName {
  readonly id: string
  /** null: at an open mountpoint, without a login */
  readonly credentialId: number | null
}

export interface SessionStart extends SessionName {
  readonly username: string
  readonly mountpoint: string
  readonly startedAt: Date
  readonly address: string
  readonly agent: string
}

/** How new what is told of a session is; null where nobody told. */
export interface Freshness {
  /** When its rover was last sent something of its stream. */
  readonly dataAt: Date | null
  /** As of when its caster tells all this. */
  readonly toldAt: Date | null
}

/** What may change while a session lives. */
export interface SessionProgress extends Felt, Freshness {
  readonly id: string
  /** Whose stream it gets. */
  readonly stationId: number | null
  readonly bytes: number
  readonly lat: number | null
  readonly lng: number | null
  /** Of the last GGA: 4 is fixed, 5 float. */
  readonly quality: number | null
  readonly positionAt: Date | null
  readonly positions: number
  readonly fixedPositions: number
  readonly notes: readonly SessionNote[]
}

/** Of one that nobody was in. */
export const nothingOf = (id: string): SessionProgress => ({
  ...{ id, stationId: null, bytes: 0, lat: null, lng: null, quality: null, positionAt: null, notes: [] },
  ...{ positions: 0, fixedPositions: 0, baseChanges: 0, gaps: 0, longestGapSeconds: 0, distanceKm: null },
  ...{ ageSeconds: null, medianAgeSeconds: null, worstAgeSeconds: null, dataAt: null, toldAt: null },
})

/** What became of a session that wanted to be opened. */
export interface SessionOpening {
  /** False: its credential has as many as it may have. */
  readonly opened: boolean
  /** There was nobody to ask. */
  readonly fromMemory: boolean
  /** Those of this caster that have to end for it. */
  readonly replaced: readonly string[]
}

/** Where a rover said to be, and when; null: it never did, and this is its credential's registered place. */
export interface KnownPlace extends Position {
  readonly at: Date | null
}

/** What can happen in a session that somebody who asks "why do I get nothing" should read. */
export interface NoteParams {
  /** The database did not answer, and the caster knew it from before. */
  from_memory: Nothing
  no_gga: Nothing
  /** It sends positions, and none of them can be used. */
  gga_bad_checksum: Nothing
  gga_unreadable: Nothing
  gga_without_position: Nothing
  base_down: Nothing
  /** The caster that its mountpoint is pulled from gives nothing; and it gives data again. */
  source_away: Nothing
  source_back: Nothing
  /** Its base sends to another node, whose streams do not come here; and they come again. */
  bus_away: Nothing
  bus_back: Nothing
  /** Its base's stream comes from the base's second source; or another station serves the mountpoint; and its own again. */
  backup: { readonly source: StandbySourceKind }
  backup_station: { readonly station: string; readonly distanceKm: number }
  backup_over: Nothing
  outside_coverage: Nothing
  /** No station of its credential's group reaches it; null: the group is gone. */
  outside_group: { readonly group: string | null }
  /** What it was connected to is not in its credential's group any more. */
  left_group: { readonly mountpoint: string; readonly group: string | null }
  /** So far outside its geofence: it gets nothing; or it does, on a base whose geofence only tells. */
  outside_fence: { readonly km: number }
  outside_fence_served: { readonly km: number }
  inside_fence: Nothing
  /** It has a geofence and does not say where it is, or has not for a while. */
  fence_place_unknown: Nothing
  /**
   * It gets this base's stream; `before`: after another's, which may have fallen silent. Of a rover that does not say where it is,
   * `lastSeenAt`: this is where it was then; `registered`: this is where its credential is registered.
   */
  base: {
    readonly station: string
    readonly distanceKm: number
    readonly before?: { readonly station: string; readonly silent: boolean }
    readonly lastSeenAt?: string
    readonly registered?: true
  }
  asking_vrs: Nothing
  vrs_answers: Nothing
  /** `why` is not told to whoever may not see where streams come from. */
  vrs_lost: { readonly why?: StreamLoss }
  /** A base serves meanwhile. */
  vrs_away: { readonly why?: StreamLoss }
  /** It did not take its data for a while, so often, and so many bytes were too old to be sent when it did again. */
  left_out: { readonly times: number; readonly bytes: number }
}

export type Note = Coded<NoteParams>
export type SessionNote<Time = Date> = Note & { readonly at: Time }

/** Why a session ended; `node_lost`: its caster died, and nobody knows. */
export type EndReason =
  | 'client_left'
  | 'expired'
  | 'revoked'
  | 'suspended'
  /** It was given another password or another station. */
  | 'changed'
  | 'replaced'
  /** Its mountpoint was removed, or is open no more. */
  | 'mountpoint_closed'
  /** On a base, where its geofence cuts. */
  | 'outside_fence'
  | 'kicked'
  | 'too_slow'
  /** The rover sent more than `RoverInput` allows. */
  | 'sent_too_much'
  | 'broken'
  | 'shutdown'
  | 'node_lost'

export interface RefusedAttempt {
  readonly at: Date
  readonly reason: RefusalReason
  readonly username: string
  readonly credentialId: number | null
  readonly mountpoint: string
  readonly address: string
  readonly agent: string
}

/** The same thing once or several times. */
export interface CountedRefusal extends Omit<RefusedAttempt, 'at'> {
  readonly firstAt: Date
  readonly lastAt: Date
  readonly times: number
}

/** What could not be read: a request, or what a balancer says of the connection that it passes on. */
export type Unreadable = 'unreadable' | 'bad_proxy_header'

/** Where sessions and refusals are written down; nobody waits for it. */
export interface SessionLog {
  /** It was let in while there was nobody to ask. Others are written down by whoever lets them in. */
  opened(session: SessionStart): void
  progressed(progress: SessionProgress): void
  closed(progress: SessionProgress, at: Date, reason: EndReason, credentialId: number | null): void
  /** It may have been made, now or in a moment, and nobody is in it. */
  abandoned(session: SessionName, at: Date, reason: EndReason): void
  refused(attempt: RefusedAttempt): void
  /** What somebody sent could not be read, so nobody knows whose attempt it was: it is counted. */
  unreadable(what?: Unreadable): void
}
