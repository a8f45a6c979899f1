// Polls what chats send to the Telegram bot. One node polls, by a lease; if the node dies, another one takes over.
import { randomUUID } from 'node:crypto'
import { takeUpdates } from '../../actions/alerts/channels/bot-updates.ts'
import { openToken } from '../../actions/alerts/channels/telegram.ts'
import type { Sender } from '../../base/outgoing/sender.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import type { KeyRing } from '../../base/secrets.ts'
import type { ChatFailure } from '../../domain/alerts/channels/failure.ts'
import { MINUTE_MS, SECOND_MS } from '../../domain/time/units.ts'
import { type LeasedBot, leaseBot, noteBotError, releaseBot } from '../../store/alerts/channels/telegram.ts'
import type { Database } from '../../store/kit/database.ts'
import { en } from '../../words/en.ts'
import { chatFailureText } from '../../words/webhooks.ts'
import { botUrl, LONG_POLL_SECONDS, pollUpdates } from './services/telegram.ts'

/** Outlasts a poll, so that no second node starts during it. */
const LEASE_MS = 2 * LONG_POLL_SECONDS * SECOND_MS
/** How often a node checks whether there is a bot to poll. */
const CHECK_MS = 10_000
/** Delay after the first failure, doubled after each further one. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = MINUTE_MS

export interface PollServices {
  readonly db: Database
  readonly keys: KeyRing
  /** Its timeout is longer than a poll. Closed by the stopping function, which ends the current poll. */
  readonly sender: Sender
  readonly apiUrl: string
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
  readonly everyMs?: number
}

/** Returns a function that stops. */
export function startPollingTelegram(services: PollServices): () => Promise<void> {
  const { db, keys, sender, apiUrl, clock, warn } = services
  const poller = randomUUID()
  let stopping = false
  let failures = 0
  /** By the clock; nothing is polled before. */
  let pausedUntil = 0
  const loop = wakeableLoop(poll, { everyMs: services.everyMs ?? CHECK_MS, watch: services.watch, warn })

  async function poll(): Promise<void> {
    const now = clock()
    if (stopping || now.getTime() < pausedUntil) return
    const bot = await leaseBot(db, poller, now, new Date(now.getTime() + LEASE_MS))
    if (bot) await pollAs(bot)
  }

  async function pollAs(bot: LeasedBot): Promise<void> {
    const token = openToken(keys, bot)
    if (token === null) return pause({ code: 'no_secret', params: {} }, LONGEST_PAUSE_MS)
    const polled = await pollUpdates(sender, botUrl(apiUrl, token), bot.nextUpdate)
    if (stopping) return
    if ('error' in polled)
      return pause(polled.error, polled.retryAfterSeconds === null ? null : polled.retryAfterSeconds * SECOND_MS)
    await takeUpdates(db, poller, polled.updates, clock())
    failures = 0
    loop.wake()
  }

  async function pause(error: ChatFailure, askedMs: number | null): Promise<void> {
    const ownMs = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
    if (failures === 0) warn(new Error(`Could not poll the Telegram bot; will retry: ${chatFailureText(en, error)}`))
    failures += 1
    pausedUntil = clock().getTime() + Math.max(ownMs, askedMs ?? 0)
    await noteBotError(db, error, clock())
  }

  loop.wake()
  return async () => {
    stopping = true
    await sender.close()
    await loop.stop()
    await releaseBot(db, poller).catch(warn)
  }
}
