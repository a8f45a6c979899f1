// What the administration area refuses, beside what the contract's own rules refuse (errors.ts): codes of the API are
// part of its description, these are not.

export type ConsoleRefusalCode =
  | 'wrong_credentials'
  | 'wrong_code'
  | 'wrong_password'
  | 'signed_out'
  | 'second_factor_needed'
  | 'forbidden'
  | 'cross_site'
  | 'link_not_valid'
  | 'too_many_attempts'
  | 'busy'
  | 'user_not_found'
  | 'session_not_found'
  | 'owner_not_found'
  | 'token_not_found'
  | 'issue_job_not_found'
  | 'file_not_readable'
  | 'delivery_not_found'
  | 'entry_not_found'
  | 'webhook_inactive'
  | 'rover_not_found'
  | 'station_exists'
  | 'email_taken'
  | 'owner_exists'
  | 'last_administrator'
  | 'second_factor_missing'
  | 'no_mail_server'
  | 'product_not_found'
  | 'order_not_found'
  | 'order_paid'
  | 'order_cancelled'
  | 'order_station_archived'
  | 'order_wrong_amount'
  | 'no_card_payment'
  | 'payment_provider_failed'
  | 'no_coverage'
  | 'too_many_orders'
  | 'route_not_found'

export class ConsoleRefusal extends Error {
  readonly code: ConsoleRefusalCode
  /** When it makes sense to ask again. */
  readonly retryAfterMs: number | null

  constructor(code: ConsoleRefusalCode, detail: string, retryAfterMs: number | null = null) {
    super(detail)
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
