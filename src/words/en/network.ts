import type { NetworkWords } from '../network.ts'

const refusals: NetworkWords['refusals'] = {
  credentials: 'credentials',
  unknown_mountpoint: 'unknown mountpoint',
  taken: 'taken',
  not_ntrip: 'not NTRIP',
  other: 'other',
}

export const network: NetworkWords = {
  upstream: {
    not_asked: () => 'not asked yet',
    not_asked_lately: () => 'no caster has asked it lately',
    closed: () => 'the connection was closed',
    no_answer: () => 'no answer',
    refused: ({ reason, said }) => `refused: ${refusals[reason]} (${said})`,
    no_data: () => 'no data came',
    silent: () => 'the stream was silent',
    ended: () => 'the stream ended',
    badly_chunked: () => 'the stream is not well chunked',
    not_rtcm: () => 'what came is not RTCM 3',
    forbidden_address: ({ address }) =>
      `${address} is a private or local address; CASTER_PULL_ALLOW allows networks of one’s own`,
    said: ({ said }) => said,
  },
  refusals,
  choice: {
    near_base: ({ station, nearKm }) => `within ${nearKm} km of ${station}`,
    triangle: ({ stations, sideKm }) => `inside the triangle ${stations.join(', ')}, every side at most ${sideKm} km`,
    nearest_reaching: ({ station, radiusKm }) =>
      `${station} is the nearest station whose radius (${radiusKm} km) reaches the position`,
    too_far: ({ station, distanceKm, radiusKm }) =>
      `no coverage: the nearest usable station, ${station}, is ${distanceKm.toFixed(1)} km away and its radius is ${radiusKm} km`,
    no_station: () => 'no coverage: no station is online or degraded',
  },
  engineAway: '; the VRS engine, which would serve this position, gives no data',
  degraded: (codes) => `; ${codes.join(', ')} degraded, and online stations alone do not serve`,
}
