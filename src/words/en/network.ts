import type { NetworkWords } from '../network.ts'

const refusals: NetworkWords['refusals'] = {
  credentials: 'credentials',
  unknown_mountpoint: 'unknown mountpoint',
  taken: 'taken',
  not_ntrip: 'not NTRIP',
  other: 'other',
}

export const network: NetworkWords = {
  streamTrouble: {
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
    nobody_listens: ({ host, port }) => `nothing answers at ${host}, port ${port}`,
    unknown_host: ({ host }) => `the name ${host} leads to no address`,
    unreachable: ({ host }) => `${host} cannot be reached`,
    no_tls: ({ host, port }) => `what answers at ${host}, port ${port}, does not speak TLS`,
    certificate: ({ said }) => `its certificate is not trusted: ${said}`,
    said: ({ said }) => said,
  },
  table: {
    no_table: () => 'what came is not a sourcetable',
    torn_table: () => 'the sourcetable broke off before its end',
    table_too_long: ({ mostBytes }) => `the sourcetable is longer than ${mostBytes / 1_048_576} MB`,
    ourselves: () => 'this address is this very caster: nothing of it is offered',
  },
  leftOut: {
    name_form: 'its name cannot be a mountpoint here',
    twice: 'it is listed twice, or differs from another one by capitals only',
    mountpoint_of_network: 'the network mountpoint has this name; a prefix sets it apart',
    mountpoint_of_station: 'a mountpoint of this network has this name; a prefix sets it apart',
    code_of_station: 'a station of this network has this code; a prefix sets it apart',
    ours: 'it comes from this caster',
    too_many: 'there are too many',
  },
  refusals,
  choice: {
    near_base: ({ station, nearKm }) => `within ${nearKm} km of ${station}`,
    triangle: ({ stations, sideKm }) => `inside the triangle ${stations.join(', ')}, every side at most ${sideKm} km`,
    nearest_reaching: ({ station, radiusKm }) =>
      `${station} is the nearest station whose radius (${radiusKm} km) reaches the position`,
    too_far: ({ station, distanceKm, radiusKm }) =>
      `no coverage: the nearest usable station, ${station}, is ${distanceKm.toFixed(1)} km away and its radius is ${radiusKm} km`,
    not_serving: ({ station, distanceKm, status }) =>
      `no coverage: ${station}, ${distanceKm.toFixed(1)} km away, would serve this position but ${status === 'maintenance' ? 'is under maintenance' : 'sends no data that can be used'} now`,
    no_station: () => 'no coverage: no station is online or degraded',
  },
  engineAway: '; the VRS engine, which would serve this position, gives no data',
  degraded: (codes) => `; ${codes.join(', ')} degraded, and online stations alone do not serve`,
  altered: {
    nothing: 'the station’s stream as it is',
    forms: { as_is: 'as it is', msm5: 'MSM5', msm4: 'MSM4', legacy: '1004 and 1012 for old rovers' },
    only: (constellations) => `only ${constellations.join('+')}`,
    every: (seconds) => `every ${seconds} s`,
    keep: (numbers) => `only messages ${numbers.join(', ')}`,
    drop: (numbers) => `without messages ${numbers.join(', ')}`,
  },
  notConverted: {
    malformed: 'messages that cannot be read',
    lower_level: 'MSM1 to MSM3, which 1004 and 1012 cannot be made of',
    older_form: 'messages 1001, 1003, 1009 and 1011, which MSM4 cannot be made of',
    no_older_form: 'messages of a constellation that the old form does not have',
    sent_twice: 'messages that the station sends in two forms: only one is used',
    no_first_frequency: 'satellites without a first frequency',
    no_number: 'satellites whose number the form does not have',
    too_many: 'satellites beyond what one message holds',
    no_place: 'further signals of a satellite, which have no place in the form',
    half_cycle: 'phases that may be off by half a cycle, which the old form cannot say',
    out_of_range: 'values that do not fit into their field, sent as not available',
  },
}
