import { constellationName, inUnits, type StationWords, sentInstead } from '../stations.ts'

const UNITS = { s: 's', min: 'minutos', h: 'horas', d: 'días' }

export const stations: StationWords = {
  alarms: {
    down: { short: 'Fuera de línea', told: () => 'sin observaciones desde hace más de un minuto' },
    degraded: {
      short: 'Degradada',
      told: () => 'hay datos, pero se pierden o se retrasan épocas, o hay pocos satélites',
    },
    moved: {
      short: 'Posición distinta de la registrada',
      told: ({ metres }) => `la antena indica una posición a ${metres.toFixed(2)} m de la registrada`,
    },
    silent_constellation: {
      short: 'Constelación en silencio',
      told: ({ constellations }) => `ya no llega ${constellations.join(', ')}`,
    },
    no_observations: {
      short: 'No envía observaciones RTCM',
      told: (sent) => `no llegan observaciones RTCM; en el último minuto: ${sentInstead(sent) || 'ninguna trama'}`,
    },
    clock_differs: {
      short: 'Los relojes de sus constelaciones difieren',
      told: ({ reference, clocks }) =>
        `${clocks
          .map(({ constellation, seconds }) =>
            seconds === null
              ? `el reloj de ${constellationName(constellation)} está detenido`
              : `el reloj de ${constellationName(constellation)} difiere ${seconds} s del de ${constellationName(reference)}`,
          )
          .join('; ')}: los rovers pierden esos satélites; revise el receptor (segundos intercalares, firmware)`,
    },
    wrong_time: {
      short: 'Su hora está mal',
      told: ({ seconds }) =>
        `la hora del flujo está ${inUnits(seconds, UNITS).join(' ')} ${seconds > 0 ? 'adelantada' : 'atrasada'}: una grabación antigua o un receptor sin la hora correcta`,
    },
  },
}
