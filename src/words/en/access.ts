import type { AccessWords } from '../access.ts'
import { listed, minuteOf, say } from '../say.ts'
import { network } from './network.ts'

/** The same text for both cases, so that clients cannot find out which users exist. */
const UNKNOWN_LOGIN = 'Unknown user or wrong password.'

export const access: AccessWords = {
  findings: {
    unknown_user: () =>
      'No credential has this user name: look for a typing mistake (those that are made here have no 0, O, 1, l and I).',
    email_as_user: () =>
      'No credential has this user name: it is an e-mail address, and this is not the NTRIP user. The user is in the message with the credential.',
    test_credential: () =>
      'It was made for tests, by a test token: the caster never accepts it. A token that is not for tests makes one that works.',
    revoked: (at) => `It was revoked on ${at}; it will not open again.`,
    expired: (at) => `It expired on ${at}.`,
    suspended: (at) => `It has been suspended since ${at}: it opens nothing until it is resumed.`,
    not_started: (at) => `It is not in force yet: it starts on ${at}.`,
    station_archived: () => 'It is in force, but its station is archived: there is nothing to open.',
    group_gone: () => 'It is in force, but its group of stations was removed: there is nothing to open.',
    in_force: (until, mountpoint) => `It is in force until ${until} and opens ${mountpoint}.`,
    opens_group: (name, stations) =>
      stations === 0
        ? `It opens the group "${name}", which has no active stations: there is nothing to open.`
        : `It opens the group "${name}": ${stations === 1 ? '1 station' : `${stations} stations`}, each by its own mountpoint, and the network mountpoint within the group.`,
    connected: (address, since, bytes) =>
      `It is connected now, from ${address} since ${since}, and has received ${bytes} (counted once a minute).`,
    let_in_from_memory: (at) =>
      `On ${at} it was let in on what the caster remembered of it, because the database did not answer.`,
    noted: (note, at) => `The last that happened: ${note} (${at}).`,
    refused: (at, address, times, why) =>
      `The last attempt, on ${at} from ${address}${times > 1 ? ` (${times} times)` : ''}, was refused: ${why}.`,
    ended: (from, to, bytes, why, note) =>
      `Its last connection ran from ${from} to ${to}, received ${bytes}, and ended because ${why}.${note ? ` Before that: ${note}.` : ''}`,
    outside_fence: (at, km) =>
      `Its device was outside the area of the credential on ${at}, by ${km}: it gets data again as soon as it says that it is inside.`,
    outside_fence_served: (at, km) =>
      `Its device was outside the area of the credential on ${at}, by ${km}; on a base it gets data all the same.`,
    felt: (
      { ageSeconds, medianAgeSeconds, worstAgeSeconds, distanceKm, baseChanges, gaps, longestGapSeconds },
      fixedPct,
    ) =>
      `What the device got: ${listed(
        ageSeconds !== null && `its corrections are ${ageSeconds} s old`,
        medianAgeSeconds !== null && `over the session ${medianAgeSeconds} s (median), at worst ${worstAgeSeconds} s`,
        fixedPct !== null && `${fixedPct} % of its positions fixed`,
        distanceKm !== null && `its base is ${distanceKm.toFixed(1)} km away`,
        baseChanges !== null && baseChanges > 0 && `${baseChanges} ${baseChanges === 1 ? 'change' : 'changes'} of base`,
        gaps === 0 && 'no gaps',
        gaps !== null &&
          gaps > 0 &&
          `${gaps} ${gaps === 1 ? 'gap' : 'gaps'} without corrections, the longest of ${longestGapSeconds} s`,
      )}.`,
    never_seen: () => 'The caster has never seen it: check server, port and the internet connection of the device.',
  },

  reasons: {
    no_credentials: {
      screen: 'User and password are needed.',
      short: 'No user and password',
      because: () => 'the device sent no user and password',
    },
    unknown_user: {
      screen: UNKNOWN_LOGIN,
      short: 'Unknown user',
      because: () => 'nobody had that user name then',
    },
    email_as_user: {
      screen: UNKNOWN_LOGIN,
      short: 'An e-mail address as user',
      because: () =>
        'the device sent an e-mail address as user: this is not the NTRIP user, which the customer finds beside the password',
    },
    bad_password: {
      screen: UNKNOWN_LOGIN,
      short: 'Wrong password',
      because: () => 'the password was wrong',
    },
    guessed_at: {
      screen: 'Too many wrong passwords for this user: try again in a few seconds.',
      short: 'Too many attempts',
      because: () => 'too many wrong passwords were tried for that user just then',
    },
    test_credential: {
      screen: 'This credential is for tests only.',
      short: 'Test credential',
      because: () => 'it is a test credential, which opens nothing',
    },
    // A scheduled credential is not accepted yet.
    not_started: {
      screen: 'This credential is not in force yet.',
      short: 'Not started yet',
      because: () => 'it had not started yet',
    },
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
      because: (asked, opens) => `the device asked for ${asked}, and this credential opens ${opens ?? 'nothing'}`,
    },
    unknown_mountpoint: {
      screen: 'No such mountpoint.',
      short: 'No such mountpoint',
      because: (asked) => `there is no mountpoint ${asked}`,
    },
    too_many_sessions: {
      screen: 'This credential is in use already.',
      short: 'In use already',
      because: () => 'it was in use already, and is set to refuse more connections',
    },
    too_often: {
      screen: 'This credential connects too often: try again in a few seconds.',
      short: 'Connects too often',
      because: () =>
        'it connected again and again, several times a second; the device should wait some seconds before it tries again',
    },
    address_full: {
      screen: 'Too many connections from your address: try again in a few seconds.',
      short: 'Too many connections from its address',
      because: () => 'its address (perhaps shared by many devices) had as many connections as one may have',
    },
    outside_coverage: {
      screen: 'No station covers this position.',
      short: 'Outside coverage',
      because: () => 'no station covers that position',
    },
    base_down: {
      screen: 'The base station is down.',
      short: 'Base without data',
      because: (asked) => `the base behind ${asked} sent no data`,
    },
    bus_away: {
      screen:
        'The base sends to another machine, which cannot be reached from here: the bus is away. Try again in a moment.',
      short: 'The bus is away',
      because: (asked) =>
        `the bus is away: the base behind ${asked} sends to another machine, whose streams do not come to this one`,
    },
    unavailable: {
      screen: 'Try again in a moment.',
      short: 'Database did not answer',
      because: () => 'the database did not answer; the next attempt may work',
    },
  },

  pushes: {
    certificate_needed: 'This station needs its client certificate: connect over TLS and show it.',
    certificate_unknown: 'This client certificate is not registered for this station.',
    certificate_ended: 'This client certificate has expired: register a new one.',
    certificate_early: 'This client certificate is not valid yet: check its dates.',
  },

  requests: {
    not_ntrip: 'This is not NTRIP. Check server, port and whether TLS is switched on where it should not be.',
    unknown_method: 'This method is not known here. GET opens a stream or shows the list, POST and SOURCE bring one.',
    head_too_long: 'The request is too long.',
    head_unfinished: 'The request did not end: an empty line is missing.',
    no_mountpoint: 'The name of the mountpoint is missing.',
    bad_mountpoint: 'No mountpoint can have this name: letters, figures, point, hyphen and underscore only.',
  },

  ends: {
    client_left: 'the device disconnected',
    expired: 'the credential expired',
    revoked: 'the credential was revoked',
    suspended: 'the credential was suspended',
    changed: 'the credential was given another password, another station, group or area, or its group was changed',
    replaced: 'the same credential connected anew (the newest stays)',
    outside_fence: 'the device said that it is outside the area of the credential',
    kicked: 'an operator ended it',
    mountpoint_closed: 'its mountpoint was removed, or needs a login now',
    too_slow: 'the device took no data any more (its line broke, or is too thin)',
    sent_too_much: 'the device sent much more data than a position needs',
    broken: 'the connection broke',
    shutdown: 'the caster was stopped',
    node_lost: 'the caster stopped answering',
  },

  notes: {
    from_memory: () => 'let in from memory: the database did not answer',
    no_gga: () => 'no GGA: this mountpoint needs the position of the rover, which has sent none',
    gga_bad_checksum: () =>
      'bad checksum: the rover sends its position (GGA) with a wrong checksum, so it cannot be used',
    gga_unreadable: () => 'unreadable GGA: the rover sends its position in a form that cannot be read',
    gga_without_position: () =>
      'no GGA with a position yet: the receiver of the rover has not found its own place (quality 0)',
    base_down: () => 'base down: every station that reaches this position is silent',
    source_away: () => 'the caster that this mountpoint comes from gives no data; the session waits for it',
    source_back: () => 'the caster that this mountpoint comes from gives data again',
    bus_away: () =>
      'the bus is away: the base sends to another machine, whose streams do not come to this one; the session stays, and goes on when the bus is back',
    bus_back: () => 'the bus is back: streams of other machines come again',
    backup: ({ source }) => `from the backup (${source}) of its base: the first source of the base is away`,
    backup_station: ({ station, distanceKm }) =>
      `from the backup, station ${station}, ${distanceKm.toFixed(1)} km from the one asked for, which is away`,
    backup_over: () => 'from its base’s own first source again',
    outside_coverage: () => 'outside coverage: no station reaches this position',
    outside_group: ({ group }) =>
      group === null
        ? 'outside coverage: the group of this credential was removed'
        : `outside coverage of its group: no station of "${group}" reaches this position`,
    left_group: ({ mountpoint, group }) =>
      group === null
        ? 'the group of this credential was removed'
        : `${mountpoint} is not in the group "${group}" any more`,
    outside_fence: ({ km }) => `outside its area by ${km.toFixed(1)} km: it gets no data until it is inside again`,
    outside_fence_served: ({ km }) => `outside its area by ${km.toFixed(1)} km: on a base it gets data all the same`,
    inside_fence: () => 'inside its area again',
    fence_place_unknown: () =>
      'its position is not known: the credential works only within an area, so the rover must send its position (GGA) at least every five minutes',
    base: ({ station, distanceKm, before, lastSeenAt, registered }) =>
      `base ${before ? `${before.station}${before.silent ? ' (silent)' : ''} → ` : ''}${station}, ${distanceKm.toFixed(1)} km` +
      (lastSeenAt === undefined ? '' : ` from where it was on ${minuteOf(lastSeenAt)}`) +
      (registered ? ' from its registered place' : ''),
    asking_vrs: () => 'asking the VRS engine',
    vrs_answers: () => 'the VRS engine answers',
    vrs_lost: ({ why }) => `the VRS engine is lost${why ? `: ${say(network.streamTrouble, why)}` : ''}`,
    vrs_away: ({ why }) =>
      `the VRS engine gives no data${why ? ` (${say(network.streamTrouble, why)})` : ''}: the nearest base meanwhile`,
    left_out: ({ times, bytes }) =>
      `the line stalled ${times === 1 ? 'once' : `${times} times`}: ${bytes} bytes of old corrections were not sent`,
  },
}
