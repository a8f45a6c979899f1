import type { Coded, Nothing } from '../../codes/coded.ts'
import type { AttemptFailureParams } from '../../webhooks/attempt.ts'

export interface ChatFailureParams extends AttemptFailureParams {
  /** `said` is the start of the response. */
  answered: { readonly status: number; readonly said: string }
  /** The process died during every attempt. */
  broken_off: Nothing
  /** The secret cannot be decrypted. */
  no_secret: Nothing
  /** The network has no Telegram bot. */
  no_bot: Nothing
}

/** Why a message to a chat was not sent. */
export type ChatFailure = Coded<ChatFailureParams>
