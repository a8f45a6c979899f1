// Measurements of a station by a caster, and the alarms derived from them.
import type { AnnouncedEquipment } from '../archive/announced.ts'
import type { ObservedMovement } from '../archive/integrity/observed.ts'
import { type Position, positionOf } from '../geometry/geodesy.ts'
import { type LiveValues, type MeasuredValues, NOTHING_MEASURED } from './measured.ts'
import { metresBetween, openDisplacement, type Placed } from './position.ts'
import type { StandbyKind, StandbySourceKind } from './standby.ts'
import type { Station, StationStatus } from './station.ts'
import { isPoor, type Shortfall, SILENT_AFTER_MS, shortfallsOf } from './status.ts'

export interface LiveHealth extends LiveValues {
  readonly stationId: number
  /** Arrival of the newest observation epoch. */
  readonly measuredAt: Date
  /** Percentage of expected epochs received over the last ten minutes. */
  readonly healthPct: number
  readonly latencyMs: number | null
  /** Offset of the stream's time from ours if the time is wrong rather than late; negative if behind. Else `null`. */
  readonly timeAheadMs: number | null
  /** `null` if all constellations agree on the time. */
  readonly clocks: ClocksApart | null
  readonly satellites: number
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  /** Position announced in 1005/1006, ECEF in metres; `null` if none. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
  /** Equipment announced in 1007, 1008, 1033 and 1006; `null` or undefined if none. */
  readonly equipment?: AnnouncedEquipment | null
  /** Constellations seen within the last hour but not in the last minute, while others are. */
  readonly silentConstellations: readonly string[]
  /** True if the station has been silent longer than rovers wait, so no network rover is given to it. */
  readonly quiet?: boolean
  /** Kind of the standby source if it is the one measured; `null` or undefined for the first source. */
  readonly standby?: StandbySourceKind | null
  /** Computed on demand: counting messages costs more than everything else. */
  readonly details: () => StreamDetails
}

/** Constellations whose time differs from the majority; rovers lose their satellites. */
export interface ClocksApart {
  readonly reference: string
  /** `aheadMs`: offset from the reference; `null` if the clock is frozen. */
  readonly clocks: readonly { readonly constellation: string; readonly aheadMs: number | null }[]
}

export interface StreamDetails {
  readonly receiver: string | null
  readonly antenna: string | null
  readonly intervalMs: number | null
  /** Messages per type in the last minute. */
  readonly messages: Readonly<Record<string, number>>
}

/** A station that has sent bytes for a minute without any observations. */
export interface Unobserved {
  readonly stationId: number
  readonly since: Date
  /** Computed on demand. */
  readonly sends: () => SentInstead
}

export interface SentInstead {
  /** Messages per type in the last minute; only the most frequent if there are many types. */
  readonly messages: Readonly<Record<string, number>>
  readonly formats: readonly string[]
}

/** A non-RTCM station, forwarded without parsing, that sent bytes since the last report. */
export interface PassedOn {
  readonly stationId: number
}

/** A station whose mountpoint a fallback station serves now. */
export interface StoodIn {
  readonly stationId: number
  readonly by: string
  readonly distanceKm: number
}

export interface MinuteRecord extends MeasuredValues {
  readonly stationId: number
  readonly minute: Date
  readonly up: boolean
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  readonly messages: Readonly<Record<string, number>>
}

export const downMinute = (stationId: number, minute: Date): MinuteRecord => ({
  ...NOTHING_MEASURED,
  stationId,
  minute,
  up: false,
  satellitesByConstellation: {},
  messages: {},
})

export interface LiveAcknowledgement {
  /** Stations now connected to another caster; their silence here is not an outage. */
  readonly elsewhere: readonly number[]
}

export interface TelemetryListener {
  /**
   * Called every few seconds with all measured stations, changed or not, those that send no observations, and those
   * that are forwarded without measuring.
   */
  live(
    stations: readonly LiveHealth[],
    now: Date,
    unobserved?: readonly Unobserved[],
    passedOn?: readonly PassedOn[],
    stoodIn?: readonly StoodIn[],
  ): Promise<LiveAcknowledgement>
  /**
   * Called after each minute. `whole`: this caster observed the complete minute, so stations without a record were
   * down, except those in `elsewhere`, which other casters report.
   */
  minute(records: readonly MinuteRecord[], minute: Date, whole: boolean, elsewhere?: ReadonlySet<number>): Promise<void>
}

type ObservedOffset = Pick<ObservedMovement, 'eastMm' | 'northMm' | 'upMm' | 'isAttributed'>

export interface AlarmParams {
  down: { readonly seconds: number }
  /** Empty if the metrics are good again, but not long enough. */
  degraded: { readonly shortfalls: readonly Shortfall[] }
  /** `observed`: by observations, in millimetres; else the station announces another position. */
  moved: { readonly metres: number; readonly most: number; readonly observed?: ObservedOffset }
  silent_constellation: { readonly constellations: readonly string[] }
  no_observations: SentInstead
  /** `seconds` ahead of the reference, negative if behind; `null` if the clock is frozen. */
  clock_differs: {
    readonly reference: string
    readonly clocks: readonly { readonly constellation: string; readonly seconds: number | null }[]
  }
  /** Ahead of our time, negative if behind. */
  wrong_time: { readonly seconds: number }
  /** The standby source serves the mountpoint; or the fallback `station`, at `distanceKm` from this one. */
  on_backup: { readonly source: StandbyKind; readonly station?: string; readonly distanceKm?: number }
}
export type AlarmKind = keyof AlarmParams

export const ALARM_KINDS = [
  'down',
  'degraded',
  'moved',
  'silent_constellation',
  'no_observations',
  'clock_differs',
  'wrong_time',
  'on_backup',
] as const satisfies readonly AlarmKind[]

export type AlarmFacts = {
  readonly [Kind in AlarmKind]: { readonly kind: Kind; readonly params: AlarmParams[Kind] }
}[AlarmKind]

export type Alarm = AlarmFacts & { readonly stationId: number }

/** Horizontal distance of the announced from the registered position, rounded to the millimetre. */
export const positionOffsetM = (registered: Position, told: LiveHealth['position']): number | null =>
  told === null ? null : metresBetween(registered, positionOf(told))

/** `station` must include its latest metrics. */
export function alarmsOf(
  station: Pick<Station, 'id'> & Placed,
  status: StationStatus,
  silentConstellations: readonly string[],
): Alarm[] {
  // An unreachable upstream caster has its own alarm, and a mountpoint that it unlists is its operator's decision.
  if (status === 'maintenance' || (station.upstream && station.upstream.state !== 'offered')) return []
  const { id: stationId, health } = station
  const alarms: Alarm[] = []
  if (status === 'offline') alarms.push({ stationId, kind: 'down', params: DOWN })
  // A station that is degraded only because it moved gets the `moved` alarm alone.
  if (status === 'degraded' && health && isPoor(health))
    alarms.push({ stationId, kind: 'degraded', params: { shortfalls: shortfallsOf(health) } })
  const params = movedParams(station)
  if (params) alarms.push({ stationId, kind: 'moved', params })
  if (status !== 'offline' && silentConstellations.length > 0)
    alarms.push({ stationId, kind: 'silent_constellation', params: { constellations: silentConstellations } })
  return alarms
}

/** `null` if the station is at its registered position, or an operator knows that it is not. */
export function movedParams(station: Placed): AlarmParams['moved'] | null {
  const displacement = openDisplacement(station)
  if (!displacement) return null
  const { metres, most } = displacement
  if (displacement.source === 'announced') return { metres, most }
  const { eastMm, northMm, upMm, isAttributed } = displacement.movement
  return { metres, most, observed: { eastMm, northMm, upMm, isAttributed } }
}

/** Alarm while the standby source or a fallback station serves the mountpoint. */
export function standbyAlarmsOf(
  stationId: number,
  status: StationStatus,
  standby: StandbySourceKind | null,
  stoodIn: StoodIn | null,
): Alarm[] {
  if (status === 'maintenance') return []
  if (stoodIn) {
    const { by: station, distanceKm } = stoodIn
    return [{ stationId, kind: 'on_backup', params: { source: 'station', station, distanceKm } }]
  }
  return standby && status !== 'offline' ? [{ stationId, kind: 'on_backup', params: { source: standby } }] : []
}

export const DOWN: AlarmParams['down'] = { seconds: SILENT_AFTER_MS / 1000 }
