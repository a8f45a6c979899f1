// Emits station events, in the transaction that records the change.
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import type { Alarm } from '../../domain/stations/telemetry.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertCommonEvents } from '../../store/webhooks/events.ts'
import { alarmToWire, statusChangedToWire } from '../../wire/webhooks/station-event-data.ts'
import { newEvent } from '../event.ts'

export interface ReportedChange {
  readonly station: Station
  readonly previous: StationStatus | null
  readonly status: StationStatus
}

export const emitStatusChanges = (tx: Database, changes: readonly ReportedChange[], now: Date): Promise<void> =>
  insertCommonEvents(
    tx,
    changes.map(({ station, previous, status }) =>
      newEvent('station.status_changed', statusChangedToWire(station, { previous, status, at: now }), now),
    ),
  )

export interface ReportedAlarm {
  readonly station: Station
  readonly status: StationStatus
  readonly alarm: Alarm
}

export const emitAlarms = (tx: Database, alarms: readonly ReportedAlarm[], now: Date): Promise<void> =>
  insertCommonEvents(
    tx,
    alarms.map(({ station, status, alarm }) =>
      newEvent('station.alarm', alarmToWire(station, status, alarm, now), now),
    ),
  )
