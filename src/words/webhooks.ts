import type { ChatFailure, ChatFailureParams } from '../domain/alerts/channels/failure.ts'
import type { BotReply } from '../domain/alerts/channels/telegram.ts'
import type { AttemptFailure, AttemptFailureParams } from '../domain/webhooks/attempt.ts'
import type { DeactivationReason } from '../domain/webhooks/webhook.ts'
import { say, type WordsFor } from './say.ts'

export interface WebhookWords {
  readonly deactivated: { readonly [Reason in DeactivationReason]: string }
  readonly attempts: WordsFor<AttemptFailureParams>
  readonly chats: ChatWords
}

/** Messages of alerts to chats. */
export interface ChatWords {
  /** Failures that only chats have. */
  readonly failures: WordsFor<Omit<ChatFailureParams, keyof AttemptFailureParams>>
  /** Replies of the Telegram bot; `status` if there are no alerts. */
  readonly bot: { readonly [Reply in BotReply]: (network: string) => string } & {
    readonly open: (count: number) => string
  }
  readonly test: { readonly title: (network: string) => string; readonly text: string }
}

interface Needed {
  readonly webhooks: WebhookWords
}

export const attemptText = ({ webhooks }: Needed, failure: AttemptFailure): string => say(webhooks.attempts, failure)

export function chatFailureText({ webhooks: { attempts, chats } }: Needed, failure: ChatFailure): string {
  const words: WordsFor<ChatFailureParams> = { ...attempts, ...chats.failures }
  return say(words, failure)
}
