// What a caster measures of a station, and what an operator should hear of it.
import { type Position, positionOf } from '../geometry/geodesy.ts'
import { type LiveValues, type MeasuredValues, NOTHING_MEASURED } from './measured.ts'
import { metresBetween, movedBy, movedLimitOf } from './position.ts'
import type { StandbyKind, StandbySourceKind } from './standby.ts'
import type { Station, StationStatus } from './station.ts'
import { isPoor, type Shortfall, SILENT_AFTER_MS, shortfallsOf } from './status.ts'

/** What is known of a station right now. */
export interface LiveHealth extends LiveValues {
  readonly stationId: number
  /** When the newest observation epoch arrived. */
  readonly measuredAt: Date
  /** Epochs received of those expected over the last ten minutes. */
  readonly healthPct: number
  readonly latencyMs: number | null
  /** How far the stream's time is ahead of ours (behind, if less than 0) where it is wrong, which is more than late; else null. */
  readonly timeAheadMs: number | null
  /** null: the constellations tell the same time. */
  readonly clocks: ClocksApart | null
  readonly satellites: number
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  /** As the station tells it (1005/1006), metres from the centre of the Earth; null: it has not. */
  readonly position: { readonly x: number; readonly y: number; readonly z: number } | null
  /** Constellations that were there within the last hour and have been gone for a minute, while others are there. */
  readonly silentConstellations: readonly string[]
  /** No rover of the network is given it (any more): it has been silent for longer than they wait. */
  readonly quiet?: boolean
  /** Which second source of the station is measured; null or left out: its first. */
  readonly standby?: StandbySourceKind | null
  /** Made when somebody wants them: counting the messages takes longer than all the rest. */
  readonly details: () => StreamDetails
}

/** Constellations whose time is not that of most others: rovers lose their satellites. */
export interface ClocksApart {
  readonly reference: string
  /** `aheadMs` of the reference; null: the clock stands still. */
  readonly clocks: readonly { readonly constellation: string; readonly aheadMs: number | null }[]
}

export interface StreamDetails {
  readonly receiver: string | null
  readonly antenna: string | null
  readonly intervalMs: number | null
  /** Messages of each type in the last minute. */
  readonly messages: Readonly<Record<string, number>>
}

/** A station whose bytes have come for a minute without any observations among them. */
export interface Unobserved {
  readonly stationId: number
  readonly since: Date
  /** Found out when somebody wants to know. */
  readonly sends: () => SentInstead
}

export interface SentInstead {
  /** Messages of each type in the last minute; of many types the commonest. */
  readonly messages: Readonly<Record<string, number>>
  /** What is no RTCM and was recognised all the same. */
  readonly formats: readonly string[]
}

/** A station that is passed on unread, because it is not RTCM: bytes have come since they were last told of. */
export interface PassedOn {
  readonly stationId: number
}

/** A station whose mountpoint another one serves now. */
export interface StoodIn {
  readonly stationId: number
  /** The other one's code. */
  readonly by: string
  readonly distanceKm: number
}

/** One minute of one station. */
export interface MinuteRecord extends MeasuredValues {
  readonly stationId: number
  readonly minute: Date
  /** At least one observation epoch arrived. */
  readonly up: boolean
  readonly satellitesByConstellation: Readonly<Record<string, number>>
  /** Messages of each type. */
  readonly messages: Readonly<Record<string, number>>
}

/** A minute in which nothing arrived. */
export const downMinute = (stationId: number, minute: Date): MinuteRecord => ({
  ...NOTHING_MEASURED,
  stationId,
  minute,
  up: false,
  satellitesByConstellation: {},
  messages: {},
})

export interface Heard {
  /** Stations that another caster hears now, and this one no more: that they are silent here is not their fault. */
  readonly elsewhere: readonly number[]
}

/** Where what is measured goes. */
export interface TelemetryListener {
  /**
   * Every few seconds: stations that have been measured (which of them changed does not matter), those in whose bytes there is nothing to
   * measure, and those that nobody wants measured.
   */
  live(
    stations: readonly LiveHealth[],
    now: Date,
    unobserved?: readonly Unobserved[],
    passedOn?: readonly PassedOn[],
    stoodIn?: readonly StoodIn[],
  ): Promise<Heard>
  /**
   * After each minute. `whole`: this caster watched from its beginning to its end, so what is missing here was down; but for what other
   * casters have had (`elsewhere`), who tell of it themselves.
   */
  minute(records: readonly MinuteRecord[], minute: Date, whole: boolean, elsewhere?: ReadonlySet<number>): Promise<void>
}

/** Every kind of alarm, and what its sentence needs to know. */
export interface AlarmParams {
  down: { readonly seconds: number }
  /** No shortfalls: the values are good again, but not for long enough. */
  degraded: { readonly shortfalls: readonly Shortfall[] }
  moved: { readonly metres: number; readonly most: number }
  silent_constellation: { readonly constellations: readonly string[] }
  no_observations: SentInstead
  /** Ahead of the reference, behind it if less than 0; null: the clock stands still. */
  clock_differs: {
    readonly reference: string
    readonly clocks: readonly { readonly constellation: string; readonly seconds: number | null }[]
  }
  /** Ahead of ours, behind it if less than 0. */
  wrong_time: { readonly seconds: number }
  /** Its second source serves its mountpoint; `station`: which other one does, and how far from it that stands. */
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

/** Over the ground, to the millimetre: how far the antenna is from where the operator registered it. */
export const positionOffsetM = (registered: Position, told: LiveHealth['position']): number | null =>
  told === null ? null : metresBetween(registered, positionOf(told))

/** `station` with its newest figures. */
export function alarmsOf(
  station: Pick<Station, 'id' | 'health' | 'movedLimitM' | 'movedTakesOut' | 'positionAckedAt' | 'upstream'>,
  status: StationStatus,
  silentConstellations: readonly string[],
): Alarm[] {
  // A caster that is away is one alarm of its own, and what it does not list any more is for its operator to know.
  if (status === 'maintenance' || (station.upstream && station.upstream.state !== 'offered')) return []
  const { id: stationId, health } = station
  const alarms: Alarm[] = []
  if (status === 'offline') alarms.push({ stationId, kind: 'down', params: DOWN })
  // One that counts as degraded only because it stands elsewhere has that alarm, and no other.
  if (status === 'degraded' && health && isPoor(health))
    alarms.push({ stationId, kind: 'degraded', params: { shortfalls: shortfallsOf(health) } })
  const metres = movedBy(station)
  if (metres !== null) alarms.push({ stationId, kind: 'moved', params: { metres, most: movedLimitOf(station) } })
  if (status !== 'offline' && silentConstellations.length > 0)
    alarms.push({ stationId, kind: 'silent_constellation', params: { constellations: silentConstellations } })
  return alarms
}

/** That its second source serves, or another station for it. */
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
