import type { MailFailure, MailFailureParams, UnwantedReason } from '../domain/delivery/mail/failure.ts'
import { say, type WordsFor } from './say.ts'

export interface MailWords {
  readonly failures: WordsFor<MailFailureParams>
  readonly unwanted: { readonly [Reason in UnwantedReason]: string }
}

export const mailFailureText = ({ mail }: { readonly mail: MailWords }, failure: MailFailure): string =>
  say(mail.failures, failure)
