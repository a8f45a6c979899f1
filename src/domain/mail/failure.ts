// Why a mail was not sent.
import type { Coded, Nothing, Said } from '../codes/coded.ts'
import type { QuotaOf } from './quota.ts'

/** There is nothing to send any more: what the mail tells of was undone meanwhile, or it comes too late. */
export type UnwantedReason =
  | 'no_credential'
  | 'credential_revoked'
  | 'credential_ended'
  | 'credential_renewed'
  | 'order_not_waiting'
  | 'not_subscribed'
  | 'incident_withdrawn'
  | 'link_not_needed'

export interface MailFailureParams {
  unwanted: { readonly why: UnwantedReason }
  /** Every attempt took its process down with it. */
  broken_off: Nothing
  /** Nobody who sends mails was there for days. */
  nobody_sent: { readonly days: number }
  /** It waits: as many as are allowed in a day were sent. */
  over_quota: { readonly whose: QuotaOf; readonly most: number }
  not_an_address: Nothing
  no_connection: { readonly seconds: number }
  out_of_time: Nothing
  /** As the mail server puts it, or the system. */
  said: Said
}

export type MailFailure = Coded<MailFailureParams>

/** What came of a mail that was sent to see whether sending works. */
export interface MailTest {
  /** What the mail server said as it took the mail; null: it did not. */
  readonly said: string | null
  readonly failure: MailFailure | null
}
