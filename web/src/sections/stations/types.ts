// One station as the service tells it.
import type { AlarmKind } from '../../../../src/domain/stations/telemetry.ts'
import type { DeclaredStatus, Station } from '../../network-types.ts'
import type { UptimeDay } from '../../parts/uptime-bars.tsx'

export const STATIONS_PATH = '/stations'
export const DECLARED: readonly DeclaredStatus[] = ['online', 'degraded', 'offline', 'maintenance']

export interface StationDetail extends Station {
  readonly format: string
  readonly datum: string
  readonly satellitesByConstellation: Readonly<Record<string, number>> | null
  readonly positionOffsetM: number | null
  readonly receiver: string | null
  readonly antenna: string | null
  readonly intervalMs: number | null
  readonly messages: Readonly<Record<string, number>> | null
  readonly createdAt: string
  readonly archivedAt: string | null
  /** What was entered; null: the network's value counts. */
  readonly own: {
    readonly radiusKm: number | null
    readonly format: string | null
    readonly datum: string | null
    readonly constellations: string | null
  }
}

export interface Source {
  readonly hasPushSecret: boolean
  readonly pullUrl: string | null
  readonly pullsWithLogin: boolean
}

export interface Alarm {
  readonly id: number
  readonly kind: AlarmKind
  readonly since: string
  readonly endedAt: string | null
}

export interface StationAnswer {
  readonly station: StationDetail
  readonly uptime: { readonly uptimePct: number | null; readonly days: readonly UptimeDay[] }
  readonly changes: readonly { readonly status: DeclaredStatus; readonly at: string }[]
  readonly alarms: readonly Alarm[]
  readonly rovers: number
  /** Null: not for this user. */
  readonly source: Source | null
}

export interface Series {
  readonly since: string
  readonly stepMinutes: number
  readonly points: readonly {
    readonly at: string
    readonly latencyMs: number | null
    readonly satellites: number | null
  }[]
  readonly gaps: readonly {
    readonly minute: string
    readonly up: boolean
    readonly gaps: number
    readonly longestGapMs: number
    readonly missingEpochs: number
  }[]
}
