// Telegram's Bot API. Every response is JSON: {"ok": true, "result": …}, or an error with a code and parameters.
import { COMMON_HEADERS, type Sender } from '../../../base/outgoing/sender.ts'
import type { ChatFailure } from '../../../domain/alerts/channels/failure.ts'
import type { BotUpdate } from '../../../domain/alerts/channels/telegram.ts'
import { answered, type Chat, fitting, jsonOf, judgeStatus, linesOf, type Verdict } from '../service.ts'

/** Telegram rejects longer messages. */
const LONGEST = 4_096

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)

const MARKUP = {
  escape: escaped,
  bold: (text: string) => `<b>${text}</b>`,
  link: (url: string, text: string) => `<a href="${escaped(url)}">${text}</a>`,
}

interface Response {
  readonly ok?: boolean
  readonly result?: unknown
  readonly description?: string
  readonly parameters?: { readonly retry_after?: number; readonly migrate_to_chat_id?: number }
}

const responseOf = (text: string): Response => (jsonOf(text) ?? {}) as Response

/** Errors 400 that are about the chat, not about the message. */
const NO_CHAT = /chat not found|no rights|not enough rights|CHAT_WRITE_FORBIDDEN|bot is not a member|PEER_ID_INVALID/i

export const telegram: Chat = {
  request({ url, chatId }, letter) {
    const { lines, tail } = linesOf(letter, MARKUP)
    const text = fitting(lines, tail, LONGEST)
    const body = { chat_id: chatId, text, parse_mode: 'HTML', link_preview_options: { is_disabled: true } }
    return { url: `${url}/sendMessage`, body: JSON.stringify(body) }
  },
  judge(attempt): Verdict {
    const verdict = judgeStatus(attempt)
    const { status, response } = attempt
    if (verdict.sent || status === null) return verdict
    const { description = '', parameters = {} } = responseOf(response)
    const { migrate_to_chat_id: movedTo, retry_after: seconds } = parameters
    if (movedTo !== undefined) return { ...verdict, lost: 'retry', movedTo }
    if (status === 429 && seconds !== undefined) return { ...verdict, retryAfter: String(seconds) }
    if (status === 400 && NO_CHAT.test(description)) return { ...verdict, lost: 'channel' }
    // The token is wrong, which is not the chat's fault: the operator can replace it.
    if (status === 401 || status === 404) return { ...verdict, lost: 'retry' }
    return verdict
  },
}

/** Base of all requests of a bot. It contains the token, so never log it. */
export const botUrl = (apiUrl: string, token: string): string => `${apiUrl}/bot${token}`

/** `null` if Telegram does not know the token. Rejects if Telegram is unreachable. */
export async function botName(sender: Sender, url: string): Promise<string | null> {
  const { status, response } = await sender.send(`${url}/getMe`, '{}', COMMON_HEADERS)
  if (status === 401 || status === 404) return null
  const { result } = responseOf(response)
  const { username } = (result ?? {}) as { username?: unknown }
  if (status === 200 && typeof username === 'string') return username
  throw new Error(`Telegram answered ${status ?? 'nothing'}`)
}

/** Telegram holds the request for this long if there is no update. */
export const LONG_POLL_SECONDS = 25
const MOST_UPDATES = 20

export type Polled =
  | { readonly updates: readonly BotUpdate[] }
  | { readonly error: ChatFailure; readonly retryAfterSeconds: number | null }

/** Waits for updates from `next` on, which also confirms the earlier ones. */
export async function pollUpdates(sender: Sender, url: string, next: number): Promise<Polled> {
  const asked = { offset: next, timeout: LONG_POLL_SECONDS, limit: MOST_UPDATES, allowed_updates: ['message'] }
  const { status, error, response } = await sender.send(`${url}/getUpdates`, JSON.stringify(asked), COMMON_HEADERS)
  const { ok, result, parameters } = responseOf(response)
  if (ok && Array.isArray(result)) return { updates: result.flatMap((update) => updateIn(update) ?? []) }
  return {
    error: error ?? answered(status ?? 0, response),
    retryAfterSeconds: parameters?.retry_after ?? null,
  }
}

interface RawUpdate {
  readonly update_id?: unknown
  readonly message?: {
    readonly chat?: {
      readonly id?: unknown
      readonly type?: unknown
      readonly title?: unknown
      readonly first_name?: unknown
    }
    readonly from?: { readonly language_code?: unknown }
    readonly text?: unknown
    readonly migrate_to_chat_id?: unknown
  }
}

const textOr = <Other>(value: unknown, other: Other) => (typeof value === 'string' ? value : other)

function updateIn(raw: unknown): BotUpdate | null {
  const { update_id: updateId, message } = raw as RawUpdate
  if (typeof updateId !== 'number') return null
  const { chat, from, text, migrate_to_chat_id: moved } = message ?? {}
  const movedTo = typeof moved === 'number' ? moved : null
  if (typeof chat?.id !== 'number' || (typeof text !== 'string' && movedTo === null)) return { updateId, message: null }
  return {
    updateId,
    message: {
      chatId: chat.id,
      isGroup: chat.type !== 'private',
      chatName: textOr(chat.title, textOr(chat.first_name, '')),
      language: textOr(from?.language_code, null),
      text: textOr(text, ''),
      movedTo,
    },
  }
}
