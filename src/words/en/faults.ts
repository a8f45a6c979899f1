import type { FaultWords } from '../words.ts'

/** What a JSON type is called, with its article. */
const kind = (type: string) => `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`

export const faults: FaultWords = {
  missing: () => 'is missing',
  unknown_field: ({ known }) => (known ? `is not a known field (known: ${known.join(', ')})` : 'is not a known field'),
  wrong_type: ({ type }) => `must be ${kind(type)}`,
  wrong_format: ({ format }) => `must be a valid ${format}`,
  wrong_form: ({ form }) => `must match the pattern ${form}`,
  not_one_of: ({ choices }) => `must be one of ${choices.join(', ')}`,
  too_small: ({ least, above }) => `must be ${above ? '>' : '>='} ${least}`,
  too_big: ({ most, below }) => `must be ${below ? '<' : '<='} ${most}`,
  too_short: ({ least }) => (least === 1 ? 'must not be empty' : `must have at least ${least} characters`),
  too_long: ({ most }) => `must have at most ${most} characters`,
  too_few: ({ least }) => `must have at least ${least} items`,
  too_many: ({ most }) => `must have at most ${most} items`,
  not_unique: () => 'must not hold the same item twice',
  not_valid: ({ said }) => said ?? 'is not valid',
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
  port_range: () => 'must be a port from 1 to 65535',
  source_not_public: ({ address }) =>
    `leads to ${address}, a private or local address: give a public one, or have its network allowed with CASTER_PULL_ALLOW`,
  upstream_form: () => 'must look like ntrip://user:password@host:2101/MOUNTPOINT',
  needed_for_new_station: () => 'is needed for a new station',
  twice_in_list: ({ code }) => `"${code}" stands twice in the list`,
  mountpoint_of_network: ({ mountpoint }) => `"${mountpoint}" is the mountpoint of the network`,
  mountpoint_of_station: ({ mountpoint, code }) => `"${mountpoint}" is the mountpoint of station ${code}`,
  mountpoint_of_a_station: () => 'is the mountpoint of a station',

  unknown_station_id: () => 'no active station has this id',
  unknown_station_code: () => 'no active station has this code',
  other_station: ({ id, code }) => `is not the code of station ${id} (${code})`,
  start_form: () => 'must be a date (2026-12-01) or an ISO 8601 timestamp (2026-12-01T08:00:00-06:00) that exists',
  start_too_far: ({ days }) => `must be at most ${days} days ahead`,
  start_in_past: () => 'must not lie in the past (earlier today or up to 5 minutes ago counts as now)',
  email_needed: () => 'is needed to send an e-mail',
  no_mail: () => 'no mail transport is configured in this service: hand over the link instead',
  both_validities: () => 'stands beside segundos: give one of them',
  sessions_of_operator: () => 'only the operator sets how many sessions a credential has',

  empty_event: () => 'has an empty name',
  unknown_event: ({ name, known }) => `has an unknown event "${name}" (known: ${known.join(', ')})`,
  https_needed: () => 'must be an https address',
  login_in_address: () => 'must not contain a user or password',
  not_public: () => 'must not lead to a private, loopback, link-local or otherwise non-public address',

  not_paid: () => 'no money came for this order',
  station_of_product: () => 'goes with a product that serves one station, and only with it',

  owner_for_resellers: () => 'is for resellers only',
  owner_for_reseller_needed: () => 'is needed for a reseller',
  unknown_owner: () => 'names no owner',
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
  file_too_long: ({ most }) => `the file has more than ${most} entries: take them in parts`,
  too_many_columns: ({ most }) => `the first line has more than ${most} columns`,
  unknown_column: ({ name, known }) => `unknown column "${name}" (known: ${known.join(', ')})`,
  column_twice: ({ name }) => `the column "${name}" stands twice in the first line`,
  field_count: ({ here, first }) => `has ${here} fields, the first line has ${first}`,
  not_text: () => 'must be a text',
  not_number: ({ given }) => `must be a number, got ${JSON.stringify(given)}${commaHint(given)}`,
  not_object: () => 'must be an object',
}

const commaHint = (given: unknown) =>
  typeof given === 'string' && /^-?\d+,\d+$/.test(given) ? ' (with a decimal point)' : ''
