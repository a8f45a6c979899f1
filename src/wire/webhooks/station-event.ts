import { Type } from 'typebox'
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import { ALARM_KINDS, type Alarm, type AlarmParams } from '../../domain/stations/telemetry.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { DateTime, OpenWords, OrNull, Ref } from '../common.ts'
import { StationSchema, StationStatusSchema, stationToWire } from '../stations/station.ts'

export const StatusChangedData = Type.Object(
  {
    station: Ref(StationSchema),
    anterior: OrNull(StationStatusSchema, 'The status before; null: none was kept.'),
    status: StationStatusSchema,
    at: DateTime('When it changed.', '2026-11-14T18:20:00.000Z'),
  },
  { title: 'StatusChangedEventData', description: 'A station and its new status.' },
)

export const AlarmData = Type.Object(
  {
    station: Ref(StationSchema),
    alarma: OpenWords(
      'AlarmKind',
      ALARM_KINDS,
      '`down`: nothing comes. `degraded`: incomplete, slow or few satellites. `moved`: its position is off. `silent_constellation`: satellites of a system are missing. `no_observations`: what comes holds none. `clock_differs`: satellite systems tell different times. `wrong_time`: its time is not ours. `on_backup`: its backup serves its mountpoint.',
    ),
    desde: DateTime('Since when.', '2026-11-14T18:20:00.000Z'),
    cifras: Type.Object(
      {},
      {
        title: 'AlarmFigures',
        additionalProperties: true,
        description:
          'By kind of alarm. `moved`: `metros`. `silent_constellation`: `constelaciones`. `no_observations`: `mensajes` (how many of each type in the last minute), `formatos`. `clock_differs`: `referencia`, `relojes` (`constelacion`, `segundos`). `wrong_time`: `segundos` (ahead of ours; less than 0: behind). `on_backup`: `fuente` (`push`, `pull` or `station`), and for a station `estacion` and `distancia_km`.',
      },
    ),
  },
  { title: 'AlarmEventData', description: 'A station and what needs attention.' },
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
