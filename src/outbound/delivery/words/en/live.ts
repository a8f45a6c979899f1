import { scheduled } from '../../../../words/en/scheduled.ts'
import type { LiveWords } from '../es/live.ts'

const ASK = 'Contact your provider.'
const WAIT = 'Wait a moment. Your equipment will retry, or you can reconnect it.'

export const live: LiveWords = {
  title: 'Your equipment',
  ago: '{} ago',
  connected: 'Connected',
  distance: (km, base) => `${km.toFixed(1)} km from ${base ?? 'its base'}`,
  base: (base) => `base station ${base}`,
  lastData: 'last data {}',
  lastNews: 'last update {}',
  waiting: 'waiting for the first data',
  opening: 'checking its current state…',
  solution: {
    fix: 'FIX',
    float: 'FLOAT',
    dgps: 'DGPS',
    single: 'no corrections used',
    none: 'no position',
    other: 'unknown solution',
  },
  solutionMeans: {
    fix: 'Your equipment receives corrections and has a fixed solution. You can measure.',
    float: 'Your equipment receives corrections but has no fix yet. Move to open sky and wait a minute or two.',
    dgps: 'Your equipment uses low-precision corrections. Check that it uses RTK and the format shown on this page.',
    single: 'Your equipment isn’t using the corrections yet. Check the format and wait a moment under open sky.',
    none: 'Your receiver doesn’t have a position yet. Move to open sky.',
    other: 'Your equipment reports an unknown solution type.',
  },
  noSolution:
    'Your equipment receives corrections. It doesn’t send its position (GGA), so we can’t tell whether it has a fix.',
  notFlowing:
    'Your equipment is connected but isn’t receiving corrections right now. Wait a moment. If nothing changes, call us.',
  stale: 'No recent data from your equipment.',
  trouble: {
    no_gga: 'This mountpoint needs your position, but your equipment doesn’t send it. Turn on GGA (NMEA).',
    gga_bad_checksum:
      "Your equipment's position (GGA) arrives damaged and can’t be used. Restart the receiver or update its firmware.",
    gga_unreadable: "Your equipment's position (GGA) can’t be read. Check that it only sends NMEA GGA.",
    gga_without_position: 'Your receiver doesn’t have a position yet. Move to open sky and wait a moment.',
    outside_coverage:
      'You’re outside coverage: no station reaches your position. Call us to find out which areas are covered.',
    outside_group:
      'You’re outside the area of this access: none of its stations reaches your position. Call us to find out which areas are covered.',
    outside_fence: 'You’re outside your geofence. Go back inside, or call us if the geofence is wrong.',
    fence_place_unknown:
      'Your access only works within a geofence, but your equipment doesn’t send its position. Turn on GGA (NMEA).',
    base_down:
      'The base station for your location isn’t transmitting right now. The problem isn’t your equipment. Wait, or call us.',
    bus_away: 'A network problem is interrupting your corrections. The problem isn’t your equipment. Wait, or call us.',
    vrs_lost: 'The VRS service isn’t responding right now. The problem isn’t your equipment. Wait, or call us.',
  },
  refused: 'Couldn’t connect',
  times: (times) => (times > 1 ? `${times} attempts` : ''),
  otherRefused: (why) => `Another attempt with your username was rejected: ${why}`,
  reasons: {
    no_credentials: {
      why: () => 'Your equipment didn’t send a username and password.',
      fix: 'Enter them in its NTRIP settings exactly as shown on this page.',
    },
    unknown_user: {
      why: () => 'Your equipment sent a username that doesn’t exist.',
      fix: 'Copy it from this page. A single wrong character is enough to fail.',
    },
    email_as_user: {
      why: () => 'Your equipment sent an e-mail address as the username.',
      fix: 'Use the NTRIP username shown on this page.',
    },
    bad_password: {
      why: () => 'Your equipment sent the wrong password.',
      fix: 'Copy it from this page and enter it again, in lowercase and without spaces.',
    },
    guessed_at: {
      why: () => 'Too many wrong passwords were tried with your username.',
      fix: 'Correct the password in your equipment, wait a few seconds and reconnect.',
    },
    test_credential: { why: () => 'This access is for tests and gives no corrections.', fix: ASK },
    not_started: scheduled.customer.advice,
    expired: { why: () => 'This access has expired.', fix: 'Renew it to continue.' },
    revoked: { why: () => 'This access was cancelled.', fix: ASK },
    suspended: { why: () => 'This access is suspended.', fix: ASK },
    wrong_mountpoint: {
      why: (asked, opens) => `Your equipment requested ${asked}; this access is for ${opens ?? 'another mountpoint'}.`,
      fix: 'Choose the mountpoint shown on this page.',
    },
    unknown_mountpoint: {
      why: (asked) => `Your equipment requested ${asked}, which doesn’t exist.`,
      fix: 'Choose the mountpoint shown on this page.',
    },
    too_many_sessions: {
      why: () => 'Another device is already connected with this username.',
      fix: 'Disconnect the other device and reconnect this one.',
    },
    too_often: {
      why: () => 'Your equipment connects and disconnects several times per second.',
      fix: 'Wait a few seconds. If it continues, restart the equipment.',
    },
    address_full: {
      why: () => 'There are too many connections from your address.',
      fix: 'Wait a few seconds, or use another network.',
    },
    outside_coverage: {
      why: () => 'You’re outside coverage: no station reaches your position.',
      fix: 'Call us to find out which areas are covered.',
    },
    base_down: {
      why: (asked) => `The base station of ${asked} isn’t transmitting right now.`,
      fix: 'The problem isn’t your equipment. Wait a moment, or call us.',
    },
    bus_away: { why: () => 'There was a network problem.', fix: `The problem isn’t your equipment. ${WAIT}` },
    unavailable: { why: () => 'The service couldn’t handle the connection at that moment.', fix: WAIT },
  },
  ended: 'Not connected',
  endedAt: 'last connected {}',
  ends: {
    client_left: 'Your equipment disconnected.',
    expired: 'The access expired and the connection ended.',
    revoked: 'The access was cancelled and the connection ended.',
    suspended: 'The access was suspended and the connection ended.',
    changed: 'The password or base stations of this access changed. Enter the details on this page in your equipment.',
    replaced: 'Another device connected with the same username and replaced this one.',
    kicked: 'The operator ended the connection. You can reconnect. If it happens again, call us.',
    mountpoint_closed: 'Your mountpoint was removed. Use another mountpoint of this station.',
    outside_fence: 'Your equipment left its geofence. Go back inside, or call us if the geofence is wrong.',
    too_slow: 'Your equipment stopped receiving data: its internet connection dropped or is very slow.',
    sent_too_much:
      'Your equipment sent too much data. Set it to send only its position (GGA), at most once per second.',
    broken: 'The connection dropped. Check your equipment’s internet connection and reconnect.',
    shutdown: 'The caster restarted. Reconnect.',
    node_lost: 'The connection was lost. Reconnect.',
  },
  never: 'Not connected yet',
  neverMeans:
    'No connection attempts yet. If your equipment is set up, check the server, the port and its internet connection.',
  lost: 'No connection to the service, so this page may be out of date. Retrying…',
  updates: 'This page updates automatically.',
}
