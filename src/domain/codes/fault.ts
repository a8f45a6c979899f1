// Validation faults of a request field, a file column or a whole line, as codes with parameters. The sentences are in
// src/words/.
import type { OverQuota } from '../people/quota.ts'
import type { Nothing, Said } from './coded.ts'

interface Most {
  readonly most: number
}
interface Least {
  readonly least: number
}
interface Range extends Least, Most {}
/** Text of a file. */
interface Given {
  readonly text: string
}

export interface FaultParams {
  // Any field
  missing: Nothing
  unknown_field: { readonly known?: readonly string[] }
  unknown_parameter: { readonly known: readonly string[] }
  /** A list if several types are accepted. */
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
  /** Sentence written by a check of the browser app, shown unmodified. */
  said: Said

  // Lists and headers
  not_a_cursor: Nothing
  needs_subject_kind: Nothing
  idempotency_key_form: Nothing

  // Stations and the network
  station_code_form: Nothing
  mountpoint_form: Nothing
  line_without_semicolon: Nothing
  country_form: Nothing
  epoch_without_frame: Nothing
  frame_and_datum: Nothing
  frame_fixes_epoch: { readonly frame: string; readonly epoch: number }
  /** The frame is defined to the metre only. */
  frame_not_exact: { readonly frame: string }
  epoch_needed: { readonly frame: string }
  station_frame_unknown: { readonly code: string }
  /** A VRS engine computes a position for each rover, in its own frame. */
  frame_of_engine: Nothing
  velocity_unknown: { readonly code: string; readonly from: number; readonly to: number }
  velocity_form: Most
  contradicting_messages: { readonly one: number; readonly other: number }
  position_for_messages: Nothing
  ecef_form: Nothing
  announcement_form: { readonly characters: number; readonly bytes: number }
  position_far: { readonly code: string; readonly km: number }
  antenna_height_unknown: { readonly code: string }
  antenna_unknown: { readonly code: string }
  receiver_unknown: { readonly code: string }
  line_form: Nothing
  host_form: Nothing
  phone_form: Nothing
  whatsapp_form: Nothing
  port_range: Nothing
  upstream_form: Nothing
  forward_form: Nothing
  pull_form: Nothing
  input_not_allowed: { readonly input: string }
  /** The station's only source is an upstream caster. */
  source_of_upstream: { readonly code: string }
  /** An upstream station streams only while a rover wants it. */
  forward_of_upstream: { readonly code: string }
  forward_exists: Nothing
  host_exists: Nothing
  mountpoint_not_of_station: { readonly name: string; readonly code: string }
  backup_of_itself: Nothing
  /** One of the two stations is pulled only on demand, so its state is unknown until a rover connects. */
  backup_with_upstream: { readonly code: string }
  certificate_form: Nothing
  certificate_with_key: Nothing
  certificate_several: Nothing
  certificate_weak: Nothing
  /** `until` is ISO 8601. */
  certificate_ended: { readonly until: string }
  certificate_taken: { readonly code: string }
  certificates_full: { readonly most: number }
  certificate_without_backup: Nothing
  certificate_not_registered: Nothing
  /** The last valid certificate of a station that requires one. */
  certificate_last: Nothing
  certificate_missing: Nothing
  push_password_missing: Nothing
  push_password_form: Most
  /** Another push password is in use, and the caller did not ask to replace it. */
  push_password_other: { readonly code: string }
  certificate_missing_for_backup: Nothing
  radome_form: Nothing
  marker_number_form: Nothing
  not_yet: Nothing
  /** Times are ISO 8601; `until` is `null` while installed. */
  equipment_overlaps: { readonly type: string; readonly from: string; readonly until: string | null }
  site_log_date: Given
  site_log_number: Given
  /** Another item of the same section covers a part of this time. */
  site_log_overlap: Nothing
  upstream_caster_form: Nothing
  upstream_name_form: Nothing
  upstream_prefix_form: Nothing
  account_form: Nothing
  upstream_exists: { readonly name: string }
  source_not_public: { readonly address: string }
  needed_for_new_station: Nothing
  unknown_member: { readonly code: string }
  twice_in_list: { readonly code: string }
  mountpoint_of_network: { readonly mountpoint: string }
  mountpoint_of_station: { readonly mountpoint: string; readonly code: string }
  group_exists: { readonly name: string }
  mountpoint_exists: { readonly mountpoint: string }
  /** A stream can only be converted if it is RTCM. */
  station_not_rtcm: { readonly code: string }
  /** An upstream caster computes this stream for each rover. */
  station_of_rovers_each: { readonly code: string }
  form_gives_nothing: { readonly code: string; readonly types: readonly number[] }
  altered_mountpoints: { readonly names: readonly string[] }
  /** `line` counts from 1. */
  table_line_form: { readonly line: number }
  table_line_taken: { readonly line: number; readonly mountpoint: string }

  // Settings
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

  // Alert channels
  teams_connector_retired: Nothing
  webhook_of_other_service: { readonly service: 'slack' | 'teams' | 'discord' }
  quiet_all_day: Nothing
  not_a_time_zone: Nothing
  bot_token_form: Nothing
  bot_unknown: Nothing
  telegram_unreachable: Nothing

  // Credentials
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
  /** A field that belongs to the other shape: points of a circle, or the centre of a polygon. */
  not_of_fence: { readonly shape: 'circle' | 'polygon' }
  fence_too_wide: Nothing
  fence_repeats: { readonly point: number }
  /** Numbers of the two sides, from 1. */
  fence_crosses: { readonly first: number; readonly second: number }
  quota_exceeded: OverQuota
  // One credential of a bulk change
  credential_was_revoked: Nothing
  credential_has_expired: Nothing
  credential_is_gone: Nothing

  // Users imported from another caster
  imported_username: Most
  imported_password: Most
  colon_in_password: Nothing
  blank_in_name: Nothing
  unknown_mountpoint: { readonly name: string }
  opens_nothing: Nothing
  others_unknown: { readonly line: number }
  rights_unknown: { readonly file: string; readonly line: number }
  /** In the imported file the user opens `name` but not `closed` of the same station; here a credential opens both. */
  part_of_station: { readonly name: string; readonly closed: string }
  end_before_start: Nothing
  already_over: Nothing
  revoked_there: Nothing
  /** `line` is the other occurrence. */
  twice_in_file: { readonly line: number }
  again_later: Nothing
  blank_before: Nothing
  without_tabs: Nothing
  /** A credential with this user name exists and differs in `fields`. */
  exists_with_other: { readonly fields: readonly string[] }

  // RINEX
  in_future: Nothing
  /** Customers get observations of the time for which they have access. */
  before_validity: Nothing
  after_validity: Nothing
  offset_needed: Nothing
  window_too_long: { readonly hours: number }
  /** `seconds`: the station's own interval. */
  interval_too_short: { readonly seconds: number }
  /** Only daily files at 30 s are left of the time before. */
  only_daily_file: { readonly until: string }
  station_or_position: Nothing
  rover_file_not_rinex: Nothing
  rover_file_no_position: Nothing
  rover_file_too_long: Nothing

  // Webhooks
  empty_event: Nothing
  unknown_event_id: Nothing
  unknown_event: { readonly name: string; readonly known: readonly string[] }
  https_needed: Nothing
  login_in_address: Nothing
  not_public: Nothing
  webhooks_both_ways: Nothing

  // Orders
  not_paid: Nothing
  station_of_product: Nothing
  group_of_product: Nothing
  unknown_product: Nothing
  not_in_product: Nothing
  /** The order renews a credential, which keeps its access, start and label. */
  not_in_renewal: Nothing

  // People
  owner_for_resellers: Nothing
  owner_for_reseller_needed: Nothing
  unknown_owner: Nothing
  user_disabled: Nothing
  wrong_totp: Nothing
  password_common: Nothing
  password_personal: Nothing

  // Files
  file_empty: Nothing
  file_not_sent: Nothing
  file_not_utf8: Nothing
  file_not_csv: Said
  file_not_json: Said
  file_not_array: Nothing
  file_without_lines: Nothing
  file_without_good_lines: Nothing
  file_without_stations: Nothing
  file_not_site_log: Nothing
  file_without_validity: Nothing
  file_too_long: Most
  file_without_users: Nothing
  file_without_push_passwords: Nothing
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

/** A line of a text file, or a position in a JSON array; both count from 1. */
export interface FilePlace {
  readonly kind: 'line' | 'item'
  readonly number: number
}

/** Path of domain field names and list positions; empty if the fault concerns the whole request. */
export type FieldPath = readonly (string | number)[]

export interface FieldFault extends Fault {
  readonly path: FieldPath
  /** Set if the path has the names from the request instead of domain names. */
  readonly asSent?: true
}

export type FaultArgs<Code extends FaultCode> = Nothing extends FaultParams[Code]
  ? [params?: FaultParams[Code]]
  : [params: FaultParams[Code]]

export const fault = <Code extends FaultCode>(code: Code, ...[params]: FaultArgs<Code>): Fault<Code> => ({
  code,
  params: (params ?? {}) as FaultParams[Code],
})

export const wrong = <Code extends FaultCode>(path: FieldPath, code: Code, ...params: FaultArgs<Code>): FieldFault => ({
  path,
  ...fault(code, ...params),
})
