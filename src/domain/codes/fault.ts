// What can be wrong with a field of a request, a column of a file or a whole line, told as a code and its figures. The sentences are
// made at the edges, from the dictionaries in src/words/.
import type { OverQuota } from '../people/quota.ts'
import type { Nothing, Said } from './coded.ts'

interface Most {
  readonly most: number
}
interface Least {
  readonly least: number
}
interface Range extends Least, Most {}

/** Every fault there is, and what its sentence needs to know. */
export interface FaultParams {
  // Of any field
  missing: Nothing
  unknown_field: { readonly known?: readonly string[] }
  unknown_parameter: { readonly known: readonly string[] }
  /** One of several, where there are several. */
  wrong_type: { readonly type: string | readonly string[] }
  wrong_format: { readonly format: string }
  wrong_form: { readonly form: string }
  not_one_of: { readonly choices: readonly (string | number)[] }
  too_small: Least & { readonly above?: boolean }
  too_big: Most & { readonly below?: boolean }
  too_short: Least
  too_long: Most
  too_few: Least
  too_many: Most
  not_unique: Nothing
  not_valid: Nothing
  empty: Nothing
  blank_around: Nothing
  control_characters: Nothing
  not_whole_number: Range
  not_positive_integer: Nothing
  number_range: Range
  above_zero: Most
  passed: Nothing
  /** A check of the browser app has written the sentence; it is shown as it is. */
  said: Said

  // Of lists and headers
  not_a_cursor: Nothing
  needs_subject_kind: Nothing
  idempotency_key_form: Nothing

  // Of stations and the network
  station_code_form: Nothing
  mountpoint_form: Nothing
  line_without_semicolon: Nothing
  country_form: Nothing
  line_form: Nothing
  host_form: Nothing
  phone_form: Nothing
  whatsapp_form: Nothing
  port_range: Nothing
  upstream_form: Nothing
  /** It comes from another caster, and from nowhere else. */
  source_of_upstream: { readonly code: string }
  backup_of_itself: Nothing
  /** One of the two is pulled only while somebody wants it: whether it lives is not known before. */
  backup_with_upstream: { readonly code: string }
  certificate_form: Nothing
  certificate_with_key: Nothing
  certificate_several: Nothing
  certificate_weak: Nothing
  /** ISO 8601. */
  certificate_ended: { readonly until: string }
  certificate_taken: { readonly code: string }
  certificates_full: { readonly most: number }
  certificate_without_backup: Nothing
  certificate_not_registered: Nothing
  /** The last that is good now, and one is required. */
  certificate_last: Nothing
  certificate_missing: Nothing
  push_password_missing: Nothing
  certificate_missing_for_backup: Nothing
  upstream_caster_form: Nothing
  upstream_name_form: Nothing
  upstream_prefix_form: Nothing
  /** User and password. */
  account_form: Nothing
  upstream_exists: { readonly name: string }
  source_not_public: { readonly address: string }
  needed_for_new_station: Nothing
  unknown_member: { readonly code: string }
  twice_in_list: { readonly code: string }
  mountpoint_of_network: { readonly mountpoint: string }
  mountpoint_of_station: { readonly mountpoint: string; readonly code: string }
  mountpoint_of_a_station: Nothing
  group_exists: { readonly name: string }
  mountpoint_exists: { readonly mountpoint: string }
  /** What is altered needs messages that can be read. */
  station_not_rtcm: { readonly code: string }
  /** Another caster computes its stream for each rover. */
  station_of_rovers_each: { readonly code: string }
  /** `types`: observation messages that the station sends. */
  form_gives_nothing: { readonly code: string; readonly types: readonly number[] }
  altered_mountpoints: { readonly names: readonly string[] }
  /** `line`: from 1. */
  table_line_form: { readonly line: number }
  table_line_taken: { readonly line: number; readonly mountpoint: string }

  // Of settings
  set_by_environment: { readonly variable: string }
  colour_form: Nothing
  sender_form: Nothing
  tiles_form: Nothing
  logo_kind: Nothing
  logo_svg: Nothing
  logo_damaged: Nothing
  logo_png_form: Nothing
  logo_jpeg_colours: Nothing
  logo_too_large: Most
  logo_too_wide: Most

  // Of credentials
  unknown_station_id: Nothing
  unknown_station_code: Nothing
  unknown_group: Nothing
  station_or_group: Nothing
  other_station: { readonly id: number; readonly code: string }
  start_form: Nothing
  time_form: Nothing
  start_too_far: { readonly days: number }
  start_in_past: Nothing
  email_needed: Nothing
  no_mail: Nothing
  both_validities: Nothing
  username_form: Nothing
  username_taken: Nothing
  password_form: Nothing
  reference_taken: { readonly id: number }
  twice_in_request: Nothing
  pair_name_length: Most
  end_too_far: { readonly days: number }
  nothing_to_change: Nothing
  metadata_both_ways: Nothing
  sessions_of_operator: Nothing
  /** A circle has no points, and a polygon no centre. */
  not_of_fence: { readonly shape: 'circle' | 'polygon' }
  fence_too_wide: Nothing
  fence_repeats: { readonly point: number }
  /** Sides, by number, from 1. */
  fence_crosses: { readonly first: number; readonly second: number }
  quota_exceeded: OverQuota
  // Of one of many that were to be changed
  credential_was_revoked: Nothing
  credential_has_expired: Nothing
  credential_is_gone: Nothing

  // Of users that come from another caster
  imported_username: Most
  imported_password: Most
  colon_in_password: Nothing
  blank_in_name: Nothing
  unknown_mountpoint: { readonly name: string }
  opens_nothing: Nothing
  others_unknown: { readonly line: number }
  rights_unknown: { readonly file: string; readonly line: number }
  /** A mountpoint of a station that has another one, which they do not open there. */
  part_of_station: { readonly name: string; readonly closed: string }
  end_before_start: Nothing
  already_over: Nothing
  revoked_there: Nothing
  /** The other place in the file. */
  twice_in_file: { readonly line: number }
  again_later: Nothing
  blank_before: Nothing
  without_tabs: Nothing
  /** A credential of this name is there already, and of these it has others. */
  exists_with_other: { readonly fields: readonly string[] }

  // Of webhooks
  empty_event: Nothing
  unknown_event_id: Nothing
  unknown_event: { readonly name: string; readonly known: readonly string[] }
  https_needed: Nothing
  login_in_address: Nothing
  not_public: Nothing
  webhooks_both_ways: Nothing

  // Of orders
  not_paid: Nothing
  station_of_product: Nothing
  group_of_product: Nothing
  unknown_product: Nothing
  not_in_product: Nothing

  // Of people
  owner_for_resellers: Nothing
  owner_for_reseller_needed: Nothing
  unknown_owner: Nothing
  user_disabled: Nothing
  wrong_totp: Nothing
  password_common: Nothing
  password_personal: Nothing

  // Of files
  file_empty: Nothing
  file_not_sent: Nothing
  file_not_utf8: Nothing
  file_not_csv: Said
  file_not_json: Said
  file_not_array: Nothing
  file_without_lines: Nothing
  file_without_good_lines: Nothing
  file_without_stations: Nothing
  file_without_validity: Nothing
  file_too_long: Most
  file_without_users: Nothing
  file_needed: { readonly name: string }
  file_unknown: { readonly name: string }
  file_twice: { readonly name: string }
  column_needed: { readonly name: string }
  too_many_lines: Most
  too_many_columns: Most
  unknown_column: { readonly name: string; readonly known: readonly string[] }
  column_twice: { readonly name: string }
  field_count: { readonly here: number; readonly first: number }
  not_text: Nothing
  not_number: { readonly given: unknown }
  not_object: Nothing
}

export type FaultCode = keyof FaultParams

export interface Fault<Code extends FaultCode = FaultCode> {
  readonly code: Code
  readonly params: FaultParams[Code]
}

/** Where in a file something stands: on a line, or for JSON at a position in the array, from 1. */
export interface FilePlace {
  readonly kind: 'line' | 'item'
  readonly number: number
}

/** Where the fault lies: names of our own vocabulary and positions in lists; empty: in the whole. */
export type FieldPath = readonly (string | number)[]

export interface FieldFault extends Fault {
  readonly path: FieldPath
  /** The path has the names that were sent, not ours. */
  readonly asSent?: true
}

export type FaultArgs<Code extends FaultCode> = Nothing extends FaultParams[Code]
  ? [params?: FaultParams[Code]]
  : [params: FaultParams[Code]]

export const fault = <Code extends FaultCode>(code: Code, ...[params]: FaultArgs<Code>): Fault<Code> => ({
  code,
  params: (params ?? {}) as FaultParams[Code],
})

/** A fault of a field. */
export const wrong = <Code extends FaultCode>(path: FieldPath, code: Code, ...params: FaultArgs<Code>): FieldFault => ({
  path,
  ...fault(code, ...params),
})
