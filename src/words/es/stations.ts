import {
  ceiledSeconds,
  constellationName,
  flooredPct,
  inUnits,
  metresText,
  movementText,
  type StationWords,
  sentInstead,
} from '../stations.ts'

const UNITS = { s: 's', min: 'minutos', h: 'horas', d: 'días' }

const DIRECTIONS = {
  ...{ east: 'al este', west: 'al oeste', north: 'al norte', south: 'al sur' },
  ...{ up: 'hacia arriba', down: 'hacia abajo' },
}

const shortfall: StationWords['shortfall'] = (found) => {
  switch (found.code) {
    case 'epochs':
      return `recibe ${flooredPct(found.pct)} % de las épocas (mínimo ${found.least} %)`
    case 'late':
      return `llega ${ceiledSeconds(found.ms)} s tarde (máximo ${found.most / 1000} s)`
    case 'satellites':
      return `ve ${found.count} ${found.count === 1 ? 'satélite' : 'satélites'} (mínimo ${found.least})`
  }
}

export const stations: StationWords = {
  shortfall,
  alarms: {
    down: { short: 'Fuera de línea', told: ({ seconds }) => `sin datos desde hace más de ${seconds} s` },
    degraded: {
      short: 'Degradada',
      told: ({ shortfalls }) =>
        shortfalls.map(shortfall).join('; ') ||
        'la estación envía datos de nuevo, pero hace un momento estaba degradada',
    },
    moved: {
      short: 'Antena desplazada',
      told: ({ metres, most, observed }) =>
        observed
          ? `las observaciones muestran que se movió ${movementText(observed, DIRECTIONS)}${observed.isAttributed ? '' : ', o que su única vecina se movió en sentido contrario'}`
          : `su posición difiere ${metresText(metres, most)} m de la registrada (máximo ${most.toFixed(2)} m)`,
    },
    silent_constellation: {
      short: 'Constelación en silencio',
      told: ({ constellations }) =>
        `sin satélites de ${constellations.map(constellationName).join(', ')} desde hace más de 60 s`,
    },
    no_observations: {
      short: 'No envía observaciones RTCM',
      told: (sent) => `sin observaciones RTCM; en el último minuto se recibió: ${sentInstead(sent) || 'ninguna trama'}`,
    },
    clock_differs: {
      short: 'Los relojes de las constelaciones difieren',
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
      short: 'Hora incorrecta',
      told: ({ seconds }) =>
        `la hora del flujo está ${inUnits(seconds, UNITS).join(' ')} ${seconds > 0 ? 'adelantada' : 'atrasada'}: es una grabación antigua o el receptor tiene la hora incorrecta`,
    },
    on_backup: {
      short: 'En fuente de respaldo',
      told: ({ source, station, distanceKm = 0 }) =>
        source === 'station'
          ? `los rovers reciben la estación de respaldo ${station}, a ${distanceKm.toFixed(1)} km`
          : `los rovers reciben la fuente de respaldo (${source}); la fuente principal está fuera de línea o aún no es estable`,
    },
  },
}
