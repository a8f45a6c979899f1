// The data of station events, without its schemas (stations/station-to-wire.ts says why).
import type { Station, StationStatus } from '../../domain/stations/station.ts'
import type { Alarm, AlarmParams } from '../../domain/stations/telemetry.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { stationToWire } from '../stations/station-to-wire.ts'

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
    case 'moved': {
      const { metres, observed } = params as AlarmParams['moved']
      if (!observed) return { metros: metres }
      const { eastMm, northMm, upMm, isAttributed } = observed
      const offset = { este_mm: eastMm, norte_mm: northMm, arriba_mm: upMm, atribuida: isAttributed }
      return { metros: metres, fuente: 'observaciones', ...offset }
    }
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
