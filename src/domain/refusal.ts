// What is refused, told as a code and its figures. The sentences are made at the edges, from the dictionaries in src/words/.
import { type FaultArgs, type FaultCode, type FieldFault, wrong } from './fault.ts'
import type { Nothing } from './told.ts'

/** What kind of no it is. Doors that speak HTTP answer with the status of the kind (wire/problem.ts). */
export type RefusalKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  | 'key_reused'
  | 'too_many'
  | 'broken'
  | 'provider_broken'
  | 'unavailable'

interface Entry<Params> {
  readonly kind: RefusalKind
  /** Only ever a type. */
  readonly params?: Params
}
const no = <Params extends object = Nothing>(kind: RefusalKind): Entry<Params> => ({ kind })

/** When it makes sense to ask again. */
interface Later {
  readonly retryAfterSeconds: number
}

/** Why something is not a request at all. */
export type BadHttp = 'header_too_large' | 'too_slow' | 'not_http' | 'two_hosts'

/** Every refusal there is, its kind, and what its sentence needs to know. */
export const REFUSALS = {
  /** `said`: by what reads HTTP and JSON. */
  invalid_request: no<{ readonly reason?: BadHttp; readonly said?: string }>('invalid'),
  invalid_json: no<{ readonly reason?: 'not_utf8'; readonly said?: string }>('invalid'),
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

  insufficient_scope: no<{ readonly scope: string }>('forbidden'),
  token_without_webhooks: no('forbidden'),
  wrong_password: no('forbidden'),
  confirmation_needed: no('forbidden'),
  second_factor_required: no('forbidden'),
  forbidden: no<{ readonly permission: string; readonly role: string }>('forbidden'),
  sessions_of_operator: no('forbidden'),
  shop_of_operator: no('forbidden'),
  cross_site: no('forbidden'),

  route_not_found: no<{ readonly method: string; readonly path: string }>('missing'),
  station_not_found: no<{ readonly code?: string }>('missing'),
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
  rover_not_found: no('missing'),
  node_not_found: no<{ readonly name: string }>('missing'),

  credential_expired: no('conflict'),
  credential_revoked: no('conflict'),
  idempotency_in_progress: no('conflict'),
  webhook_limit_reached: no<{ readonly most: number }>('conflict'),
  webhook_inactive: no('conflict'),
  station_exists: no<{ readonly code: string; readonly archived: boolean }>('conflict'),
  email_taken: no('conflict'),
  owner_exists: no<{ readonly name: string }>('conflict'),
  last_administrator: no('conflict'),
  second_factor_missing: no('conflict'),
  no_mail_server: no('conflict'),
  order_paid: no('conflict'),
  order_cancelled: no('conflict'),
  order_station_archived: no('conflict'),
  order_wrong_amount: no<{
    readonly amount: string
    readonly receivedMinor: number | null
    readonly currency: string | null
  }>('conflict'),
  no_card_payment: no('conflict'),
  no_coverage: no('conflict'),

  link_not_valid: no('gone'),
  /** `mostValues`: it is not the bytes, but how many things are in it. */
  payload_too_large: no<{ readonly mostValues?: number }>('too_large'),
  unsupported_media_type: no('unsupported'),
  idempotency_key_reused: no('key_reused'),

  rate_limited: no<Later & { readonly perMinute: number }>('too_many'),
  too_many_attempts: no<Later>('too_many'),
  too_many_orders: no<Later>('too_many'),

  internal_error: no('broken'),
  payment_provider_failed: no('provider_broken'),
  service_unavailable: no<Later>('unavailable'),
  busy: no<Later>('unavailable'),
} as const

export type RefusalCode = keyof typeof REFUSALS
export type RefusalParams<Code extends RefusalCode = RefusalCode> = Code extends RefusalCode
  ? NonNullable<(typeof REFUSALS)[Code]['params']>
  : never

/** What needs no figures is refused by its code alone. */
type Args<Code extends RefusalCode> =
  Nothing extends RefusalParams<Code>
    ? [params?: RefusalParams<Code>, fields?: readonly FieldFault[], more?: number]
    : [params: RefusalParams<Code>, fields?: readonly FieldFault[], more?: number]

export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  readonly code: Code
  readonly params: RefusalParams<Code>
  /** Of what was sent: which fields are wrong, and how. */
  readonly fields: readonly FieldFault[]
  /** How many others are wrong beside those. */
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

/** The same of a list that may be long. */
export const allInvalid = (fields: readonly FieldFault[], more = 0): Refusal =>
  new Refusal('invalid_request', {}, fields, more)

/** A file as a whole that cannot be read. */
export const unreadable = <Code extends FaultCode>(code: Code, ...params: FaultArgs<Code>): Refusal =>
  new Refusal('file_not_readable', {}, [wrong([], code, ...params)])
