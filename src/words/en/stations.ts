import { constellationName, inUnits, type StationWords, sentInstead } from '../stations.ts'

const UNITS = { s: 's', min: 'minutes', h: 'hours', d: 'days' }

export const stations: StationWords = {
  alarms: {
    down: { short: 'Offline', told: () => 'no observations for more than a minute' },
    degraded: {
      short: 'Degraded',
      told: () => 'data flows, but epochs are lost or late, or there are few satellites',
    },
    moved: {
      short: 'Another position than the registered one',
      told: ({ metres }) => `the antenna tells a position ${metres.toFixed(2)} m from the registered one`,
    },
    silent_constellation: {
      short: 'Silent constellation',
      told: ({ constellations }) => `no more ${constellations.join(', ')}`,
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
  },
}
