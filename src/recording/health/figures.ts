// The newest figures of each station: what this node makes of them, and writing them down.

import { clockAlarmsOf } from '../../domain/stations/clock-alarms.ts'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { statusAt } from '../../domain/stations/status.ts'
import { type Alarm, alarmsOf, positionOffsetM } from '../../domain/stations/telemetry.ts'
import type { Database } from '../../store/kit/database.ts'
import { type HealthWrite, writeHealth } from '../../store/stations/health.ts'
import type { Hearing, Spoken } from './hearing.ts'

/** What this node makes of a station now. */
export interface Seen {
  readonly station: Station
  readonly status: StationStatus
  readonly telemetry: boolean
  readonly write: HealthWrite | null
  /** null: another node speaks for the station. */
  readonly alarms: readonly Alarm[] | null
}

export function seenOf(station: Station, spoken: Spoken | null, now: Date): Seen {
  return spoken ? heardHere(station, spoken, now) : asWritten(station, now)
}

function asWritten(station: Station, now: Date): Seen {
  const status = statusAt(station, now)
  const offset = station.health?.positionOffsetM ?? null
  const speaksElsewhere = status === 'online' || status === 'degraded'
  const alarms = speaksElsewhere ? null : alarmsOf(station.id, status, offset, [])
  return { station, status, telemetry: station.health !== null, write: null, alarms }
}

function heardHere(station: Station, { live, degraded, isNews }: Spoken, now: Date): Seen {
  const { position, silentConstellations, clocks, timeAheadMs, details, ...figures } = live
  const offset = positionOffsetM(station, position)
  const health = { ...figures, positionOffsetM: offset, degraded }
  const status = statusAt({ declaredStatus: station.declaredStatus, health }, now)
  return {
    station,
    status,
    telemetry: true,
    write: isNews ? { ...health, details: details() } : null,
    alarms: [
      ...alarmsOf(station.id, status, offset, silentConstellations),
      ...clockAlarmsOf(station.id, status, { clocks, timeAheadMs }),
    ],
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
  for (const { stationId, measuredAt, degraded } of writes)
    if (stands.has(stationId)) hearing.wrote(stationId, measuredAt, degraded, now)
  return new Set(writes.flatMap(({ stationId }) => (stands.has(stationId) ? [] : stationId)))
}
