import type { NetworkWords } from '../network.ts'

const refusals: NetworkWords['refusals'] = {
  credentials: 'username or password',
  unknown_mountpoint: 'unknown mountpoint',
  taken: 'taken',
  not_ntrip: 'not NTRIP',
  other: 'other',
}

export const network: NetworkWords = {
  streamTrouble: {
    not_asked: () => 'not checked yet',
    not_asked_lately: () => 'not checked recently',
    closed: () => 'the connection was closed',
    no_answer: () => 'no response',
    refused: ({ reason, said }) => `rejected: ${refusals[reason]} (${said})`,
    no_data: () => 'no data received',
    silent: () => 'the stream stopped sending data',
    ended: () => 'the stream ended',
    badly_chunked: () => 'the stream has invalid chunk encoding',
    stalled: () => 'the other caster stopped reading the stream',
    not_rtcm: () => 'the data is not RTCM 3',
    input_not_allowed: ({ input }) => `${input} is not allowed on this machine; add it to CASTER_PULL_ALLOW`,
    forbidden_address: ({ address }) =>
      `${address} is a private or local address; allow its network with CASTER_PULL_ALLOW`,
    nobody_listens: ({ host, port }) => `${host} refuses connections on port ${port}`,
    unknown_host: ({ host }) => `the host name ${host} does not resolve`,
    unreachable: ({ host }) => `${host} is unreachable`,
    no_tls: ({ host, port }) => `${host}, port ${port}, does not use TLS`,
    certificate: ({ said }) => `its certificate is not trusted: ${said}`,
    said: ({ said }) => said,
  },
  table: {
    no_table: () => 'the response is not a sourcetable',
    torn_table: () => 'the sourcetable is incomplete',
    table_too_long: ({ mostBytes }) => `the sourcetable is longer than ${mostBytes / 1_048_576} MB`,
    ourselves: () => 'this is the address of this caster, so nothing is offered from it',
  },
  leftOut: {
    name_form: 'its name is not a valid mountpoint name',
    twice: 'it is listed twice, or differs from another only in case',
    mountpoint_of_network: 'the network mountpoint already has this name; set a prefix',
    mountpoint_of_station: 'a mountpoint of this network already has this name; set a prefix',
    code_of_station: 'a station of this network already has this code; set a prefix',
    ours: 'it comes from this caster',
    too_many: 'there are too many',
  },
  refusals,
  choice: {
    near_base: ({ station, nearKm }) => `within ${nearKm} km of ${station}`,
    triangle: ({ stations, sideKm }) =>
      `inside the triangle ${stations.join(', ')}, with sides of at most ${sideKm} km`,
    nearest_reaching: ({ station, radiusKm }) =>
      `${station} is the nearest station whose radius (${radiusKm} km) covers the position`,
    too_far: ({ station, distanceKm, radiusKm }) =>
      `no coverage: the nearest usable station, ${station}, is ${distanceKm.toFixed(1)} km away and its radius is ${radiusKm} km`,
    not_serving: ({ station, distanceKm, status }) =>
      `no coverage: ${station}, ${distanceKm.toFixed(1)} km away, covers this position but ${status === 'maintenance' ? 'is under maintenance' : 'sends no usable data'}`,
    no_station: () => 'no coverage: no station is online or degraded',
  },
  engineAway: '; the VRS engine, which covers this position, sends no data',
  degraded: (codes) =>
    `; ${codes.join(', ')} ${codes.length === 1 ? 'is' : 'are'} degraded, and the online stations are not enough`,
  altered: {
    nothing: "the station's stream, unmodified",
    forms: { as_is: 'unmodified', msm5: 'MSM5', msm4: 'MSM4', legacy: '1004 and 1012 for old rovers' },
    only: (constellations) => `only ${constellations.join('+')}`,
    every: (seconds) => `every ${seconds} s`,
    keep: (numbers) => `only messages ${numbers.join(', ')}`,
    drop: (numbers) => `without messages ${numbers.join(', ')}`,
    added: (numbers, seconds, replaces) =>
      `${replaces ? 'messages replaced' : 'missing messages added'}: ${numbers.join(', ')} every ${seconds} s`,
    ephemerides: (seconds) => `missing ephemerides added every ${seconds} s`,
    stationNumber: (number) => `station ID ${number}`,
    announced: (datum) => `position in ${datum.replace(/época/, 'epoch')}`,
  },
  notConverted: {
    malformed: 'invalid messages',
    lower_level: 'MSM1 to MSM3, which cannot be converted to 1004 and 1012',
    older_form: 'messages 1001, 1003, 1009 and 1011, which cannot be converted to MSM4',
    no_older_form: 'messages of a constellation that the legacy format does not support',
    sent_twice: 'messages that the station sends in two formats; only one is used',
    other_frame:
      'positions, which cannot be given in the reference frame of the mountpoint, and transformation messages',
    no_first_frequency: 'satellites without a first frequency',
    no_number: 'satellites whose number the format does not support',
    too_many: 'satellites beyond the limit of one message',
    no_place: 'additional signals of a satellite that the format does not support',
    half_cycle: 'phases with an unresolved half cycle, which the legacy format cannot indicate',
    out_of_range: 'values out of range for their field, sent as not available',
  },
}
