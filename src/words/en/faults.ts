import { minuteOf } from '../say.ts'
import type { FaultWords } from '../words.ts'
import { QUOTA } from './quotas.ts'

/** A JSON type with its article. */
const kind = (type: string) => (type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`)
const FORMATS: Readonly<Record<string, string>> = {
  email: 'a valid e-mail address',
  uri: 'a complete address, such as https://example.mx/notices',
  'date-time': 'a date and time, such as 2026-12-01T08:00:00Z',
  date: 'a date, such as 2026-12-01',
}

const timeForm = () => 'must be a date (2026-12-01) or an ISO 8601 timestamp (2026-12-01T08:00:00-06:00) that exists'

export const faults: FaultWords = {
  missing: () => 'is missing',
  unknown_field: ({ known }) => (known ? `is not a known field (known: ${known.join(', ')})` : 'is not a known field'),
  unknown_parameter: ({ known }) =>
    known.length > 0
      ? `is not a query parameter of this resource (it has: ${known.join(', ')})`
      : 'is not a query parameter of this resource, which has none',
  wrong_type: ({ type }) => `must be ${[type].flat().map(kind).join(' or ')}`,
  wrong_format: ({ format }) => `must be ${FORMATS[format] ?? `a valid ${format}`}`,
  wrong_form: ({ form }) => `must match the pattern ${form}`,
  not_one_of: ({ choices }) => `must be one of ${choices.join(', ')}`,
  too_small: ({ least, above }) => `must be ${above ? 'more than' : 'at least'} ${least}`,
  too_big: ({ most, below }) => `must be ${below ? 'less than' : 'at most'} ${most}`,
  too_short: ({ least }) => (least === 1 ? 'must not be empty' : `must have at least ${least} characters`),
  too_long: ({ most }) => `must have at most ${most} characters`,
  too_few: ({ least }) => (least === 1 ? 'must not be empty' : `must have at least ${least} items`),
  too_many: ({ most }) => `must have at most ${most} items`,
  not_unique: () => 'must not hold the same item twice',
  not_valid: () => 'is not valid',
  empty: () => 'must not be empty',
  blank_around: () => 'must neither begin nor end with a space',
  control_characters: () => 'must not contain control characters',
  not_whole_number: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  not_positive_integer: () => 'must be a positive integer',
  number_range: ({ least, most }) => `must be a number from ${least} to ${most}`,
  above_zero: ({ most }) => `must be above 0 and at most ${most}`,
  passed: () => 'has passed',
  said: ({ said }) => said,

  not_a_cursor: () => 'is not a cursor of this list',
  needs_subject_kind: () => 'needs a subjectKind',
  idempotency_key_form: () => 'must be 1 to 255 visible ASCII characters',

  station_code_form: () => 'must be 1 to 32 letters, digits, "_" or "-"',
  mountpoint_form: () => 'must be 1 to 100 letters, digits, "_", "." or "-"',
  country_form: () => 'must be a country in three capital letters (ISO 3166), like MEX',
  line_without_semicolon: () => 'must be at most 100 characters on one line, without ";"',
  line_form: () => 'must be 1 to 100 characters on one line, without ";"',
  host_form: () => 'must be a host name or an address',
  phone_form: () => 'must be a telephone number: 7 to 15 digits, with spaces if you like',
  whatsapp_form: () => 'must be a number with its country code, such as +52 55 1234 5678',
  port_range: () => 'must be a port from 1 to 65535',
  source_not_public: ({ address }) =>
    `leads to ${address}, a private or local address: give a public one, or have its network allowed with CASTER_PULL_ALLOW`,
  source_of_upstream: ({ code }) => `cannot be ${code}: it comes from another caster and has no source of its own`,
  backup_of_itself: () => 'must be another station',
  backup_with_upstream: ({ code }) =>
    `cannot be with ${code}, which comes from another caster only while somebody uses it`,
  certificate_form: () =>
    'must be a certificate in PEM form, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----',
  certificate_with_key: () =>
    'has a private key in it, which belongs to the receiver alone: give the certificate only. Nothing was kept',
  certificate_several: () => "must be one certificate: the receiver's own, without those of its authority",
  certificate_weak: () => 'must have an RSA key of at least 2048 bits, or one of P-256, P-384, P-521 or Ed25519',
  certificate_ended: ({ until }) => `expired on ${minuteOf(until)}`,
  certificate_taken: ({ code }) =>
    `is registered already, for station ${code}; a certificate proves one source of one station`,
  certificates_full: ({ most }) =>
    `would be one too many: there may be ${most}; remove the one that is not used any more`,
  certificate_without_backup: () => 'has no second push: make its password first',
  certificate_not_registered: () =>
    'must be that of one registered certificate of this station, or its first 8 digits or more',
  certificate_last: () =>
    'is that of the last valid certificate, and one is required: register another one first, or stop requiring one',
  push_password_missing: () => 'needs a push password first, which is asked for beside the certificate',
  certificate_missing: () => 'needs a registered certificate first that is valid now',
  certificate_missing_for_backup: () => 'needs a certificate for the second push first that is valid now',
  upstream_caster_form: () => 'must look like ntrip://user:password@host:2101, without a mountpoint',
  upstream_name_form: () => 'must be 1 to 32 letters, figures, _ or -',
  upstream_prefix_form: () => 'must be at most 20 letters, figures, _ . or -, and begin with a letter or a figure',
  account_form: () => 'must have a user without a colon, and a password',
  upstream_exists: ({ name }) => `is taken: another upstream caster is called ${name}`,
  upstream_form: () => 'must look like ntrip://user:password@host:2101/MOUNTPOINT',
  needed_for_new_station: () => 'is needed for a new station',
  unknown_member: ({ code }) => `"${code}" is not the code of an active station`,
  twice_in_list: ({ code }) => `"${code}" stands twice in the list`,
  mountpoint_of_network: ({ mountpoint }) => `"${mountpoint}" is the mountpoint of the network`,
  mountpoint_of_station: ({ mountpoint, code }) => `"${mountpoint}" is the mountpoint of station ${code}`,
  mountpoint_of_a_station: () => 'is the mountpoint of a station',
  group_exists: ({ name }) => `the group "${name}" exists already`,
  mountpoint_exists: ({ mountpoint }) => `there is a mountpoint "${mountpoint}" already`,
  station_of_rovers_each: ({ code }) =>
    `${code} is computed for each rover by another caster: it can have other names, but nothing can be altered`,
  station_not_rtcm: ({ code }) =>
    `${code} sends no RTCM: its stream can have other names, but nothing of it can be altered`,
  form_gives_nothing: ({ code, types }) =>
    `would give no observations: ${code} sends ${types.join(', ')}, which cannot be converted to this form`,
  altered_mountpoints: ({ names }) =>
    `needs RTCM, because mountpoints alter it: ${names.join(', ')}; remove them first`,
  table_line_form: ({ line }) =>
    `line ${line} must be a whole STR, CAS or NET record of a sourcetable: all its fields between ";", on one line of at most 500 characters`,
  table_line_taken: ({ line, mountpoint }) =>
    `line ${line}: "${mountpoint}" is a mountpoint of this caster, or stands twice`,

  set_by_environment: ({ variable }) => `the server’s variable ${variable} decides; it cannot be changed here`,
  colour_form: () => 'must be a colour such as #0b6478',
  sender_form: () => 'must be an e-mail address, such as rtk@example.mx or RTK Network <rtk@example.mx>',
  tiles_form: () => 'must be an address such as https://tiles.example.mx/{z}/{x}/{y}.png',
  logo_kind: () => 'the file is neither a PNG nor a JPEG image',
  logo_svg: () => 'an SVG may contain programs and is not accepted; save the logo as PNG',
  logo_damaged: () => 'the image is damaged or incomplete; open it and save it again',
  logo_png_form: () => 'save the PNG with 8 bits per channel and without interlacing',
  logo_jpeg_colours: () => 'save the JPEG in RGB or greyscale, not in CMYK',
  logo_too_large: ({ most }) => `the image is larger than ${most} KiB; make it smaller`,
  logo_too_wide: ({ most }) => `the image is more than ${most} pixels wide or high; make it smaller`,
  unknown_station_id: () => 'is not the id of an active station',
  unknown_station_code: () => 'is not the code of an active station',
  unknown_group: () => 'is not the name of a group of stations',
  station_or_group: () => 'does not go with a station: a credential opens one station, or a group, or the network',
  other_station: ({ id, code }) => `is not the code of station ${id} (${code})`,
  start_form: timeForm,
  time_form: timeForm,
  start_too_far: ({ days }) => `must be at most ${days} days ahead`,
  start_in_past: () => 'must not lie in the past (earlier today or up to 5 minutes ago counts as now)',
  email_needed: () => 'is needed to send an e-mail',
  no_mail: () => 'cannot be used: no mail transport is configured in this service; hand over the link instead',
  username_form: () => 'must be 6 to 20 small letters and digits',
  username_taken: () => 'is taken: a credential has or had this user name',
  password_form: () => 'must be 16 to 64 printable ASCII characters without ":"',
  reference_taken: ({ id }) => `is taken: credential ${id} has this reference`,
  twice_in_request: () => 'stands in this request twice',
  not_of_fence: ({ shape }) =>
    shape === 'circle' ? 'belongs to a polygon, and this is a circle' : 'belongs to a circle, and this is a polygon',
  fence_too_wide: () =>
    'spans 180 degrees of longitude or more: an area must not cross the antimeridian (make two credentials instead)',
  fence_repeats: ({ point }) => `has point ${point} twice in a row`,
  fence_crosses: ({ first, second }) =>
    `crosses itself: sides ${first} and ${second} meet; give the points in their order around the area`,
  pair_name_length: ({ most }) => `must have names of 1 to ${most} characters`,
  end_too_far: ({ days }) => `would end more than ${days} days from now`,
  nothing_to_change: () => 'must name at least one field to change',
  metadata_both_ways: () => 'cannot be given together with "metadatos"',
  credential_was_revoked: () => 'was revoked and cannot be changed',
  credential_has_expired: () => 'has expired: there is nothing to revoke',
  credential_is_gone: () => 'no longer exists or belongs to another organization',
  both_validities: () => 'stands beside segundos: give one of them',
  quota_exceeded: ({ quota, limit }) => `exceeds the quota of ${limit} ${QUOTA[quota]}`,
  sessions_of_operator: () => 'only the operator sets how many sessions a credential has',

  imported_username: ({ most }) => `must have 1 to ${most} printable characters and no ":"`,
  imported_password: ({ most }) => `must have 1 to ${most} printable characters`,
  colon_in_password: () => 'has a ":", behind which a BKG caster does not read',
  blank_in_name: () => 'has a name with a blank in it',
  unknown_mountpoint: ({ name }) =>
    `"${name}" is not a mountpoint here: add the station first, or leave such mountpoints out`,
  opens_nothing: () => 'opens no mountpoint',
  others_unknown: ({ line }) =>
    `depends on "default:", and what that opens is not known while line ${line} of clientmounts.aut cannot be read`,
  rights_unknown: ({ file, line }) => `what it opens is not known while line ${line} of ${file} cannot be read`,
  part_of_station: ({ name, closed }) =>
    `opens "${name}" but not "${closed}" of the same station, which is opened as a whole here`,
  end_before_start: () => 'ends before it starts',
  already_over: () => 'its time is over',
  revoked_there: () => 'was revoked there',
  twice_in_file: ({ line }) => `is on line ${line} too (capital letters make no difference)`,
  blank_before: () => 'begins with a blank: a BKG caster does not read it',
  without_tabs: () => 'has no tab in it: SNIP parts name and password by one; is the file of another caster?',
  again_later: () => 'is there again further down, which is what counts',
  exists_with_other: ({ fields }) => `exists already, with another ${fields.join(', ')}`,

  empty_event: () => 'must not have an empty event name',
  unknown_event_id: () => 'is not the id of an event of this list that is still kept',
  unknown_event: ({ name, known }) => `has an unknown event "${name}" (known: ${known.join(', ')})`,
  https_needed: () => 'must be an https address',
  login_in_address: () => 'must not contain a user or password',
  not_public: () => 'must not lead to a private, loopback, link-local or otherwise non-public address',

  webhooks_both_ways: () => 'cannot be "no webhooks" for a token with the scope "webhooks"',
  not_paid: () => 'no money came for this order',
  unknown_product: () => 'is not a product on sale',
  not_in_product: () => 'is not what the product offers',
  station_of_product: () => 'goes with a product that serves one station, and only with it',
  group_of_product: () => 'goes with a product that serves a group, and only with it',

  owner_for_resellers: () => 'is for resellers only',
  owner_for_reseller_needed: () => 'is needed for a reseller',
  unknown_owner: () => 'names no organization',
  user_disabled: () => 'is disabled: enable the user first',
  wrong_totp: () => 'is not what the app should show now: check the time of both devices',
  password_common: () =>
    'is too easy to guess: it is, or is built on, a word or password that many people use. Choose three or four words that have nothing to do with each other',
  password_personal: () =>
    'must not contain your name, your e-mail address or the name of this service. Choose words that nobody would connect with you',

  file_empty: () => 'the file is empty',
  file_not_sent: () => 'send the file itself',
  file_not_utf8: () => 'the file is not UTF-8: save it as UTF-8 (in a spreadsheet: "CSV UTF-8")',
  file_not_csv: ({ said }) => `not valid CSV: ${said}`,
  file_not_json: ({ said }) => `not valid JSON: ${said}`,
  file_not_array: () => 'a JSON file must hold an array of stations: [{"codigo": …}, …]',
  file_without_lines: () => 'the file has no lines below its first',
  file_without_good_lines: () => 'no line of the file can be issued',
  file_without_stations: () => 'the sourcetable has no STR line of a station',
  file_without_validity: () => 'a column "dias" or "segundos" is needed',
  file_without_users: () => 'the file has no user with a password',
  file_needed: ({ name }) => `${name} is needed too`,
  file_unknown: ({ name }) =>
    `${name} is none of users.aut, groups.aut and clientmounts.aut: rename it if it is one of them, or leave it out`,
  file_twice: ({ name }) => `there are two files called ${name}: choose the one that counts`,
  column_needed: ({ name }) => `a column "${name}" is needed`,
  file_too_long: ({ most }) => `the file has more than ${most} entries: take them in parts`,
  too_many_lines: ({ most }) =>
    `the file has more than ${most} lines: remove the lines without an entry, or split the file`,
  too_many_columns: ({ most }) => `a line has more than ${most} columns`,
  unknown_column: ({ name, known }) => `unknown column "${name}" (known: ${known.join(', ')})`,
  column_twice: ({ name }) => `the column "${name}" stands twice in the first line`,
  field_count: ({ here, first }) => `has ${here} fields, the first line has ${first}`,
  not_text: () => 'must be a text',
  not_number: ({ given }) => `must be a number, got ${JSON.stringify(given)}${commaHint(given)}`,
  not_object: () => 'must be an object',
}

const commaHint = (given: unknown) =>
  typeof given === 'string' && /^-?\d+,\d+$/.test(given) ? ' (with a decimal point)' : ''
