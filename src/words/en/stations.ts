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

const UNITS = { s: 's', min: 'minutes', h: 'hours', d: 'days' }

const DIRECTIONS = { east: 'east', west: 'west', north: 'north', south: 'south', up: 'up', down: 'down' }

const shortfall: StationWords['shortfall'] = (found) => {
  switch (found.code) {
    case 'epochs':
      return `receives ${flooredPct(found.pct)} % of the epochs (minimum ${found.least} %)`
    case 'late':
      return `arrives ${ceiledSeconds(found.ms)} s late (maximum ${found.most / 1000} s)`
    case 'satellites':
      return `sees ${found.count} ${found.count === 1 ? 'satellite' : 'satellites'} (minimum ${found.least})`
  }
}

export const stations: StationWords = {
  shortfall,
  alarms: {
    down: { short: 'Offline', told: ({ seconds }) => `no data for more than ${seconds} s` },
    degraded: {
      short: 'Degraded',
      told: ({ shortfalls }) =>
        shortfalls.map(shortfall).join('; ') || 'the station sends data again, but was degraded a moment ago',
    },
    moved: {
      short: 'Antenna moved',
      told: ({ metres, most, observed }) =>
        observed
          ? `observations show that it moved ${movementText(observed, DIRECTIONS)}${observed.isAttributed ? '' : ', or that its only neighbour moved the other way'}`
          : `its position is ${metresText(metres, most)} m off the registered one (maximum ${most.toFixed(2)} m)`,
    },
    silent_constellation: {
      short: 'Silent constellation',
      told: ({ constellations }) =>
        `no ${constellations.map(constellationName).join(', ')} satellites for more than 60 s`,
    },
    no_observations: {
      short: 'Sends no RTCM observations',
      told: (sent) => `no RTCM observations; received in the last minute: ${sentInstead(sent) || 'no frames'}`,
    },
    clock_differs: {
      short: 'Constellation clocks differ',
      told: ({ reference, clocks }) =>
        `${clocks
          .map(({ constellation, seconds }) =>
            seconds === null
              ? `${constellationName(constellation)} clock is frozen`
              : `${constellationName(constellation)} clock differs by ${seconds} s from ${constellationName(reference)}`,
          )
          .join('; ')}: rovers lose those satellites; check the receiver (leap seconds, firmware)`,
    },
    wrong_time: {
      short: 'Wrong time',
      told: ({ seconds }) =>
        `the stream's time is ${inUnits(seconds, UNITS).join(' ')} ${seconds > 0 ? 'ahead' : 'behind'}: an old recording or a receiver with the wrong time`,
    },
    on_backup: {
      short: 'On standby source',
      told: ({ source, station, distanceKm = 0 }) =>
        source === 'station'
          ? `rovers receive the fallback station ${station}, ${distanceKm.toFixed(1)} km away`
          : `rovers receive the standby source (${source}); the primary source is offline or not yet stable`,
    },
  },
}
