// A refusal: something that the rules do not allow, with a stable code and a text for whoever asked.

export type RefusalCode =
  | 'invalid_request'
  | 'credential_not_found'
  | 'credential_expired'
  | 'station_not_found'
  | 'webhook_not_found'
  | 'webhook_limit_reached'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'

/** Where in the request the trouble lies: names of our own vocabulary and positions in lists. */
export interface FieldError {
  readonly path: readonly (string | number)[]
  readonly detail: string
  /** Which rule, for whoever shows it in another language. */
  readonly code?: string
}

export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: readonly FieldError[]

  constructor(code: RefusalCode, detail: string, fields: readonly FieldError[] = []) {
    super(detail)
    this.code = code
    this.fields = fields
  }
}

export const invalid = (...fields: FieldError[]) => new Refusal('invalid_request', 'The request breaks a rule.', fields)
