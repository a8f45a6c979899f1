// Stations, rovers and the overview as the service's routes give them.
import type { Status } from './parts/status-mark.tsx'

export type DeclaredStatus = Exclude<Status, 'unknown'>

export interface Station {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly federalState: string
  readonly lat: number
  readonly lng: number
  readonly radiusKm: number
  readonly mountpoint: string
  readonly constellations: string
  readonly status: DeclaredStatus
  readonly declaredStatus: DeclaredStatus
  /** False: `status` is what was declared, and the figures are null. */
  readonly measured: boolean
  readonly simulated: boolean
  readonly archived: boolean
  readonly healthPct: number | null
  readonly latencyMs: number | null
  readonly satellites: number | null
  readonly measuredAt: string | null
}

/** What is shown: nobody can say that a station is online that nobody measures. */
export const shownStatus = ({ status, measured }: Pick<Station, 'status' | 'measured'>): Status =>
  measured || status === 'maintenance' ? status : 'unknown'

export interface Rover {
  readonly id: string
  readonly ownerName: string
  readonly credentialId: number
  readonly username: string
  readonly label: string | null
  readonly customerName: string | null
  readonly mountpoint: string
  readonly stationId: number | null
  readonly stationCode: string | null
  readonly startedAt: string
  readonly bytes: number
  readonly address: string
  readonly agent: string
  readonly lat: number | null
  readonly lng: number | null
  readonly quality: number | null
  readonly positionAt: string | null
  readonly fixedPct: number | null
  readonly simulated: boolean
}

export type AttentionKind =
  | 'no_caster'
  | 'no_stations'
  | 'upstream_silent'
  | 'station_down'
  | 'station_degraded'
  | 'station_moved'
  | 'silent_constellation'
  | 'station_never_measured'
  | 'webhook_deactivated'
  | 'webhook_failing'
  | 'mails_failed'

export interface Attention {
  readonly kind: AttentionKind
  readonly severity: 'critical' | 'warning' | 'note'
  readonly id: number | null
  readonly name: string | null
  readonly since: string | null
  readonly simulated: boolean
}

type StatusCounts = Readonly<Record<DeclaredStatus, number>>

export interface StatusChange {
  readonly stationId: number
  readonly code: string
  readonly simulated: boolean
  readonly status: DeclaredStatus
  readonly at: string
}

export interface Overview {
  readonly network: { readonly name: string; readonly mountpoint: string; readonly simulated: 'none' | 'some' | 'all' }
  readonly stations: StatusCounts & { readonly total: number; readonly notMeasured: number }
  /** Null: nobody measured then. */
  readonly stationsADayAgo: StatusCounts | null
  readonly rovers: {
    readonly connected: number
    readonly located: number
    readonly fixed: number
    readonly aDayAgo: number | null
  }
  readonly credentials: {
    readonly inForce: number
    readonly endingSoon: number
    readonly inForceIsMore: boolean
    readonly endingSoonIsMore: boolean
  }
  readonly traffic: {
    readonly bytes: number
    readonly messages: number
    readonly aDayAgo: { readonly bytes: number; readonly messages: number } | null
  } | null
  readonly attention: readonly Attention[]
  readonly attentionLeftOut: number
  readonly changes: readonly StatusChange[]
}
