// The newest figures of each station: what this node makes of them, and writing them down.
import { positionOf } from '../../domain/geometry/geodesy.ts'
import { clockAlarmsOf } from '../../domain/stations/clock-alarms.ts'
import { announcedNow, metresBetween } from '../../domain/stations/position.ts'
import type { Station, StationHealth, StationStatus } from '../../domain/stations/station.ts'
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
import type { Hearing, Spoken } from './hearing.ts'

/** What this node makes of a station now. */
export interface Seen {
  readonly station: Station
  readonly status: StationStatus
  /** Somebody has heard it before, so that it can be missed. */
  readonly wasHeard: boolean
  readonly write: HealthWrite | null
  /** null: another node speaks for the station. */
  readonly alarms: readonly Alarm[] | null
  /** What only a node can judge that gets its bytes: it stays as it is. */
  readonly leaves: readonly AlarmKind[]
}

/** What a node knows of a station besides what it measures. */
export interface Besides {
  /** What this node gets of it has no observations. */
  readonly unobserved: Unobserved | null
  /** Another station serves its mountpoint here. */
  readonly stoodIn: StoodIn | null
  /** Whether the other one can: what other nodes say of it then stands. */
  readonly mayBeStoodIn: boolean
}

/** The station with the figures that were just written, where they were. */
export const measured = ({ station, write }: Pick<Seen, 'station' | 'write'>): Station =>
  write ? { ...station, health: write } : station

export function seenOf(station: Station, spoken: Spoken | null, besides: Besides, now: Date): Seen {
  const seen = measuredOf(station, spoken, besides.unobserved, now)
  if (seen.alarms === null) return seen
  const { stoodIn, mayBeStoodIn } = besides
  const alarms = [...seen.alarms, ...standbyAlarmsOf(station.id, seen.status, spoken?.live.standby ?? null, stoodIn)]
  // Each node with rovers sees for itself who serves: one that does not hear the other station contradicts nobody.
  const leaves: readonly AlarmKind[] = !spoken && !stoodIn && mayBeStoodIn ? [...seen.leaves, 'on_backup'] : seen.leaves
  return { ...seen, alarms, leaves }
}

function measuredOf(station: Station, spoken: Spoken | null, unobserved: Unobserved | null, now: Date): Seen {
  if (!station.isRtcm) return unread(station, now)
  if (spoken) return heardHere(station, spoken, now)
  if (!unobserved || station.declaredStatus === 'maintenance') return asWritten(station, now)
  return station.health ? explained(asWritten(station, now), unobserved) : nothingMeasured(station, unobserved, now)
}

/** What is not measured can only be missed: anybody can tell by when bytes last came. */
function unread(station: Station, now: Date): Seen {
  const status = statusAt(station, now)
  const alarms = isSilent(station, now) ? alarmsOf(station, status, []) : []
  return { station, status, wasHeard: heardAtOf(station) !== null, write: null, alarms, leaves: [] }
}

/** It was listened to for a minute, and nothing came that can be measured: that is a measurement too. */
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

function heardHere(station: Station, { live, degraded, isNews }: Spoken, now: Date): Seen {
  const { position, silentConstellations, clocks, timeAheadMs, details, standby: _, ...figures } = live
  const before = station.health?.announced ?? null
  const announced = announcedNow(before, position && positionOf(position), now)
  // One that was just connected has not said yet where it stands: as before, as far as anybody knows.
  const offset = positionOffsetM(station, position) ?? (announced && metresBetween(station, announced))
  const health = { ...figures, positionOffsetM: offset, announced, degraded }
  const heard = { ...station, health }
  const status = statusAt(heard, now)
  // Since when it has announced a place must be known to everybody, and how far that is from a place that was just registered.
  const isPlaceNews = announced !== before || (station.health?.positionOffsetM ?? null) === null
  return {
    station,
    status,
    wasHeard: true,
    write: isNews || (offset !== null && isPlaceNews) ? { ...health, details: details() } : null,
    alarms: [
      ...alarmsOf(heard, status, silentConstellations),
      ...clockAlarmsOf(station.id, status, { clocks, timeAheadMs }),
    ],
    leaves: [],
  }
}

/** Returns the stations of which another node wrote something newer meanwhile: what it says counts. */
export async function writeFigures(
  db: Database,
  hearing: Hearing,
  seen: readonly Seen[],
  now: Date,
): Promise<Set<number>> {
  const writes = seen.flatMap(({ write }) => write ?? [])
  const written = writes.length > 0 ? await writeHealth(db, writes) : []
  const stands = new Set(written.map(({ stationId }) => stationId))
  for (const write of writes) if (stands.has(write.stationId)) hearing.wrote(write, now)
  return new Set(writes.flatMap(({ stationId }) => (stands.has(stationId) ? [] : stationId)))
}
