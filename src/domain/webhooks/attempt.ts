// Why an attempt to deliver an event brought no success.
import type { Coded, Nothing, Said } from '../codes/coded.ts'

export interface AttemptFailureParams {
  not_http: Nothing
  forbidden_address: { readonly address: string }
  no_answer: { readonly seconds: number }
  refused: Nothing
  closed_early: Nothing
  unresolved: Nothing
  certificate: { readonly code: string }
  no_tls: { readonly code: string }
  /** It answered, and not with a success. */
  status: { readonly status: number }
  /** As the system puts it. */
  said: Said
}

export type AttemptFailure = Coded<AttemptFailureParams>
