import { type StationWords, sentInstead } from '../stations.ts'

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
  },
}
