import { Type } from 'typebox'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { ALARM_KINDS, type Alarm, type AlarmParams } from '../../domain/stations/telemetry.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, OpenWords, OrNull, Ref } from '../common.ts'
import { StationSchema, StationStatusSchema, stationToWire } from '../stations/station.ts'

export const StatusChangedData = Type.Object(
  {
    station: Ref(StationSchema),
    anterior: OrNull(StationStatusSchema, 'The previous status; `null` if none was recorded.'),
    status: StationStatusSchema,
    at: DateTime('Time of the change.', '2026-11-14T18:20:00.000Z'),
  },
  { title: 'StatusChangedEventData', description: 'A station and its new status.' },
)

export const AlarmData = Type.Object(
  {
    station: Ref(StationSchema),
    alarma: OpenWords(
      'AlarmKind',
      ALARM_KINDS,
      '`down`: no data arrives. `degraded`: the data is incomplete or late, or has few satellites. `moved`: the position in the stream differs from the registered one. `silent_constellation`: the satellites of a constellation are missing. `no_observations`: the data contains no observations. `clock_differs`: the clocks of the constellations differ from each other. `wrong_time`: the time in the data differs from the time of the service. `on_backup`: a standby source or a fallback station serves the mountpoint.',
    ),
    desde: DateTime('Start of the alarm.', '2026-11-14T18:20:00.000Z'),
    cifras: Type.Object(
      {},
      {
        title: 'AlarmFigures',
        additionalProperties: true,
        description:
          'Values of the alarm, by kind. `moved`: `metros` (distance from the registered position). `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (number of messages of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (how far the station is ahead of the time of the service; negative if behind). `on_backup`: `fuente` (`push`, `pull` or `station`) and, for `station`, `estacion` and `distancia_km`.',
      },
    ),
  },
  { title: 'AlarmEventData', description: 'A station and its alarm.' },
)

/** The measured values are those at the time of the event. */
const asItIs = (station: Station, status: StationStatus, now: Date) => ({ ...stationToWire(station, now), status })

export const statusChangedToWire = (
  station: Station,
  { previous, status, at }: { previous: StationStatus | null; status: StationStatus; at: Date },
) => ({ station: asItIs(station, status, at), anterior: previous, status, at: isoTime(at) })

export const alarmToWire = (station: Station, status: StationStatus, alarm: Alarm, since: Date) => ({
  station: asItIs(station, status, since),
  alarma: alarm.kind,
  desde: isoTime(since),
  cifras: figuresOf(alarm),
})

function figuresOf({ kind, params }: Alarm): object {
  switch (kind) {
    case 'moved':
      return { metros: (params as AlarmParams['moved']).metres }
    case 'silent_constellation':
      return { constelaciones: (params as AlarmParams['silent_constellation']).constellations }
    case 'no_observations': {
      const { messages, formats } = params as AlarmParams['no_observations']
      return { mensajes: messages, formatos: formats }
    }
    case 'clock_differs': {
      const { reference, clocks } = params as AlarmParams['clock_differs']
      return {
        referencia: reference,
        relojes: clocks.map(({ constellation, seconds }) => ({ constelacion: constellation, segundos: seconds })),
      }
    }
    case 'wrong_time':
      return { segundos: (params as AlarmParams['wrong_time']).seconds }
    case 'on_backup': {
      const { source, station, distanceKm } = params as AlarmParams['on_backup']
      return { fuente: source, ...(station !== undefined && { estacion: station, distancia_km: distanceKm }) }
    }
    default:
      return {}
  }
}
