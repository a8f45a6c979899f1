import type { AccessWords } from '../access.ts'
import { listed, minuteOf, say } from '../say.ts'
import { network } from './network.ts'
import { scheduled } from './scheduled.ts'
import { sent } from './sent.ts'

/** The same text for both cases, so that clients cannot find out which users exist. */
const UNKNOWN_LOGIN = 'Unknown user or wrong password.'

export const access: AccessWords = {
  sent,
  findings: {
    unknown_user: () =>
      'No credential has this username. Check for a typo: generated usernames never contain 0, O, 1, l or I.',
    email_as_user: () =>
      'No credential has this username: it is an e-mail address, not the NTRIP username. The username is in the message with the credential.',
    test_credential: () =>
      'It was issued with a test token, so the caster never accepts it. Issue one with a live token.',
    revoked: (at) => `It was revoked on ${at} and can no longer connect.`,
    expired: (at) => `It expired on ${at}.`,
    suspended: (at) => `It has been suspended since ${at} and cannot connect until it is resumed.`,
    not_started: scheduled.finding,
    station_archived: () => 'It is active, but its station is archived, so there is nothing to connect to.',
    group_gone: () => 'It is active, but its station group was deleted, so there is nothing to connect to.',
    in_force: (until, mountpoint) => `It is active until ${until} and gives access to ${mountpoint}.`,
    opens_group: (name, stations) =>
      stations === 0
        ? `It gives access to the group "${name}", which has no active stations, so there is nothing to connect to.`
        : `It gives access to the group "${name}": ${stations === 1 ? '1 station' : `${stations} stations`}, each with its own mountpoint, and the network mountpoint within the group.`,
    connected: (address, since, bytes) =>
      `It is connected from ${address} since ${since} and has received ${bytes} (updated every minute).`,
    let_in_from_memory: (at) => `On ${at} the caster admitted it from its cache, because the database was unavailable.`,
    noted: (note, at) => `Last event: ${note} (${at}).`,
    refused: (at, address, times, why) =>
      `The last attempt, on ${at} from ${address}${times > 1 ? ` (${times} times)` : ''}, was rejected: ${why}.`,
    ended: (from, to, bytes, why, note) =>
      `Its last connection, from ${from} to ${to}, received ${bytes} and ended because ${why}.${note ? ` Before that: ${note}.` : ''}`,
    outside_fence: (at, km) =>
      `On ${at} the device was ${km} outside the geofence. It receives data again once it reports a position inside.`,
    outside_fence_served: (at, km) =>
      `On ${at} the device was ${km} outside the geofence. It still receives data from single bases.`,
    felt: (
      { ageSeconds, medianAgeSeconds, worstAgeSeconds, distanceKm, baseChanges, gaps, longestGapSeconds },
      fixedPct,
    ) =>
      `Corrections received: ${listed(
        ageSeconds !== null && `age ${ageSeconds} s`,
        medianAgeSeconds !== null && `median age ${medianAgeSeconds} s, maximum ${worstAgeSeconds} s`,
        fixedPct !== null && `${fixedPct} % of positions fixed`,
        distanceKm !== null && `base at ${distanceKm.toFixed(1)} km`,
        baseChanges !== null && baseChanges > 0 && `${baseChanges} base ${baseChanges === 1 ? 'change' : 'changes'}`,
        gaps === 0 && 'no gaps',
        gaps !== null && gaps > 0 && `${gaps} ${gaps === 1 ? 'gap' : 'gaps'}, the longest ${longestGapSeconds} s`,
      )}.`,
    never_seen: () =>
      'It has never tried to connect. Check the server, the port and the internet connection of the device.',
  },

  reasons: {
    no_credentials: {
      screen: 'Username and password are required.',
      short: 'No username or password',
      because: () => 'the device sent no username and password',
    },
    unknown_user: {
      screen: UNKNOWN_LOGIN,
      short: 'Unknown user',
      because: () => 'no credential had that username at the time',
    },
    email_as_user: {
      screen: UNKNOWN_LOGIN,
      short: 'E-mail address as username',
      because: () => 'the device sent an e-mail address instead of the NTRIP username, which is next to the password',
    },
    bad_password: {
      screen: UNKNOWN_LOGIN,
      short: 'Wrong password',
      because: () => 'the password was wrong',
    },
    guessed_at: {
      screen: 'Too many wrong passwords for this user. Try again in a few seconds.',
      short: 'Too many attempts',
      because: () => 'there were too many attempts with a wrong password for that user',
    },
    test_credential: {
      screen: 'This credential is for tests only.',
      short: 'Test credential',
      because: () => 'it is a test credential, which never gives access',
    },
    not_started: scheduled.reason,
    expired: {
      screen: 'This credential has expired.',
      short: 'Had expired',
      because: () => 'it had expired',
    },
    revoked: {
      screen: 'This credential was revoked.',
      short: 'Had been revoked',
      because: () => 'it had been revoked',
    },
    suspended: {
      screen: 'This credential is suspended.',
      short: 'Was suspended',
      because: () => 'it was suspended',
    },
    wrong_mountpoint: {
      screen: 'This credential is for another mountpoint.',
      short: 'Another mountpoint',
      because: (asked, opens) =>
        `the device requested ${asked}, but this credential gives access to ${opens ?? 'no mountpoint'}`,
    },
    unknown_mountpoint: {
      screen: 'No such mountpoint.',
      short: 'No such mountpoint',
      because: (asked) => `there is no mountpoint ${asked}`,
    },
    too_many_sessions: {
      screen: 'This credential is already in use.',
      short: 'Already in use',
      because: () => 'it was already in use and is set to reject additional connections',
    },
    too_often: {
      screen: 'This credential reconnects too often. Try again in a few seconds.',
      short: 'Reconnects too often',
      because: () => 'it reconnected several times per second; the device should wait a few seconds between attempts',
    },
    address_full: {
      screen: 'Too many connections from your address. Try again in a few seconds.',
      short: 'Too many connections from its address',
      because: () => 'its address, perhaps shared by many devices, had reached the connection limit',
    },
    outside_coverage: {
      screen: 'No station covers this position.',
      short: 'Outside coverage',
      because: () => 'no station covers that position',
    },
    base_down: {
      screen: 'The base station is down.',
      short: 'Base offline',
      because: (asked) => `the base behind ${asked} sent no data`,
    },
    bus_away: {
      screen: 'The base is connected to another node that is unreachable. Try again in a moment.',
      short: 'Message bus unavailable',
      because: (asked) => `the message bus was unavailable and the base behind ${asked} is connected to another node`,
    },
    unavailable: {
      screen: 'Try again in a moment.',
      short: 'Database unavailable',
      because: () => 'the database was unavailable; the next attempt may work',
    },
  },

  pushes: {
    certificate_needed: 'This station requires its client certificate. Connect over TLS and present it.',
    certificate_unknown: 'This client certificate is not registered for this station.',
    certificate_ended: 'This client certificate has expired. Register a new one.',
    certificate_early: 'This client certificate is not valid yet. Check its dates.',
  },

  requests: {
    not_ntrip: 'This is not NTRIP. Check the server, the port, and that TLS is off on a port without TLS.',
    unknown_method: 'Unknown method. Use GET to receive a stream or the sourcetable, POST or SOURCE to send a stream.',
    head_too_long: 'The request is too long.',
    head_unfinished: 'The request is incomplete: the final empty line is missing.',
    no_mountpoint: 'The name of the mountpoint is missing.',
    bad_mountpoint: 'Invalid mountpoint name. Use only letters, digits, ".", "-" and "_".',
  },

  ends: {
    client_left: 'the device disconnected',
    expired: 'the credential expired',
    revoked: 'the credential was revoked',
    suspended: 'the credential was suspended',
    changed: "the credential's password, station, group or geofence was changed",
    replaced: 'the same credential connected again and the newest connection is kept',
    outside_fence: 'the device reported a position outside the geofence',
    kicked: 'an operator disconnected it',
    mountpoint_closed: 'its mountpoint was removed or now requires a login',
    too_slow: 'the device stopped reading data (its connection broke or is too slow)',
    sent_too_much: 'the device sent far more data than its position requires',
    broken: 'the connection was lost',
    shutdown: 'the caster was stopped',
    node_lost: 'the caster stopped responding',
  },

  notes: {
    from_memory: () => 'admitted from the cache: the database was unavailable',
    no_gga: () => 'no GGA: the rover has sent no position, which this mountpoint requires',
    gga_bad_checksum: () => 'bad checksum: the position (GGA) of the rover has a wrong checksum and cannot be used',
    gga_unreadable: () => 'invalid GGA: the position of the rover cannot be read',
    gga_without_position: () => 'GGA without a position: the receiver of the rover has no fix yet (quality 0)',
    base_down: () => 'base down: no station that covers this position sends data',
    source_away: () => 'the external caster of this mountpoint sends no data; the session stays open',
    source_back: () => 'the external caster of this mountpoint sends data again',
    bus_away: () =>
      'message bus unavailable: the base is connected to another node; the session stays open and continues when the bus is back',
    bus_back: () => 'message bus available again: streams from other nodes arrive',
    backup: ({ source }) => `served from the standby source (${source}) of its base: the primary source is offline`,
    backup_station: ({ station, distanceKm }) =>
      `served from the fallback station ${station}, ${distanceKm.toFixed(1)} km from the requested one, which is offline`,
    backup_over: () => 'served from the primary source of its base again',
    outside_coverage: () => 'outside coverage: no station covers this position',
    outside_group: ({ group }) =>
      group === null
        ? 'outside coverage: the group of this credential was deleted'
        : `outside the coverage of its group: no station of "${group}" covers this position`,
    left_group: ({ mountpoint, group }) =>
      group === null
        ? 'the group of this credential was deleted'
        : `${mountpoint} is no longer in the group "${group}"`,
    outside_fence: ({ km }) => `${km.toFixed(1)} km outside its geofence: no data until it returns`,
    outside_fence_served: ({ km }) => `${km.toFixed(1)} km outside its geofence: still receives data from single bases`,
    inside_fence: () => 'inside its geofence again',
    fence_place_unknown: () =>
      'position unknown: the credential has a geofence, so the rover must send its position (GGA) at least every five minutes',
    base: ({ station, distanceKm, before, lastSeenAt, registered }) =>
      `base ${before ? `${before.station}${before.silent ? ' (silent)' : ''} → ` : ''}${station}, ${distanceKm.toFixed(1)} km` +
      (lastSeenAt === undefined ? '' : ` from its position on ${minuteOf(lastSeenAt)}`) +
      (registered ? ' from its registered location' : ''),
    asking_vrs: () => 'connecting to the VRS engine',
    vrs_answers: () => 'the VRS engine responds',
    vrs_lost: ({ why }) =>
      `the connection to the VRS engine was lost${why ? `: ${say(network.streamTrouble, why)}` : ''}`,
    vrs_away: ({ why }) =>
      `the VRS engine sends no data${why ? ` (${say(network.streamTrouble, why)})` : ''}: served from the nearest base`,
    left_out: ({ times, bytes }) =>
      `the connection stalled ${times === 1 ? 'once' : `${times} times`}: ${bytes} bytes of old corrections were skipped`,
  },
}
