import {
  ceiledSeconds,
  constellationName,
  flooredPct,
  inUnits,
  metresText,
  type StationWords,
  sentInstead,
} from '../stations.ts'

const UNITS = { s: 's', min: 'minutes', h: 'hours', d: 'days' }

const shortfall: StationWords['shortfall'] = (found) => {
  switch (found.code) {
    case 'epochs':
      return `receives ${flooredPct(found.pct)}% of the epochs (minimum ${found.least}%)`
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
        shortfalls.map(shortfall).join('; ') || 'data flows, but a moment ago it did not come as it should',
    },
    moved: {
      short: 'Antenna moved',
      told: ({ metres, most }) =>
        `its position is ${metresText(metres, most)} m off the registered one (maximum ${most.toFixed(2)} m)`,
    },
    silent_constellation: {
      short: 'Silent constellation',
      told: ({ constellations }) =>
        `no satellites of ${constellations.map(constellationName).join(', ')} for more than 60 s`,
    },
    no_observations: {
      short: 'Sends no RTCM observations',
      told: (sent) => `no RTCM observations come; in the last minute: ${sentInstead(sent) || 'no frames at all'}`,
    },
    clock_differs: {
      short: 'The clocks of its constellations differ',
      told: ({ reference, clocks }) =>
        `${clocks
          .map(({ constellation, seconds }) =>
            seconds === null
              ? `${constellationName(constellation)} clock stands still`
              : `${constellationName(constellation)} clock differs by ${seconds} s from ${constellationName(reference)}`,
          )
          .join('; ')}: rovers lose those satellites; check the receiver (leap seconds, firmware)`,
    },
    wrong_time: {
      short: 'Its time is wrong',
      told: ({ seconds }) =>
        `the stream's time is ${inUnits(seconds, UNITS).join(' ')} ${seconds > 0 ? 'ahead' : 'behind'}: an old recording, or a receiver without the right time`,
    },
    on_backup: {
      short: 'On its backup',
      told: ({ source, station, distanceKm = 0 }) =>
        source === 'station'
          ? `station ${station}, ${distanceKm.toFixed(1)} km away, serves its mountpoint`
          : `its backup ${source} serves its mountpoint; its first source is away, or has not been stable for long enough`,
    },
  },
}
