import type { FaultCode, FaultParams } from '../../domain/codes/fault.ts'
import type { RefusalCode } from '../../domain/codes/refusal.ts'
import { EVENT_TYPES } from '../../domain/webhooks/events.ts'

/** Field faults that the API may return, with example parameters. GET /docs/problems shows them. */
export const PUBLISHED_FAULTS = {
  missing: {},
  unknown_field: {},
  unknown_parameter: { known: ['limit', 'cursor'] },
  wrong_type: { type: 'integer' },
  wrong_format: { format: 'email' },
  not_one_of: { choices: ['activa', 'expirada', 'revocada'] },
  too_small: { least: 1 },
  too_big: { most: 1000 },
  too_short: { least: 1 },
  too_long: { most: 200 },
  too_few: { least: 1 },
  too_many: { most: 1000 },
  not_unique: {},
  not_valid: {},
  wrong_form: { form: '^[A-Z]{3}$' },
  empty: {},
  blank_around: {},
  control_characters: {},
  not_positive_integer: {},
  not_a_cursor: {},
  idempotency_key_form: {},
  unknown_station_id: {},
  unknown_station_code: {},
  unknown_group: {},
  station_or_group: {},
  other_station: { id: 7, code: 'CDMX' },
  start_form: {},
  time_form: {},
  start_too_far: { days: 180 },
  start_in_past: {},
  email_needed: {},
  no_mail: {},
  username_form: {},
  username_taken: {},
  password_form: {},
  reference_taken: { id: 1042 },
  twice_in_request: {},
  pair_name_length: { most: 40 },
  end_too_far: { days: 366 },
  end_before_start: {},
  nothing_to_change: {},
  metadata_both_ways: {},
  empty_event: {},
  unknown_event_id: {},
  unknown_event: { name: 'credential.lost', known: EVENT_TYPES },
  https_needed: {},
  login_in_address: {},
  not_public: {},
  unknown_product: {},
  not_in_product: {},
  not_in_renewal: {},
  in_future: {},
  offset_needed: {},
  window_too_long: { hours: 24 },
  interval_too_short: { seconds: 5 },
  only_daily_file: { until: '2026-11-14T08:00:00.000Z' },
  station_or_position: {},
  number_range: { least: -90, most: 90 },
  not_of_fence: { shape: 'circle' },
  fence_too_wide: {},
  fence_repeats: { point: 4 },
  fence_crosses: { first: 1, second: 3 },
} as const satisfies { readonly [Code in FaultCode]?: FaultParams[Code] }

export type PublishedFaultCode = keyof typeof PUBLISHED_FAULTS

/** Codes that have another name in the contract. */
const CONTRACT_CODES = { reference_taken: 'referencia_taken', username_taken: 'usuario_taken' } as const

export const publishedCode = (code: RefusalCode | FaultCode): string =>
  (CONTRACT_CODES as Partial<Record<string, string>>)[code] ?? code

export const FIELD_CODES = (Object.keys(PUBLISHED_FAULTS) as PublishedFaultCode[]).map(publishedCode)

/** A code that is not documented is never sent. */
export const publishedFaultCode = (code: FaultCode): string =>
  Object.hasOwn(PUBLISHED_FAULTS, code) ? publishedCode(code) : 'not_valid'
