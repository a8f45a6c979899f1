import type { AttemptFailure, AttemptFailureParams } from '../domain/webhooks/attempt.ts'
import type { DeactivationReason } from '../domain/webhooks/webhook.ts'
import { say, type WordsFor } from './say.ts'

export interface WebhookWords {
  readonly deactivated: { readonly [Reason in DeactivationReason]: string }
  readonly attempts: WordsFor<AttemptFailureParams>
}

export const attemptText = ({ webhooks }: { readonly webhooks: WebhookWords }, failure: AttemptFailure): string =>
  say(webhooks.attempts, failure)
