import type { LiveWords } from '../es/live.ts'

const ASK = 'Talk to whoever gave you this access.'
const WAIT = 'Wait a moment; your equipment tries again, or you can connect it again.'

export const live: LiveWords = {
  title: 'Your equipment',
  ago: '{} ago',
  connected: 'Connected',
  distance: (km, base) => `${km.toFixed(1)} km from ${base ?? 'its base'}`,
  base: (base) => `base station ${base}`,
  lastData: 'last data {}',
  lastNews: 'last news {}',
  waiting: 'waiting for the first data',
  solution: {
    fix: 'FIX',
    float: 'FLOAT',
    dgps: 'DGPS',
    single: 'no corrections used',
    none: 'no position',
    other: 'unknown solution',
  },
  solutionMeans: {
    fix: 'Your equipment receives corrections and has a fixed solution: you can measure.',
    float: 'It receives corrections but has no fix yet. Find open sky and wait a minute or two.',
    dgps: 'It computes with corrections of low precision. Check that it uses RTK and the format shown on this page.',
    single: 'It does not use the corrections yet. Check the format and wait a moment under open sky.',
    none: 'Your receiver has not found its position yet. Take it under open sky.',
    other: 'Your equipment sends its position with a solution that we do not know.',
  },
  noSolution:
    'Corrections reach your equipment. It does not send its position (GGA), so we cannot see from here whether it has a fix.',
  notFlowing: 'It is connected, but no corrections reach it right now. Wait a moment; if nothing changes, call us.',
  stale: 'The caster has sent no news of your equipment just now; the above is the last we know.',
  trouble: {
    no_gga: 'Your equipment does not send its position, and this mountpoint needs it. Turn on sending GGA (NMEA).',
    gga_bad_checksum:
      "Your equipment's position (GGA) arrives damaged and cannot be used. Restart the receiver or update its program.",
    gga_unreadable:
      "Your equipment's position (GGA) arrives in a form that cannot be read. Check that it sends NMEA GGA and nothing else.",
    gga_without_position: 'Your receiver has not found its position yet. Take it under open sky and wait a moment.',
    outside_coverage:
      'You are outside coverage: no station reaches your position. Call to learn where the network works.',
    outside_group:
      'You are outside the area of this access: none of its stations reaches your position. Call to learn where it works.',
    outside_fence: 'You are outside the area where your credential works. Go back to it, or call if the area is wrong.',
    fence_place_unknown:
      'Your credential works only within an area, and your equipment does not say where it is. Switch on sending GGA (NMEA).',
    base_down: 'The base station for your place is not transmitting right now. It is not your equipment: wait or call.',
    bus_away:
      'The network has a fault and corrections do not reach you for now. It is not your equipment: wait or call.',
    vrs_lost: 'The network engine does not answer right now. It is not your equipment: wait or call.',
  },
  refused: 'Could not connect',
  times: (times) => (times > 1 ? `${times} attempts` : ''),
  otherRefused: (why) => `Another attempt with your user was refused: ${why}`,
  reasons: {
    no_credentials: {
      why: () => 'Your equipment sent neither user nor password.',
      fix: 'Type them into its NTRIP settings exactly as shown on this page.',
    },
    unknown_user: {
      why: () => 'Your equipment sent a user that does not exist.',
      fix: 'Copy it from this page: one wrong character is enough.',
    },
    email_as_user: {
      why: () => 'Your equipment sent an e-mail address as the user.',
      fix: 'The NTRIP user is the one on this page.',
    },
    bad_password: {
      why: () => 'The password that your equipment sent is not right.',
      fix: 'Copy it from this page and type it again, in small letters and without spaces.',
    },
    guessed_at: {
      why: () => 'Too many wrong passwords were tried with your user.',
      fix: 'Correct the password in your equipment, wait a few seconds and connect again.',
    },
    test_credential: { why: () => 'This access is for tests and gives no corrections.', fix: ASK },
    not_started: { why: () => 'This access has not started yet.', fix: 'Connect from the start time on.' },
    expired: { why: () => 'This access has expired.', fix: 'To go on, renew it.' },
    revoked: { why: () => 'This access was cancelled.', fix: ASK },
    suspended: { why: () => 'This access is suspended.', fix: ASK },
    wrong_mountpoint: {
      why: (asked, opens) => `Your equipment asked for ${asked}; this access is for ${opens ?? 'another mountpoint'}.`,
      fix: 'Choose the mountpoint shown on this page.',
    },
    unknown_mountpoint: {
      why: (asked) => `Your equipment asked for ${asked}, and there is no such mountpoint.`,
      fix: 'Choose the mountpoint shown on this page.',
    },
    too_many_sessions: {
      why: () => 'Another device is already connected with this user.',
      fix: 'Disconnect the other device and connect this one again.',
    },
    too_often: {
      why: () => 'Your equipment connects and disconnects several times a second.',
      fix: 'Wait a few seconds; if it goes on, restart the equipment.',
    },
    address_full: {
      why: () => 'There are too many connections from your address.',
      fix: 'Wait a few seconds, or connect over another network.',
    },
    outside_coverage: {
      why: () => 'You are outside coverage: no station reaches your position.',
      fix: 'Call to learn where the network works.',
    },
    base_down: {
      why: (asked) => `The base station of ${asked} is not transmitting right now.`,
      fix: 'It is not your equipment: wait a moment or call.',
    },
    bus_away: { why: () => 'There was a fault in the network.', fix: `It is not your equipment. ${WAIT}` },
    unavailable: { why: () => 'The service could not attend to it at that moment.', fix: WAIT },
  },
  ended: 'Not connected',
  endedAt: 'last connected {}',
  ends: {
    client_left: 'Your equipment disconnected.',
    expired: 'The access expired and the connection ended.',
    revoked: 'The access was cancelled and the connection ended.',
    suspended: 'The access was suspended and the connection ended.',
    changed: 'The password or the base stations of this access changed. Put what this page shows into your equipment.',
    replaced: 'Another device came in with the same user and took its place.',
    kicked: 'The operator ended the connection. You can connect again; if it happens again, call.',
    mountpoint_closed: 'Your mountpoint was removed. Use another one of this station.',
    outside_fence:
      'Your equipment left the area where your credential works. Go back to it, or call if the area is wrong.',
    too_slow: 'Your equipment stopped taking the data: its internet line broke or is very slow.',
    sent_too_much:
      'Your equipment sent far more data than positions need. Have it send only its position (GGA), at most once per second.',
    broken: "The connection broke. Check the equipment's internet and connect again.",
    shutdown: 'The caster was restarted. Connect again.',
    node_lost: 'The connection was lost and we do not know why. Connect again.',
  },
  never: 'Not connected yet',
  neverMeans:
    'The caster has not seen this user. If your equipment is set up, check the server, the port and its internet.',
  lost: 'No connection to the service: what you see may not be how things are now. It tries again.',
  updates: 'This page updates by itself.',
}
