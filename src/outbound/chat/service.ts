// What a chat service needs to know of a message, and what its response means.
import type { Attempt } from '../../base/outgoing/sender.ts'
import type { ChatFailure } from '../../domain/alerts/channels/failure.ts'
import type { Part } from '../../domain/delivery/mail/layout.ts'
import { oneLine } from '../../domain/text/plain-text.ts'

export interface Letter {
  readonly subject: string
  readonly parts: readonly Part[]
}

export interface ChatRequest {
  readonly url: string
  readonly body: string
}

export type Verdict =
  | { readonly sent: true }
  | {
      readonly sent: false
      readonly error: ChatFailure
      /** `retry`: later. `message`: this message can never be sent. `channel`: no message can. */
      readonly lost: 'retry' | 'message' | 'channel'
      /** Seconds to wait that the service asks for; `null` if it asks for none. */
      readonly retryAfter: string | null
      /** The chat has this id from now on. */
      readonly movedTo?: number
    }

export interface Target {
  /** Address of a webhook, or the base of a bot's requests. Contains a secret. */
  readonly url: string
  /** Chat of Telegram; `null` for webhooks. */
  readonly chatId: number | null
}

export interface Chat {
  request(target: Target, letter: Letter): ChatRequest
  judge(attempt: Attempt): Verdict
}

const LONGEST_ANSWER = 200
/** These answers never change: the webhook was deleted or its secret is wrong. */
const GONE = new Set([401, 403, 404, 410])
/** These can succeed later: timeouts, rate limits. */
const PASSING = new Set([408, 425, 429])

/** HTTP semantics that all services share. */
export function judgeStatus({ status, error, response, retryAfter }: Attempt): Verdict {
  if (status === null) return { sent: false, error: error ?? NOTHING, lost: lostBy(error), retryAfter: null }
  if (status >= 200 && status < 300) return { sent: true }
  const lost = GONE.has(status) ? 'channel' : status < 500 && !PASSING.has(status) ? 'message' : 'retry'
  return { sent: false, error: answered(status, response), lost, retryAfter }
}

const NOTHING: ChatFailure = { code: 'closed_early', params: {} }

/** An address that the guard rejects stays rejected. */
const lostBy = (error: Attempt['error']) =>
  error?.code === 'forbidden_address' || error?.code === 'not_http' ? 'channel' : 'retry'

export const answered = (status: number, response: string): ChatFailure => ({
  code: 'answered',
  params: { status, said: oneLine((sentenceIn(response) ?? response).slice(0, LONGEST_ANSWER)) },
})

/** The error message in a JSON response of Telegram, Discord or Teams. */
function sentenceIn(response: string): string | null {
  const { description, message, error } = (jsonOf(response) ?? {}) as Record<string, unknown>
  const { message: nested } = (error ?? {}) as Record<string, unknown>
  return [description, message, nested].find((text) => typeof text === 'string') ?? null
}

export const jsonOf = (response: string): unknown => {
  try {
    return JSON.parse(response)
  } catch {
    return null
  }
}

/** Joins the lines that fit and says that there are more. `tail` is always included. */
export function fitting(lines: readonly string[], tail: readonly string[], most: number): string {
  const whole = [...lines, ...tail].join('\n')
  if (whole.length <= most) return whole
  const room = most - ['…', ...tail].join('\n').length - 1
  let length = 0
  const kept = lines.filter((line) => {
    length += line.length + 1
    return length <= room
  })
  if (kept.length === 0) kept.push(lines[0]!.slice(0, Math.max(0, room - 1)))
  return [...kept, '…', ...tail].join('\n')
}

interface Markup {
  readonly escape: (text: string) => string
  readonly bold: (escaped: string) => string
  readonly link: (url: string, escaped: string) => string
}

/** The letter as lines of the service's markup; the links come last. */
export function linesOf({ subject, parts }: Letter, { escape: escaped, bold, link }: Markup) {
  const lines = [bold(escaped(oneLine(subject)))]
  const tail: string[] = []
  for (const part of parts) {
    if ('link' in part) tail.push(link(part.link, escaped(oneLine(part.name))))
    else if ('facts' in part)
      for (const { name, value } of part.facts) lines.push(`• ${escaped(oneLine(`${name}: ${value}`))}`)
    else if ('lines' in part) lines.push(...part.lines.map((line) => escaped(oneLine(line))))
    else if (part.strong) lines.push('', bold(escaped(oneLine(part.say))))
    else lines.push(escaped(oneLine(part.say)))
  }
  return { lines, tail }
}
