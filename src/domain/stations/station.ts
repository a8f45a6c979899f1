// A reference station as registered, with its latest measurement.
import type { ObservedMovement } from '../archive/integrity/observed.ts'
import type { StoredFrame } from '../network/frame.ts'
import type { StationUpstream } from '../network/upstreams/upstream.ts'
import type { LiveValues } from './measured.ts'

export const STATION_STATUSES = ['online', 'degraded', 'offline', 'maintenance'] as const
export type StationStatus = (typeof STATION_STATUSES)[number]

/** Position that a station announces, and since when it is unchanged. */
export interface Announced {
  readonly lat: number
  readonly lng: number
  readonly since: Date
}

export interface StationHealth extends LiveValues {
  readonly measuredAt: Date
  readonly healthPct: number
  /** `null` if unknown, for example because the station's clock is wrong. */
  readonly latencyMs: number | null
  readonly satellites: number
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  readonly positionOffsetM: number | null
  /** `null` or undefined if the station never announced a position. */
  readonly announced?: Announced | null
  /** Judgement of the measuring node, with hysteresis; `null` if it must be derived from the metrics. */
  readonly degraded?: boolean | null
  /** Judgement of the measuring node: the station is silent and not given to network rovers. */
  readonly quiet?: boolean | null
}

/** Millimetres per year to the east, north and up, in the reference frame of the station. */
export type Velocity = readonly [east: number, north: number, up: number]

export interface Station extends StoredFrame {
  readonly id: number
  readonly code: string
  readonly name: string
  /** A Mexican state, not a status. */
  readonly federalState: string
  /** ISO 3166, three letters. */
  readonly country: string
  readonly lat: number
  readonly lng: number
  readonly radiusKm: number
  readonly mountpoint: string
  readonly format: string
  readonly constellations: string
  readonly declaredStatus: StationStatus
  /** `null` or undefined if unknown. */
  readonly velocity?: Velocity | null
  /** False, as declared by the operator, if the stream is forwarded on request without parsing or measuring it. */
  readonly isRtcm: boolean
  readonly archived: boolean
  /** The simulator provides this station's data. */
  readonly simulated: boolean
  readonly health: StationHealth | null
  /** Last bytes of a non-RTCM station; `null` or undefined if never received. */
  readonly bytesAt?: Date | null
  /** The network's rule for moved antennas (see position.ts); undefined uses the defaults. */
  readonly movedLimitM?: number
  readonly movedTakesOut?: boolean
  /** Whether a movement that observations show keeps rovers away; undefined: no. */
  readonly observedTakesOut?: boolean
  /** Movement that observations show; `null` or undefined if there is none. */
  readonly observed?: ObservedMovement | null
  /** Movements by observations beyond these limits count; `null` or undefined uses `MOVEMENT_LIMITS_MM`. */
  readonly movementLimitMm?: number | null
  readonly movementLimitUpMm?: number | null
  /** When an operator saw the announced position and confirmed the registered one. */
  readonly positionAckedAt?: Date | null
  /** Registered without a position, which is read from the stream; until then `lat` and `lng` are 0. */
  readonly positionPending?: boolean
  /** Fallback station that serves the mountpoint while this station is offline. */
  readonly fallbackStationId?: number | null
  /** Set if the station is an upstream mountpoint, pulled on demand. */
  readonly upstream?: StationUpstream | null
  /** For upstream mountpoints: set while a rover requests the stream and no data arrives. */
  readonly failedAt?: Date | null
  /** The shop may sell the station even if it is unmeasured or silent. */
  readonly sellsUnmeasured?: boolean
  /** The station's own mountpoint requires no credential; default false. */
  readonly isOpen?: boolean
  /** Whether the archive records the station; `null` or undefined uses the default of `isRecorded`. */
  readonly recorded?: boolean | null
}
