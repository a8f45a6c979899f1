import { Type } from 'typebox'
import { ALARM_KINDS } from '../../domain/stations/telemetry.ts'
import { DateTime, OpenWords, OrNull, Ref } from '../common.ts'
import { StationSchema, StationStatusSchema } from '../stations/station.ts'

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
