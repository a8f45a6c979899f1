import type { FaultCode, FaultParams } from '../domain/fault.ts'
import { EVENT_TYPES } from '../domain/webhooks/events.ts'

/** What the API may find wrong with a field, each with figures of an example. GET /docs/problems shows them to people. */
export const PUBLISHED_FAULTS = {
  missing: {},
  unknown_field: {},
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
  control_characters: {},
  not_positive_integer: {},
  not_a_cursor: {},
  idempotency_key_form: {},
  unknown_station_id: {},
  unknown_station_code: {},
  other_station: { id: 7, code: 'CDMX' },
  start_form: {},
  start_too_far: { days: 180 },
  start_in_past: {},
  email_needed: {},
  no_mail: {},
  empty_event: {},
  unknown_event: { name: 'credential.lost', known: EVENT_TYPES },
  https_needed: {},
  login_in_address: {},
  not_public: {},
} as const satisfies { readonly [Code in FaultCode]?: FaultParams[Code] }

export type PublishedFaultCode = keyof typeof PUBLISHED_FAULTS
