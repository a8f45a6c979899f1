import type { Coded, Nothing, Said } from '../../codes/coded.ts'
import type { QuotaOf } from './quota.ts'

/** Why a mail became obsolete before it was sent: its subject was undone, or it is too late. */
export type UnwantedReason =
  | 'no_credential'
  | 'credential_revoked'
  | 'credential_ended'
  | 'credential_renewed'
  | 'order_not_waiting'
  | 'not_subscribed'
  | 'incident_withdrawn'
  | 'link_not_needed'
  | 'host_removed'
  | 'nothing_measured'

export interface MailFailureParams {
  unwanted: { readonly why: UnwantedReason }
  /** The process died during every attempt. */
  broken_off: Nothing
  nobody_sent: { readonly days: number }
  /** Delayed: the daily quota is used up. */
  over_quota: { readonly whose: QuotaOf; readonly most: number }
  not_an_address: Nothing
  no_connection: { readonly seconds: number }
  out_of_time: Nothing
  /** Error text of the mail server or the operating system. */
  said: Said
}

export type MailFailure = Coded<MailFailureParams>

export interface MailTest {
  /** Response of the mail server that accepted the mail; `null` if rejected. */
  readonly said: string | null
  readonly failure: MailFailure | null
}
