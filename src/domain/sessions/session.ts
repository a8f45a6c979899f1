// A stored rover session, and a rejected attempt.

import type { Coded, Nothing } from '../codes/coded.ts'
import type { Position } from '../geometry/geodesy.ts'
import type { StreamLoss } from '../network/source-address.ts'
import type { StandbySourceKind } from '../stations/standby.ts'
import type { RefusalReason } from './admission.ts'
import type { SessionQuality } from './session-quality.ts'

export interface SessionName {
  readonly id: string
  /** `null` at an open mountpoint without a credential. */
  readonly credentialId: number | null
}

export interface SessionStart extends SessionName {
  readonly username: string
  readonly mountpoint: string
  readonly startedAt: Date
  readonly address: string
  readonly agent: string
}

/** How recent a session's data is; `null` if never reported. */
export interface Freshness {
  /** Last time data was sent to the rover. */
  readonly dataAt: Date | null
  /** Time of the caster's last report. */
  readonly toldAt: Date | null
}

/** A stretch of a session with one source. It ends where the next one begins. */
export interface ServedStretch {
  /** When the stream began, on the clock of the database. */
  readonly atMs: number
  /** The station; `computed`: a VRS engine or another caster's stream for this rover; `null`: nothing. */
  readonly source: number | 'computed' | null
  /** Bytes that the session had been sent before. */
  readonly bytesBefore: number
  /** Bytes that were skipped because the rover read too slowly. */
  readonly skipped: number
}

export interface SessionProgress extends SessionQuality, Freshness {
  readonly id: string
  readonly stationId: number | null
  readonly bytes: number
  readonly lat: number | null
  readonly lng: number | null
  /** Quality of the last GGA: 4 is fixed, 5 is float. */
  readonly quality: number | null
  readonly positionAt: Date | null
  readonly positions: number
  readonly fixedPositions: number
  /** In the solution of the last GGA; `null` if not reported. */
  readonly satellites: number | null
  /** When the rover first reported a fixed solution; `null` if it has not. */
  readonly firstFixedAt: Date | null
  readonly notes: readonly SessionNote[]
  /** Oldest first; only the newest stretches are kept. */
  readonly served: readonly ServedStretch[]
}

/** Progress of a session that never carried data. */
export const nothingOf = (id: string): SessionProgress => ({
  ...{ id, stationId: null, bytes: 0, lat: null, lng: null, quality: null, positionAt: null, notes: [], served: [] },
  ...{ positions: 0, fixedPositions: 0, satellites: null, firstFixedAt: null },
  ...{ baseChanges: 0, gaps: 0, longestGapSeconds: 0, distanceKm: null },
  ...{ ageSeconds: null, medianAgeSeconds: null, worstAgeSeconds: null, dataAt: null, toldAt: null },
})

export interface SessionOpening {
  /** False if the session limit of the credential is reached. */
  readonly opened: boolean
  /** True if the database was unavailable and the caster admitted the rover from memory. */
  readonly fromMemory: boolean
  /** Sessions on this caster that must end to make room. */
  readonly replaced: readonly string[]
}

/** Last reported position of a rover; `at` is `null` if it is the credential's registered place instead. */
export interface KnownPlace extends Position {
  readonly at: Date | null
}

/** Notes on a session that explain why a rover receives no data or other data than expected. */
export interface NoteParams {
  /** The database was unavailable and the caster admitted the rover from memory. */
  from_memory: Nothing
  no_gga: Nothing
  /** The rover sends GGA sentences, but none is usable. */
  gga_bad_checksum: Nothing
  gga_unreadable: Nothing
  gga_without_position: Nothing
  base_down: Nothing
  /** The upstream caster of the mountpoint sends no data; and sends data again. */
  source_away: Nothing
  source_back: Nothing
  /** The base is connected to another node whose streams do not arrive here; and arrive again. */
  bus_away: Nothing
  bus_back: Nothing
  /** A standby source or a fallback station serves the mountpoint; and its own source again. */
  backup: { readonly source: StandbySourceKind }
  backup_station: { readonly station: string; readonly distanceKm: number }
  backup_over: Nothing
  outside_coverage: Nothing
  /** No station of the credential's group covers the rover; `null` if the group was deleted. */
  outside_group: { readonly group: string | null }
  /** The connected mountpoint is no longer in the credential's group. */
  left_group: { readonly mountpoint: string; readonly group: string | null }
  /** Outside the geofence: the rover receives nothing, or is served by a base whose geofence only reports. */
  outside_fence: { readonly km: number }
  outside_fence_served: { readonly km: number }
  inside_fence: Nothing
  /** The credential has a geofence, and the rover reports no position, or none recently. */
  fence_place_unknown: Nothing
  /**
   * The rover receives this base. `before`: the previous base, which may have gone silent. For rovers that report no
   * position the base is chosen by the last known one (`lastSeenAt`) or by the credential's place (`registered`).
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
  /** `why` is omitted for users who may not see stream sources. */
  vrs_lost: { readonly why?: StreamLoss }
  /** A base serves the rover in the meantime. */
  vrs_away: { readonly why?: StreamLoss }
  /** The rover read too slowly: number of pauses, and stale bytes that were dropped. */
  left_out: { readonly times: number; readonly bytes: number }
}

export type Note = Coded<NoteParams>
export type SessionNote<Time = Date> = Note & { readonly at: Time }

/** Why a session ended. `node_lost`: its node died, so the reason is unknown. */
export type EndReason =
  | 'client_left'
  | 'expired'
  | 'revoked'
  | 'suspended'
  /** The credential got another password or another station. */
  | 'changed'
  | 'replaced'
  /** The mountpoint was removed, or now requires a credential. */
  | 'mountpoint_closed'
  /** On a base, if the geofence ends sessions. */
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

/** Identical refusals, counted. */
export interface CountedRefusal extends Omit<RefusedAttempt, 'at'> {
  readonly firstAt: Date
  readonly lastAt: Date
  readonly times: number
}

/** Input that could not be parsed: a request, or a load balancer's PROXY header. */
export type Unreadable = 'unreadable' | 'bad_proxy_header'

/** Records sessions and refusals asynchronously; callers do not wait. */
export interface SessionLog {
  /** Only for sessions admitted from memory; the admission itself records all others. */
  opened(session: SessionStart): void
  progressed(progress: SessionProgress): void
  closed(progress: SessionProgress, at: Date, reason: EndReason, credentialId: number | null): void
  /** The session may exist, or be created in a moment, but its rover is gone. */
  abandoned(session: SessionName, at: Date, reason: EndReason): void
  refused(attempt: RefusedAttempt): void
  /** Counts unparsable input; its sender is unknown. */
  unreadable(what?: Unreadable): void
}
