import { minuteOf } from '../say.ts'
import type { FaultWords } from '../words.ts'
import { QUOTA } from './counts.ts'

/** A JSON type with its article. */
const kind = (type: string) => (type === 'null' ? type : `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`)
const FORMATS: Readonly<Record<string, string>> = {
  email: 'a valid e-mail address',
  uri: 'a complete URL, such as https://example.mx/notices',
  'date-time': 'a date and time, such as 2026-12-01T08:00:00Z',
  date: 'a date, such as 2026-12-01',
}

const timeForm = () => 'Must be an existing date (2026-12-01) or ISO 8601 timestamp (2026-12-01T08:00:00-06:00).'

const SERVICES: Readonly<Record<string, string>> = { slack: 'Slack', teams: 'Microsoft Teams', discord: 'Discord' }

export const faults: FaultWords = {
  missing: () => 'Required.',
  unknown_field: ({ known }) => (known ? `Unknown field. Known fields: ${known.join(', ')}.` : 'Unknown field.'),
  unknown_parameter: ({ known }) =>
    known.length > 0
      ? `Unknown query parameter. Known parameters: ${known.join(', ')}.`
      : 'Unknown query parameter. This operation takes none.',
  wrong_type: ({ type }) => `Must be ${[type].flat().map(kind).join(' or ')}.`,
  wrong_format: ({ format }) => `Must be ${FORMATS[format] ?? `a valid ${format}`}.`,
  wrong_form: ({ form }) => `Must match the pattern ${form}.`,
  not_one_of: ({ choices }) => `Must be one of: ${choices.join(', ')}.`,
  too_small: ({ least, above }) => `Must be ${above ? 'greater than' : 'at least'} ${least}.`,
  too_big: ({ most, below }) => `Must be ${below ? 'less than' : 'at most'} ${most}.`,
  too_short: ({ least }) => (least === 1 ? 'Must not be empty.' : `Must have at least ${least} characters.`),
  too_long: ({ most }) => `Must have at most ${most} characters.`,
  too_few: ({ least }) => (least === 1 ? 'Must not be empty.' : `Must have at least ${least} items.`),
  too_many: ({ most }) => `Must have at most ${most} items.`,
  not_unique: () => 'Must not contain duplicates.',
  not_valid: () => 'Not valid.',
  empty: () => 'Must not be empty.',
  blank_around: () => 'Must not start or end with a space.',
  control_characters: () => 'Must not contain control characters.',
  not_whole_number: ({ least, most }) => `Must be a whole number from ${least} to ${most}.`,
  not_positive_integer: () => 'Must be a positive integer.',
  number_range: ({ least, most }) => `Must be a number from ${least} to ${most}.`,
  above_zero: ({ most }) => `Must be greater than 0 and at most ${most}.`,
  passed: () => 'Must be in the future.',
  said: ({ said }) => said,

  not_a_cursor: () => 'Not a cursor of this list.',
  needs_subject_kind: () => 'Requires subjectKind.',
  idempotency_key_form: () => 'Must be 1 to 255 visible ASCII characters.',

  station_code_form: () => 'Must be 1 to 32 letters, digits, "_" or "-".',
  mountpoint_form: () => 'Must be 1 to 100 letters, digits, "_", "." or "-".',
  country_form: () => 'Must be a three-letter country code (ISO 3166), such as MEX.',
  line_without_semicolon: () => 'Must be one line of at most 100 characters, without ";".',
  epoch_without_frame: () => 'An epoch needs a reference frame of the table.',
  frame_and_datum: () => 'Give a reference frame of the table or a text, not both.',
  frame_fixes_epoch: ({ frame, epoch }) =>
    `${frame} fixes the epoch ${epoch}. Leave the epoch out, or choose another frame.`,
  frame_not_exact: ({ frame }) => `${frame} is not defined to the centimetre. Choose one of its realizations.`,
  epoch_needed: ({ frame }) => `${frame} needs an epoch, such as 2026.0.`,
  frame_of_engine: () =>
    'A VRS engine computes a position for each rover. Its frame cannot be changed: remove the frame or the engine.',
  station_frame_unknown: ({ code }) =>
    `The position of ${code} cannot be transformed: set a reference frame of the table and an epoch for the station first.`,
  velocity_unknown: ({ code, from, to }) =>
    `The coordinates of ${code} are of epoch ${from}. Set the station's velocity to announce them at epoch ${to}.`,
  velocity_form: ({ most }) => `Must be three numbers from -${most} to ${most}: east, north, up, in mm per year.`,
  contradicting_messages: ({ one, other }) => `Choose ${one} or ${other}, not both.`,
  position_for_messages: () => 'Messages 1005 and 1006 need the position of the antenna: X, Y, Z in metres.',
  ecef_form: () => 'Must be X, Y, Z in metres, Earth-centred, of a place on the ground.',
  announcement_form: ({ characters, bytes }) =>
    `Must be one line of 1 to ${characters} characters, and at most ${bytes} bytes.`,
  position_far: ({ code, km }) => `This position is ${km} km away from ${code}.`,
  antenna_height_unknown: ({ code }) =>
    `Message 1006 needs the height of the antenna of ${code} (0 to 6.5 m). Enter it in the equipment of the station, or choose 1005.`,
  antenna_unknown: ({ code }) => `Enter the antenna of ${code} in its equipment first.`,
  receiver_unknown: ({ code }) => `Enter the receiver of ${code} in its equipment first.`,
  line_form: () => 'Must be one line of 1 to 100 characters, without ";".',
  host_form: () => 'Must be a host name or an IP address.',
  phone_form: () => 'Must be a phone number of 7 to 15 digits. Spaces are allowed.',
  whatsapp_form: () => 'Must be a number with country code, such as +52 55 1234 5678.',
  port_range: () => 'Must be a port from 1 to 65535.',
  source_not_public: ({ address }) =>
    `Resolves to ${address}, a private or local address. Use a public address, or allow its network with CASTER_PULL_ALLOW.`,
  source_of_upstream: ({ code }) => `${code} comes from an external caster and can't have another source.`,
  forward_of_upstream: ({ code }) => `${code} comes from an external caster and can't be forwarded.`,
  teams_connector_retired: () =>
    'Microsoft retired this kind of connector. Create a workflow in Teams and use its address.',
  webhook_of_other_service: ({ service }) => `This is an address of ${SERVICES[service] ?? service}.`,
  quiet_all_day: () => 'Must differ from the start.',
  not_a_time_zone: () => 'Unknown time zone.',
  bot_token_form: () => 'Must have the form of a bot token, such as 123456789:AAE….',
  bot_unknown: () => 'Telegram does not know this token. Copy it again from @BotFather.',
  telegram_unreachable: () => 'Telegram could not be reached. Try again in a moment.',
  host_exists: () => 'This person already follows the station.',
  forward_exists: () => 'A stream is already forwarded to this address.',
  mountpoint_not_of_station: ({ name, code }) => `"${name}" is not a derived mountpoint of ${code}.`,
  backup_of_itself: () => 'Must be another station.',
  backup_with_upstream: ({ code }) =>
    `${code} can't be used: it is pulled from an external caster only while a rover uses it.`,
  certificate_form: () => 'Must be a PEM certificate, from -----BEGIN CERTIFICATE----- to -----END CERTIFICATE-----.',
  certificate_with_key: () =>
    'Contains a private key, which must stay on the receiver. Send only the certificate. Nothing was saved.',
  certificate_several: () =>
    "Must be a single certificate: the receiver's own, without the certificates of its issuer.",
  certificate_weak: () => 'Must have an RSA key of at least 2048 bits, or a P-256, P-384, P-521 or Ed25519 key.',
  certificate_ended: ({ until }) => `The certificate expired on ${minuteOf(until)}.`,
  certificate_taken: ({ code }) =>
    `Already registered for station ${code}. Each source of a station needs its own certificate.`,
  certificates_full: ({ most }) => `A station can have at most ${most} certificates. Remove one you no longer use.`,
  certificate_without_backup: () => 'The station has no second push. Generate its password first.',
  certificate_not_registered: () =>
    'Must be the fingerprint of a registered certificate of this station, or at least its first 8 digits.',
  certificate_last: () =>
    'This is the last valid certificate, and the station requires one. Register another first, or turn the requirement off.',
  push_password_form: ({ most }) => `Must be 1 to ${most} printable ASCII characters without spaces and ":".`,
  push_password_other: ({ code }) => `Station ${code} already has another push password.`,
  push_password_missing: () => 'The station needs a push password first: it is required along with the certificate.',
  certificate_missing: () => 'The station needs a valid registered certificate first.',
  certificate_missing_for_backup: () => 'The second push needs a valid registered certificate first.',
  radome_form: () => 'Must be 4 capital letters or digits, such as NONE.',
  marker_number_form: () => 'Must be at most 20 letters, digits, ".", "_" or "-", such as 41507M006.',
  not_yet: () => 'Must not be in the future.',
  equipment_overlaps: ({ type, from, until }) =>
    until === null
      ? `${type} has been installed since ${minuteOf(from)}. Set its removal first, or choose a later time.`
      : `${type} was installed from ${minuteOf(from)} to ${minuteOf(until)}. Two periods must not overlap.`,
  site_log_date: ({ text }) => `"${text}" is not a date such as 2026-11-14T18:00Z.`,
  site_log_number: ({ text }) => `"${text}" is not a number of metres such as 0.1234.`,
  site_log_overlap: () => 'Overlaps an earlier item of the same section. Correct one of the two dates in the file.',
  upstream_caster_form: () => 'Must look like ntrip://user:password@host:2101, without a mountpoint.',
  upstream_name_form: () => 'Must be 1 to 32 letters, digits, "_" or "-".',
  upstream_prefix_form: () =>
    'Must be at most 20 letters, digits, "_", "." or "-", and start with a letter or a digit.',
  account_form: () => 'Must have a user without ":" and a password.',
  upstream_exists: ({ name }) => `Another external caster is already named "${name}".`,
  upstream_form: () => 'Must look like ntrip://user:password@host:2101/MOUNTPOINT.',
  forward_form: () =>
    'Must look like ntrip://user:password@host:2101/MOUNTPOINT, or without NTRIP tcp://host:port, or tcp://:port?from=address.',
  pull_form: () =>
    'Must look like ntrip://user:password@host:2101/MOUNTPOINT, tcp://host:port, tcp://first-line@:port, udp://:port?from=ADDRESS or serial:///dev/ttyUSB0?baud=115200.',
  input_not_allowed: ({ input }) => `${input} is not allowed on this machine. Add it to CASTER_PULL_ALLOW.`,
  needed_for_new_station: () => 'Required for a new station.',
  unknown_member: ({ code }) => `"${code}" is not the code of an active station.`,
  twice_in_list: ({ code }) => `"${code}" appears twice in the list.`,
  mountpoint_of_network: ({ mountpoint }) => `"${mountpoint}" is the network mountpoint.`,
  mountpoint_of_station: ({ mountpoint, code }) => `"${mountpoint}" is the mountpoint of station ${code}.`,
  group_exists: ({ name }) => `A group named "${name}" already exists.`,
  mountpoint_exists: ({ mountpoint }) => `A mountpoint named "${mountpoint}" already exists.`,
  station_of_rovers_each: ({ code }) =>
    `An external caster computes ${code} for each rover. You can give it other names, but not convert or filter it.`,
  station_not_rtcm: ({ code }) =>
    `${code} doesn't send RTCM. You can give its stream other names, but not convert or filter it.`,
  form_gives_nothing: ({ code, types }) =>
    `The stream would have no observations: ${code} sends ${types.join(', ')}, which can't be converted to this format.`,
  altered_mountpoints: ({ names }) =>
    `Must stay RTCM, because mountpoints are derived from it: ${names.join(', ')}. Remove them first.`,
  table_line_form: ({ line }) =>
    `Line ${line} must be a complete STR, CAS or NET record: all fields separated by ";", at most 500 characters.`,
  table_line_taken: ({ line, mountpoint }) =>
    `Line ${line}: "${mountpoint}" is already a mountpoint of this caster, or appears twice.`,

  set_by_environment: ({ variable }) => `Set by the ${variable} environment variable.`,
  colour_form: () => 'Must be a color such as #0b6478.',
  sender_form: () => 'Must be an e-mail address, such as rtk@example.mx or RTK Network <rtk@example.mx>.',
  tiles_form: () => 'Must be a URL such as https://tiles.example.mx/{z}/{x}/{y}.png.',
  logo_kind: () => 'The file is not a PNG or JPEG image.',
  logo_svg: () => 'SVG files can contain scripts and are not accepted. Save the logo as PNG.',
  logo_damaged: () => 'The image is damaged or incomplete. Open it and save it again.',
  logo_png_form: () => 'Save the PNG with 8 bits per channel and without interlacing.',
  logo_jpeg_colours: () => 'Save the JPEG in RGB or grayscale, not in CMYK.',
  logo_too_large: ({ most }) => `The image is larger than ${most} KiB. Make it smaller.`,
  logo_too_wide: ({ most }) => `The image is more than ${most} pixels wide or high. Make it smaller.`,
  unknown_station_id: () => 'No active station has this ID.',
  unknown_station_code: () => 'No active station has this code.',
  unknown_group: () => 'No station group has this name.',
  station_or_group: () =>
    "Can't be combined with a station. A credential gives access to one station, one group or the network.",
  other_station: ({ id, code }) => `Does not match station ${id}, whose code is ${code}.`,
  start_form: timeForm,
  time_form: timeForm,
  start_too_far: ({ days }) => `Must be at most ${days} days ahead.`,
  start_in_past: () => 'Must not be in the past. Earlier today, or up to 5 minutes ago, counts as now.',
  email_needed: () => 'Required to send an e-mail.',
  no_mail: () => 'E-mail is not set up on this service: no mail transport is configured. Share the link instead.',
  username_form: () => 'Must be 6 to 20 lowercase letters and digits.',
  username_taken: () => 'Already taken: another credential has or had this username.',
  password_form: () => 'Must be 16 to 64 printable ASCII characters without ":".',
  reference_taken: ({ id }) => `Already taken: credential ${id} has this reference.`,
  twice_in_request: () => 'Appears twice in this request.',
  not_of_fence: ({ shape }) =>
    shape === 'circle'
      ? 'Not allowed for a circle, only for a polygon.'
      : 'Not allowed for a polygon, only for a circle.',
  fence_too_wide: () =>
    "Spans 180 degrees of longitude or more. An area can't cross the antimeridian; issue two credentials instead.",
  fence_repeats: ({ point }) => `Point ${point} appears twice in a row.`,
  fence_crosses: ({ first, second }) =>
    `The outline crosses itself: sides ${first} and ${second} meet. List the points in order around the area.`,
  pair_name_length: ({ most }) => `Names must have 1 to ${most} characters.`,
  end_too_far: ({ days }) => `The credential would expire more than ${days} days from now.`,
  nothing_to_change: () => 'Must contain at least one field to change.',
  metadata_both_ways: () => 'Can\'t be combined with "metadatos".',
  credential_was_revoked: () => "This credential is revoked and can't be changed.",
  credential_has_expired: () => 'This credential has already expired.',
  credential_is_gone: () => 'This credential no longer exists or belongs to another organization.',
  both_validities: () => 'Set "dias" or "segundos", not both.',
  quota_exceeded: ({ quota, limit }) => `Exceeds the quota of ${limit} ${QUOTA[quota]}.`,
  sessions_of_operator: () => 'Only the operator can set the number of simultaneous connections.',

  imported_username: ({ most }) => `Must have 1 to ${most} printable characters and no ":".`,
  imported_password: ({ most }) => `Must have 1 to ${most} printable characters.`,
  colon_in_password: () => 'Contains ":". A BKG caster ignores everything after it.',
  blank_in_name: () => 'Contains a name with a space.',
  unknown_mountpoint: ({ name }) =>
    `"${name}" is not a mountpoint of this network. Add the station first, or skip unknown mountpoints.`,
  opens_nothing: () => 'Gives access to no mountpoint.',
  others_unknown: ({ line }) =>
    `Depends on "default:", which is unknown until line ${line} of clientmounts.aut can be read.`,
  rights_unknown: ({ file, line }) => `Its access is unknown until line ${line} of ${file} can be read.`,
  part_of_station: ({ name, closed }) =>
    `Gives access to "${name}" but not to "${closed}" of the same station. Here, access covers the whole station.`,
  end_before_start: () => 'Ends before it starts.',
  already_over: () => 'Already expired.',
  revoked_there: () => 'Already revoked on the other caster.',
  twice_in_file: ({ line }) => `Also on line ${line} (case is ignored).`,
  blank_before: () => 'Starts with a space, so a BKG caster ignores it.',
  without_tabs: () => 'Has no tab. SNIP separates user and password with a tab. Is this file from another caster?',
  again_later: () => 'Repeated further down. The last occurrence is used.',
  exists_with_other: ({ fields }) => `Already exists with different data: ${fields.join(', ')}.`,

  before_validity: () => 'Must not be before the start of your access.',
  after_validity: () => 'Must not be after the end of your access.',
  in_future: () => 'Must not be in the future.',
  offset_needed: () =>
    'Must be an ISO 8601 time with its offset, such as 2026-12-01T08:00:00-06:00 or 2026-12-01T14:00:00Z.',
  window_too_long: ({ hours }) =>
    hours > 48
      ? `The window can be at most ${hours / 24} days long.`
      : `The window can be at most ${hours} hours long with an interval below 15 seconds.`,
  interval_too_short: ({ seconds }) =>
    `The station records one epoch every ${seconds} s. Use this interval or a longer one.`,
  only_daily_file: ({ until }) =>
    `Only daily files at 30 s are left of the time before ${minuteOf(until)}. Use 30 or 60 s, or a later start.`,
  station_or_position: () => 'Set either a station or a position, not both.',
  rover_file_not_rinex: () =>
    'The file has no observations in RINEX 2, 3 or 4 (also CRINEX or gzip). Convert the raw data of the receiver to RINEX.',
  rover_file_no_position: () => 'The file has no position (APPROX POSITION XYZ). Enter the position by hand.',
  rover_file_too_long: () => 'The file is longer than 300 MB unpacked. Enter the position and the window by hand.',

  empty_event: () => 'Contains an empty event name.',
  unknown_event_id: () => 'Not the ID of an event in this list, or the event is no longer stored.',
  unknown_event: ({ name, known }) => `Unknown event "${name}". Known events: ${known.join(', ')}.`,
  https_needed: () => 'Must be an https URL.',
  login_in_address: () => 'Must not contain a username or password.',
  not_public: () => 'Must not point to a private, loopback, link-local or otherwise non-public address.',

  webhooks_both_ways: () => 'A token with the scope "webhooks" can\'t be created without access to webhooks.',
  not_paid: () => 'No payment was received for this order.',
  unknown_product: () => 'Not a product on sale.',
  not_in_product: () => 'Not offered by this product.',
  not_in_renewal: () => 'A renewal keeps the access, start and label of the credential. Leave this out.',
  station_of_product: () => 'Required if the product is for one station; otherwise not allowed.',
  group_of_product: () => 'Required if the product is for a group; otherwise not allowed.',

  owner_for_resellers: () => 'Only resellers have an organization.',
  owner_for_reseller_needed: () => 'Required for a reseller.',
  unknown_owner: () => 'Unknown organization.',
  user_disabled: () => 'This user is disabled. Enable the user first.',
  wrong_totp: () => 'Wrong code. Check that the time is right on both devices.',
  password_common: () =>
    'Too easy to guess: it is a common word or password, or based on one. Choose three or four unrelated words.',
  password_personal: () =>
    'Must not contain your name, your e-mail address or the name of this service. Choose words that are unrelated to you.',

  file_empty: () => 'The file is empty.',
  file_not_sent: () => 'Send the contents of the file.',
  file_not_utf8: () => 'The file is not UTF-8. Save it as UTF-8 (in a spreadsheet: "CSV UTF-8").',
  file_not_csv: ({ said }) => `The file is not valid CSV: ${said}.`,
  file_not_json: ({ said }) => `The file is not valid JSON: ${said}.`,
  file_not_array: () => 'A JSON file must contain an array of stations: [{"codigo": …}, …].',
  file_without_lines: () => 'The file has no lines after the header.',
  file_without_good_lines: () => 'No line of the file can be issued.',
  file_not_site_log: () => 'The file is not an IGS site log: it has no sections 1, 3 or 4.',
  file_without_stations: () => 'The sourcetable has no STR record of a station.',
  file_without_validity: () => 'The column "dias" or "segundos" is missing.',
  file_without_push_passwords: () => 'The file has no mountpoint with a password.',
  file_without_users: () => 'The file has no user with a password.',
  file_needed: ({ name }) => `The file ${name} is missing.`,
  file_unknown: ({ name }) =>
    `${name} is not users.aut, groups.aut or clientmounts.aut. Rename it if it is one of them, or leave it out.`,
  file_twice: ({ name }) => `There are two files named ${name}. Choose one.`,
  column_needed: ({ name }) => `The column "${name}" is missing.`,
  file_too_long: ({ most }) => `The file has more than ${most} entries. Split it.`,
  too_many_lines: ({ most }) => `The file has more than ${most} lines. Remove the empty ones or split the file.`,
  too_many_columns: ({ most }) => `A line has more than ${most} columns.`,
  unknown_column: ({ name, known }) => `Unknown column "${name}". Known columns: ${known.join(', ')}.`,
  column_twice: ({ name }) => `The column "${name}" appears twice in the header.`,
  field_count: ({ here, first }) => `Has ${here} fields; the header has ${first}.`,
  not_text: () => 'Must be text.',
  not_number: ({ given }) => `Must be a number${commaHint(given)}, not ${JSON.stringify(given)}.`,
  not_object: () => 'Must be an object.',
}

const commaHint = (given: unknown) =>
  typeof given === 'string' && /^-?\d+,\d+$/.test(given) ? ' with a decimal point' : ''
