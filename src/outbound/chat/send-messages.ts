// Sends the messages of chat channels: leases due messages, renders each, posts it and records the result. Any number
// of processes can do this on one database. If a process dies, its leases expire and the messages become due again.
// Each service has its own places, so a service that does not answer delays no other.
import type { BotReplyFacts } from '../../actions/alerts/channels/bot-updates.ts'
import { type MessageResult, recordResult } from '../../actions/alerts/channels/record-result.ts'
import { openToken } from '../../actions/alerts/channels/telegram.ts'
import { COMMON_HEADERS, type Sender } from '../../base/outgoing/sender.ts'
import type { Around } from '../../base/running/around.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { channelContext } from '../../base/secrets/contexts.ts'
import type { KeyRing } from '../../base/secrets.ts'
import type { ChatService } from '../../domain/alerts/channels/channel.ts'
import type { ChatFailure } from '../../domain/alerts/channels/failure.ts'
import type { AlertMail } from '../../domain/alerts/mail.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { nextAttempt } from '../../domain/webhooks/retry-schedule.ts'
import { type ChatMessage, takeMessages } from '../../store/alerts/channels/messages.ts'
import { findBot } from '../../store/alerts/channels/telegram.ts'
import type { Database } from '../../store/kit/database.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { chatFailureText } from '../../words/webhooks.ts'
import type { Chat, Letter, Target, Verdict } from './service.ts'
import { discord } from './services/discord.ts'
import { slack } from './services/slack.ts'
import { teams } from './services/teams.ts'
import { botUrl, telegram } from './services/telegram.ts'

const LEASE_MS = MINUTE_MS
/** Max concurrent attempts per service. */
const AT_ONCE = 5
/** Fallback: `onDue` wakes the loop within a second. */
const POLL_MS = MINUTE_MS
const STOP_TIMEOUT_MS = 5_000
/** Delays after the previous attempt: seven attempts in about seven hours. An alert that is older is no news. */
export const CHAT_RETRY_DELAYS_MS = [5_000, ...[0.5, 5, 30, 120, 240].map((minutes) => minutes * MINUTE_MS)]

const CHATS: Readonly<Record<ChatService, Chat>> = { telegram, slack, teams, discord }

export interface ChatServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly sender: Sender
  readonly telegramApiUrl: string
  readonly alertLetter: (mail: AlertMail) => Letter
  readonly networkName: () => Promise<string>
  readonly clock: () => Date
  /** Calls back within a second while a message is pending. Polling is only a fallback. */
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
  readonly retryDelaysMs?: readonly number[]
  readonly around?: Around | undefined
}

/** Returns a function that stops: no new attempts, and a short time for those in progress. */
export function startSendingMessages(services: ChatServices): () => Promise<void> {
  const { db, clock, warn } = services
  const sending = new Map(Object.keys(CHATS).map((service) => [service as ChatService, new Set<Promise<void>>()]))
  const { wake: poll, stop: stopPolling } = wakeableLoop(take, { everyMs: POLL_MS, watch: services.watch, warn })

  async function take(): Promise<void> {
    for (const [service, attempts] of sending) {
      const limit = AT_ONCE - attempts.size
      if (limit === 0) continue
      const now = clock()
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      for (const message of await takeMessages(db, service, { now, leasedUntil, limit })) begin(message, attempts)
    }
  }

  function begin(message: ChatMessage, attempts: Set<Promise<void>>): void {
    const attempt = followed(services, message)
      .then((result) => recordResult(db, result))
      .catch(warn) // not recorded: the lease expires and the message is sent again
      .finally(() => {
        attempts.delete(attempt)
        poll()
      })
    attempts.add(attempt)
  }

  services.onDue(poll)
  poll()
  return async () => {
    await stopPolling()
    const timeout = Promise.withResolvers<void>()
    const timer = setTimeout(timeout.resolve, STOP_TIMEOUT_MS)
    await Promise.race([Promise.all([...sending.values()].flatMap((attempts) => [...attempts])), timeout.promise])
    clearTimeout(timer)
  }
}

/** The span contains neither address nor content. */
function followed(services: ChatServices, message: ChatMessage): Promise<MessageResult> {
  const { around } = services
  if (!around) return attemptOf(services, message)
  const attributes = { 'vertice.chat.service': message.service, 'vertice.attempt': message.attempt }
  return around({ name: 'send chat message', kind: 'client', attributes, cause: null }, async (underway) => {
    const result = await attemptOf(services, message)
    if (result.error) underway.fail(result.error.code)
    return result
  })
}

async function attemptOf(services: ChatServices, message: ChatMessage): Promise<MessageResult> {
  const { clock, warn, retryDelaysMs = CHAT_RETRY_DELAYS_MS } = services
  const { id, attempt, channelId, service } = message
  const given = (
    error: ChatFailure | null,
    rest: Pick<MessageResult, 'state' | 'dueAt' | 'disable' | 'movedTo'>,
  ): MessageResult => {
    if (error)
      warn(new Error(`Could not send ${service} message ${id}; ${NEXT[rest.state]}: ${chatFailureText(en, error)}`))
    return { id, attempt, channelId, error, at: clock(), ...rest }
  }
  // All attempts were started and none finished: the message may be what crashes the process.
  if (attempt > retryDelaysMs.length + 1)
    return given({ code: 'broken_off', params: {} }, { state: 'failed', dueAt: clock(), disable: false })
  const verdict = await send(services, message)
  if (verdict.sent) return given(null, { state: 'sent', dueAt: clock(), disable: false })
  const { error, lost, retryAfter, movedTo } = verdict
  const next =
    lost === 'retry'
      ? nextAttempt(attempt, clock(), { delaysMs: retryDelaysMs, random: Math.random(), retryAfter })
      : null
  if (next && movedTo !== undefined) return given(error, { state: 'pending', dueAt: clock(), disable: false, movedTo })
  if (next) return given(error, { state: 'pending', dueAt: next, disable: false })
  return given(error, { state: 'failed', dueAt: clock(), disable: lost === 'channel' })
}

const NEXT = { pending: 'will retry', failed: 'giving up', sent: '' }

async function send(services: ChatServices, message: ChatMessage): Promise<Verdict> {
  const chat = CHATS[message.service]
  const target = await targetOf(services, message)
  if ('code' in target) return { sent: false, error: target, lost: 'channel', retryAfter: null }
  const { url, body } = chat.request(target, letterOf(services, message, await services.networkName()))
  return chat.judge(await services.sender.send(url, body, COMMON_HEADERS))
}

async function targetOf(
  { db, keys, telegramApiUrl }: ChatServices,
  { service, url, channelId, chatId }: ChatMessage,
): Promise<Target | ChatFailure> {
  if (service === 'telegram') {
    const bot = await findBot(db)
    if (!bot) return { code: 'no_bot', params: {} }
    const token = openToken(keys, bot)
    return token === null ? NO_SECRET : { url: botUrl(telegramApiUrl, token), chatId }
  }
  try {
    return url === null ? NO_SECRET : { url: keys.decrypt(url, channelContext(channelId!)), chatId: null }
  } catch {
    return NO_SECRET
  }
}

const NO_SECRET: ChatFailure = { code: 'no_secret', params: {} }

const WORDS = { es: es.webhooks.chats, en: en.webhooks.chats }

function letterOf(
  { alertLetter }: ChatServices,
  { kind, data, language: channelLanguage }: ChatMessage,
  network: string,
): Letter {
  if (kind === 'reply') return replyOf(data as BotReplyFacts, alertLetter, network)
  const language = channelLanguage ?? 'es'
  const { test } = WORDS[language]
  if (kind === 'test') return { subject: test.title(network), parts: [{ say: test.text }] }
  const letter = alertLetter({ ...(data as AlertMail), language })
  return { ...letter, subject: `${network}: ${letter.subject}` }
}

function replyOf(
  { language, reply, at, alerts }: BotReplyFacts,
  alertLetter: ChatServices['alertLetter'],
  network: string,
): Letter {
  const { bot } = WORDS[language]
  if (alerts.length === 0) return { subject: bot[reply](network), parts: [] }
  const { parts } = alertLetter({ language, at, begun: alerts, ended: [] })
  return { subject: `${network}: ${bot.open(alerts.length)}`, parts: parts.filter((part) => !('strong' in part)) }
}
