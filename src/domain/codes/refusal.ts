// Rejections as codes with parameters. The sentences are in src/words/.

import type { OverQuota } from '../people/quota.ts'
import type { SsoFailure, SsoNoEntry } from '../people/single-sign-on.ts'
import type { GroupUse } from '../stations/group.ts'
import type { Nothing } from './coded.ts'
import { type FaultArgs, type FaultCode, type FieldFault, wrong } from './fault.ts'

/** Category of a refusal. HTTP interfaces map it to a status (wire/problems/problem.ts). */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'not_allowed'
  | 'too_slow'
  | 'conflict'
  | 'gone'
  | 'changed'
  | 'too_large'
  | 'unsupported'
  | 'key_reused'
  | 'headers_too_large'
  | 'too_many'
  | 'broken'
  | 'provider_broken'
  | 'unavailable'

interface Entry<Params> {
  readonly kind: RefusalKind
  /** Exists at the type level only; never set. */
  readonly params?: Params
}
const no = <Params extends object = Nothing>(kind: RefusalKind): Entry<Params> => ({ kind })

interface Later {
  readonly retryAfterSeconds: number
}

export type BadHttp = 'not_http' | 'no_host' | 'two_hosts' | 'bad_address' | 'bad_length'

export type BadJson = 'not_utf8' | 'ends_early' | 'forbidden_name'

export const REFUSALS = {
  invalid_request: no<{ readonly reason?: BadHttp }>('invalid'),
  /** `at`: position of the syntax error in characters, from 1. */
  invalid_json: no<{ readonly reason?: BadJson; readonly at?: number }>('invalid'),
  file_not_readable: no('invalid'),
  no_signature: no('invalid'),
  bad_signature: no('invalid'),
  notice_too_old: no('invalid'),

  missing_token: no('unauthenticated'),
  invalid_token: no('unauthenticated'),
  wrong_credentials: no('unauthenticated'),
  wrong_code: no('unauthenticated'),
  signed_out: no('unauthenticated'),
  second_factor_needed: no('unauthenticated'),
  sso_failed: no<{ readonly failure: SsoFailure; readonly error?: string }>('unauthenticated'),

  insufficient_scope: no<{ readonly scope: string }>('forbidden'),
  token_without_webhooks: no('forbidden'),
  token_without_passwords: no('forbidden'),
  only_in_test_mode: no('forbidden'),
  wrong_password: no('forbidden'),
  confirmation_needed: no('forbidden'),
  second_factor_required: no('forbidden'),
  viewing_as: no('forbidden'),
  forbidden: no<{ readonly permission: string; readonly role: string }>('forbidden'),
  /** `who`: the provider's name for the user. */
  sso_no_entry: no<{ readonly obstacle: SsoNoEntry; readonly who: string }>('forbidden'),
  local_login_off: no('forbidden'),
  sessions_of_operator: no('forbidden'),
  shop_of_operator: no('forbidden'),
  cross_site: no('forbidden'),

  route_not_found: no<{ readonly method: string; readonly path: string }>('missing'),
  station_not_found: no<{ readonly code?: string }>('missing'),
  position_not_computed: no<{ readonly code: string }>('missing'),
  group_not_found: no<{ readonly name?: string }>('missing'),
  credential_not_found: no('missing'),
  webhook_not_found: no('missing'),
  delivery_not_found: no('missing'),
  user_not_found: no('missing'),
  session_not_found: no('missing'),
  owner_not_found: no<{ readonly name?: string }>('missing'),
  token_not_found: no('missing'),
  issue_job_not_found: no('missing'),
  entry_not_found: no('missing'),
  product_not_found: no('missing'),
  order_not_found: no('missing'),
  incident_not_found: no('missing'),
  subscription_not_found: no('missing'),
  rover_not_found: no('missing'),
  view_not_found: no('missing'),
  wall_link_not_found: no('missing'),
  customer_not_found: no('missing'),
  upstream_not_found: no<{ readonly name?: string }>('missing'),
  node_not_found: no<{ readonly name: string }>('missing'),
  mountpoint_not_found: no<{ readonly name: string }>('missing'),
  equipment_not_found: no('missing'),
  forward_not_found: no('missing'),
  channel_not_found: no('missing'),
  host_not_found: no('missing'),

  method_not_allowed: no<{ readonly method: string; readonly allowed: readonly string[] }>('not_allowed'),
  request_timeout: no('too_slow'),

  credential_expired: no('conflict'),
  credential_revoked: no('conflict'),
  /** `id`: the credential that already has this reference. */
  reference_taken: no<{ readonly id: number }>('conflict'),
  username_taken: no('conflict'),
  credential_is_test: no('conflict'),
  idempotency_in_progress: no<Later>('conflict'),
  webhook_limit_reached: no<{ readonly most: number }>('conflict'),
  webhook_inactive: no('conflict'),
  quota_exceeded: no<OverQuota>('conflict'),
  station_exists: no<{ readonly code: string; readonly archived: boolean }>('conflict'),
  group_exists: no<{ readonly name: string }>('conflict'),
  group_in_use: no<{ readonly name: string } & GroupUse>('conflict'),
  position_not_off: no<{ readonly code: string }>('conflict'),
  /** The stream announces the recorded antenna, or none. */
  antenna_agrees: no<{ readonly code: string }>('conflict'),
  email_taken: no('conflict'),
  owner_exists: no<{ readonly name: string }>('conflict'),
  last_administrator: no('conflict'),
  second_factor_missing: no('conflict'),
  no_mail_server: no('conflict'),
  no_telegram_bot: no('conflict'),
  sso_off: no('conflict'),
  password_at_provider: no('conflict'),
  order_paid: no('conflict'),
  order_cancelled: no('conflict'),
  order_is_test: no('conflict'),
  rinex_not_found: no('missing'),
  rinex_limit_reached: no<{ readonly most: number }>('conflict'),
  base_not_found: no('missing'),
  /** Too many computations from the archive wait. */
  runs_limit_reached: no<{ readonly most: number }>('conflict'),
  /** The credential does not include RINEX files. */
  rinex_not_included: no('conflict'),
  /** Hours of data in this calendar month. */
  rinex_month_used: no<{ readonly limit: number; readonly used: number; readonly wanted: number }>('conflict'),
  rinex_file_gone: no('missing'),
  past_session_not_found: no('missing'),
  /** The session is of a release that did not record which station served it, or it was sent nothing yet. */
  sent_not_recorded: no('conflict'),
  /** No stream was sent between the two times. */
  sent_nothing: no('conflict'),
  sent_not_in_archive: no('conflict'),
  sent_not_readable: no<{ readonly name: string }>('conflict'),
  sent_mountpoint_gone: no<{ readonly name: string }>('conflict'),
  /** Nothing or too little was recorded. The station that has most of the window, if any. */
  no_data: no<{ readonly code: string | null; readonly sharePct: number | null; readonly distanceKm: number | null }>(
    'conflict',
  ),
  no_product_offers_it: no('conflict'),
  order_station_archived: no('conflict'),
  order_wrong_amount: no<{
    readonly amount: string
    readonly receivedMinor: number | null
    readonly currency: string | null
  }>('conflict'),
  no_card_payment: no('conflict'),
  no_coverage: no('conflict'),

  link_not_valid: no('gone'),
  precondition_failed: no('changed'),
  /** `mostValues` is set if the body has too many values rather than too many bytes. */
  payload_too_large: no<{ readonly mostValues?: number }>('too_large'),
  /** `reason` is set if the body is compressed rather than of the wrong type. */
  unsupported_media_type: no<{ readonly reason?: 'encoded' }>('unsupported'),
  idempotency_key_reused: no('key_reused'),
  headers_too_large: no('headers_too_large'),

  rate_limited: no<Later & { readonly perMinute: number }>('too_many'),
  too_many_attempts: no<Later>('too_many'),
  too_many_orders: no<Later>('too_many'),

  internal_error: no('broken'),
  payment_provider_failed: no('provider_broken'),
  sso_provider_failed: no('provider_broken'),
  service_unavailable: no<Later>('unavailable'),
  busy: no<Later>('unavailable'),
} as const

export type RefusalCode = keyof typeof REFUSALS
export type RefusalParams<Code extends RefusalCode = RefusalCode> = Code extends RefusalCode
  ? NonNullable<(typeof REFUSALS)[Code]['params']>
  : never

/** Makes `params` optional for codes without parameters. */
type Args<Code extends RefusalCode> =
  Nothing extends RefusalParams<Code>
    ? [params?: RefusalParams<Code>, fields?: readonly FieldFault[], more?: number]
    : [params: RefusalParams<Code>, fields?: readonly FieldFault[], more?: number]

export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly params: RefusalParams<Code>
  readonly fields: readonly FieldFault[]
  /** Number of invalid fields that `fields` leaves out. */
  readonly more: number

  constructor(code: Code, ...[params, fields = [], more = 0]: Args<Code>) {
    super(code)
    this.code = code
    this.params = (params ?? {}) as RefusalParams<Code>
    this.fields = fields
    this.more = more
  }
}

export const invalid = (...fields: FieldFault[]): Refusal => new Refusal('invalid_request', {}, fields)

/** Like `invalid`, for a list that may be truncated. */
export const allInvalid = (fields: readonly FieldFault[], more = 0): Refusal =>
  new Refusal('invalid_request', {}, fields, more)

export const unreadable = <Code extends FaultCode>(code: Code, ...params: FaultArgs<Code>): Refusal =>
  new Refusal('file_not_readable', {}, [wrong([], code, ...params)])
