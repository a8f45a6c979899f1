// A reference station as the operator registered it, with its newest measurement if there is one.
import type { StationUpstream } from '../network/upstreams/upstream.ts'
import type { LiveValues } from './measured.ts'

export const STATION_STATUSES = ['online', 'degraded', 'offline', 'maintenance'] as const
export type StationStatus = (typeof STATION_STATUSES)[number]

/** Where a station says that it stands, and since when it has said the same. */
export interface Announced {
  readonly lat: number
  readonly lng: number
  readonly since: Date
}

export interface StationHealth extends LiveValues {
  readonly measuredAt: Date
  readonly healthPct: number
  /** null: cannot be known, for example because the station's clock is off */
  readonly latencyMs: number | null
  readonly satellites: number
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  readonly positionOffsetM: number | null
  /** null or left out: it has never said where it stands. */
  readonly announced?: Announced | null
  /** As whoever measures it says, with hysteresis; null: read it off the figures. */
  readonly degraded?: boolean | null
  /** As whoever measures it says: no rover of the network is given it (any more). */
  readonly quiet?: boolean | null
}

export interface Station {
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
  readonly datum: string
  readonly constellations: string
  readonly declaredStatus: StationStatus
  /** False, on the operator's word: it is passed on to those who ask for it, and neither read nor measured. */
  readonly isRtcm: boolean
  readonly archived: boolean
  /** Made up by the simulator. */
  readonly simulated: boolean
  readonly health: StationHealth | null
  /** Of one that is not RTCM: when bytes last came; null or left out: nobody has ever heard it. */
  readonly bytesAt?: Date | null
  /** The network's rule for antennas that stand elsewhere (see position.ts); left out: as it is by default. */
  readonly movedLimitM?: number
  readonly movedTakesOut?: boolean
  /** Somebody saw what it announced until then, and let the registered place stand. */
  readonly positionAckedAt?: Date | null
  /** Which other one serves its mountpoint while it is away. */
  readonly fallbackStationId?: number | null
  /** It is another caster's mountpoint, and pulled while somebody wants it; null or left out: it is not. */
  readonly upstream?: StationUpstream | null
  /** Of such a one: somebody wants it, and nothing has come until then; null or left out: not lately. */
  readonly failedAt?: Date | null
  /** The shop may sell it although nobody measures it, or while it is silent. */
  readonly sellsUnmeasured?: boolean
  /** Its own mountpoint may be followed without a login; left out: it may not. */
  readonly isOpen?: boolean
}
