// The current health of each station as this node sees it, and writing it to the database.
import type { AnnouncedEquipment } from '../../domain/archive/announced.ts'
import { heightOf, positionOf } from '../../domain/geometry/geodesy.ts'
import { clockAlarmsOf } from '../../domain/stations/clock-alarms.ts'
import { announcedNow, metresBetween } from '../../domain/stations/position.ts'
import type { Announced, Station, StationHealth, StationStatus } from '../../domain/stations/station.ts'
import { heardAtOf, isSilent, statusAt } from '../../domain/stations/status.ts'
import {
  type Alarm,
  type AlarmKind,
  alarmsOf,
  positionOffsetM,
  type StoodIn,
  standbyAlarmsOf,
  type Unobserved,
} from '../../domain/stations/telemetry.ts'
import type { Database } from '../../store/kit/database.ts'
import { type HealthWrite, writeHealth } from '../../store/stations/health.ts'
import type { ReportedStation, StationReporting } from './station-reporting.ts'

/** This node's view of a station. */
export interface Seen {
  readonly station: Station
  readonly status: StationStatus
  /** The station has sent data before, so its absence counts as an outage. */
  readonly wasHeard: boolean
  readonly write: HealthWrite | null
  /** The announced position, if it is a new one. */
  readonly announces?: (Announced & { readonly height: number | null }) | null
  /** What the station's own source announces about its equipment. */
  readonly equipment?: AnnouncedEquipment | null
  /** `null` if another node reports the station. */
  readonly alarms: readonly Alarm[] | null
  /** Alarms that this node cannot judge, because it does not receive the station; they stay unchanged. */
  readonly leaves: readonly AlarmKind[]
}

/** Facts about a station beyond its measurements. */
export interface Besides {
  /** Set if the stream that this node receives has no observations. */
  readonly unobserved: Unobserved | null
  /** Set if the fallback station serves the mountpoint here. */
  readonly stoodIn: StoodIn | null
  /** Whether the fallback station is usable: then other nodes may be using it although this one is not. */
  readonly mayBeStoodIn: boolean
}

/** The station with its newly written health, if any. */
export const measured = ({ station, write }: Pick<Seen, 'station' | 'write'>): Station =>
  write ? { ...station, health: write } : station

export function seenOf(station: Station, spoken: ReportedStation | null, besides: Besides, now: Date): Seen {
  const seen = measuredOf(station, spoken, besides.unobserved, now)
  if (seen.alarms === null) return seen
  const { stoodIn, mayBeStoodIn } = besides
  const alarms = [...seen.alarms, ...standbyAlarmsOf(station.id, seen.status, spoken?.live.standby ?? null, stoodIn)]
  // Only nodes with rovers know whether the fallback station serves them. A node that neither receives the station nor
  // uses the fallback leaves the alarm `on_backup` to those nodes.
  const leaves: readonly AlarmKind[] = !spoken && !stoodIn && mayBeStoodIn ? [...seen.leaves, 'on_backup'] : seen.leaves
  return { ...seen, alarms, leaves }
}

function measuredOf(station: Station, spoken: ReportedStation | null, unobserved: Unobserved | null, now: Date): Seen {
  if (!station.isRtcm) return unread(station, now)
  if (spoken) return heardHere(station, spoken, now)
  if (!unobserved || station.declaredStatus === 'maintenance') return asWritten(station, now)
  return station.health ? explained(asWritten(station, now), unobserved) : nothingMeasured(station, unobserved, now)
}

/** A stream that is not measured can only be silent, which every node sees from the time of its last bytes. */
function unread(station: Station, now: Date): Seen {
  const status = statusAt(station, now)
  const alarms = isSilent(station, now) ? alarmsOf(station, status, []) : []
  return { station, status, wasHeard: heardAtOf(station) !== null, write: null, alarms, leaves: [] }
}

/** The first health of a station that sends data but no observations: 0 %, so that it counts as measured. */
function nothingMeasured(station: Station, unobserved: Unobserved, now: Date): Seen {
  const health: StationHealth & { degraded: boolean } = {
    measuredAt: unobserved.since,
    healthPct: 0,
    latencyMs: null,
    satellites: 0,
    satellitesByConstellation: {},
    positionOffsetM: null,
    degraded: false,
  }
  const { messages } = unobserved.sends()
  const details = { receiver: null, antenna: null, intervalMs: null, messages }
  const written = asWritten({ ...station, health }, now)
  return explained({ ...written, station, write: { stationId: station.id, ...health, details } }, unobserved)
}

const explained = (seen: Seen, { stationId, sends }: Unobserved): Seen =>
  seen.status === 'offline' && seen.alarms
    ? { ...seen, alarms: [...seen.alarms, { stationId, kind: 'no_observations', params: sends() }], leaves: [] }
    : seen

function asWritten(station: Station, now: Date): Seen {
  const status = statusAt(station, now)
  const speaksElsewhere = status === 'online' || status === 'degraded'
  const alarms = speaksElsewhere ? null : alarmsOf(station, status, [])
  const leaves: readonly AlarmKind[] = status === 'offline' ? ['no_observations'] : []
  const wasHeard = station.health !== null || station.failedAt != null
  return { station, status, wasHeard, write: null, alarms, leaves }
}

function heardHere(station: Station, { live, degraded, isNews }: ReportedStation, now: Date): Seen {
  const { position, equipment, silentConstellations, clocks, timeAheadMs, details, standby, ...figures } = live
  const before = station.health?.announced ?? null
  const announced = announcedNow(before, position && positionOf(position), now)
  // A station that has just connected has not announced its position yet, so the last known one is used.
  const isPlaced = station.positionPending !== true
  const offset = isPlaced
    ? (positionOffsetM(station, position) ?? (announced && metresBetween(station, announced)))
    : null
  const health = { ...figures, positionOffsetM: offset, announced, degraded }
  const heard = { ...station, health }
  const status = statusAt(heard, now)
  // Written immediately: all nodes must know since when a position is announced, and its offset from a newly registered
  // position.
  const isOffsetNews = offset !== null && (station.health?.positionOffsetM ?? null) === null
  const isPlaceNews = announced !== null && announced !== before
  return {
    station,
    status,
    wasHeard: true,
    write: isNews || isOffsetNews || isPlaceNews ? { ...health, details: details() } : null,
    // A standby source may be another receiver.
    equipment: standby ? null : (equipment ?? null),
    announces: isPlaceNews ? { ...announced, height: position && heightOf(position) } : null,
    alarms: [
      ...alarmsOf(heard, status, silentConstellations),
      ...clockAlarmsOf(station.id, status, { clocks, timeAheadMs }),
    ],
    leaves: [],
  }
}

/** Returns the stations for which another node has written newer values, which take precedence. */
export async function writeFigures(
  db: Database,
  hearing: StationReporting,
  seen: readonly Seen[],
  now: Date,
): Promise<Set<number>> {
  const writes = seen.flatMap(({ write }) => write ?? [])
  const written = writes.length > 0 ? await writeHealth(db, writes) : []
  const stands = new Set(written.map(({ stationId }) => stationId))
  for (const write of writes) if (stands.has(write.stationId)) hearing.wrote(write, now)
  return new Set(writes.flatMap(({ stationId }) => (stands.has(stationId) ? [] : stationId)))
}
