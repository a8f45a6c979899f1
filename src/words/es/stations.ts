import { type StationWords, sentInstead } from '../stations.ts'

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
  },
}
