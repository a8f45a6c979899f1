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
  status: { readonly status: number }
  said: Said
}

export type AttemptFailure = Coded<AttemptFailureParams>
