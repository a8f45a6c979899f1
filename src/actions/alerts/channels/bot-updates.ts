// What chats send to the bot. The updates, their replies and the position in the list commit together, so each update
// counts once.
import { sha256 } from '../../../base/secrets.ts'
import { LONGEST_CHANNEL_NAME, MOST_CHANNELS } from '../../../domain/alerts/channels/channel.ts'
import { type BotReply, type BotUpdate, commandIn } from '../../../domain/alerts/channels/telegram.ts'
import { type ReportedAlert, reportedAlert } from '../../../domain/alerts/mail.ts'
import { system } from '../../../domain/audit/action.ts'
import { may } from '../../../domain/people/permissions.ts'
import type { Language } from '../../../domain/people/user.ts'
import { withoutInvisible } from '../../../domain/text/printable.ts'
import { countReplies, insertMessage } from '../../../store/alerts/channels/messages.ts'
import { deleteChannel, insertChannel, listChannels, lockChannels } from '../../../store/alerts/channels/rows.ts'
import {
  findChatChannel,
  lockLeasedBot,
  moveChat,
  noteBotPolled,
  takeLink,
  writeChannelChat,
} from '../../../store/alerts/channels/telegram.ts'
import { listOpenAlerts } from '../../../store/alerts/rows.ts'
import type { Database } from '../../../store/kit/database.ts'
import type { ActionContext } from '../../context.ts'
import { NO_RULES, note } from './change.ts'

/** Facts of a reply. */
export interface BotReplyFacts {
  readonly language: Language
  readonly reply: BotReply
  readonly at: string
  /** Open alerts, for `status`. */
  readonly alerts: readonly ReportedAlert[]
}

type Message = NonNullable<BotUpdate['message']>
type Answer = Pick<BotReplyFacts, 'language' | 'reply'> & { readonly alerts?: readonly ReportedAlert[] }

/** A chat that writes faster than we reply gets no further replies. */
const MOST_REPLIES_WAITING = 3

export function takeUpdates(db: Database, poller: string, updates: readonly BotUpdate[], now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockChannels(tx)
    const bot = await lockLeasedBot(tx, poller)
    if (!bot) return // another node polls by now and gets the same updates
    const fresh = updates.filter(({ updateId }) => updateId >= bot.nextUpdate)
    for (const { updateId, message } of fresh) if (message) await answer(tx, bot.username, updateId, message, now)
    await noteBotPolled(tx, Math.max(bot.nextUpdate, ...fresh.map(({ updateId }) => updateId + 1)))
  })
}

async function answer(tx: Database, username: string, updateId: number, message: Message, now: Date): Promise<void> {
  const { chatId, text, isGroup, movedTo } = message
  if (movedTo !== null) return void (await moveChat(tx, chatId, movedTo))
  const command = commandIn(text, username, isGroup)
  if (!command || (await countReplies(tx, chatId)) >= MOST_REPLIES_WAITING) return
  const context: ActionContext = { db: tx, now, by: system('Telegram bot') }
  const reply =
    command.command === 'start' && command.code !== null
      ? await connect(tx, context, message, command.code)
      : await replyTo(tx, context, message, command.command)
  const data: BotReplyFacts = { alerts: [], ...reply, at: now.toISOString() }
  const key = `telegram:${updateId}:${chatId}`
  await insertMessage(tx, { channelId: null, chatId, service: 'telegram', key, kind: 'reply', data }, now)
}

const languageOf = ({ language }: Message): Language => (language?.toLowerCase().startsWith('es') ? 'es' : 'en')

async function connect(tx: Database, context: ActionContext, message: Message, code: string): Promise<Answer> {
  const link = await takeLink(tx, sha256(code), context.now)
  if (!link) return { language: languageOf(message), reply: 'link_invalid' }
  const { userId, language } = link
  const { chatId } = message
  const known = await findChatChannel(tx, chatId)
  if (known && known.userId !== userId) return { language, reply: 'linked_elsewhere' }
  if (known) {
    await writeChannelChat(tx, known.id, chatId) // enables the channel
    return { language, reply: 'linked' }
  }
  if ((await listChannels(tx, userId)).length >= MOST_CHANNELS) return { language, reply: 'no_room' }
  const name = withoutInvisible(message.chatName).trim().slice(0, LONGEST_CHANNEL_NAME) || 'Telegram'
  const channel = { userId, service: 'telegram', name, host: null, language, ...NO_RULES } as const
  const id = await insertChannel(tx, channel, context.now)
  await writeChannelChat(tx, id, chatId)
  await note(tx, context, 'channel.added', { id, ...channel })
  return { language, reply: 'linked' }
}

async function replyTo(
  tx: Database,
  context: ActionContext,
  message: Message,
  command: 'start' | 'stop' | 'status' | 'other',
): Promise<Answer> {
  const known = await findChatChannel(tx, message.chatId)
  if (!known) return { language: languageOf(message), reply: command === 'start' ? 'link_invalid' : 'not_linked' }
  const { language } = known
  if (command === 'stop') {
    await deleteChannel(tx, known.id)
    await note(tx, context, 'channel.removed', known)
    return { language, reply: 'stopped' }
  }
  // A user who was disabled, or became a reseller, no longer sees alerts.
  const { role, userDisabledAt } = known
  if (userDisabledAt !== null || (role !== null && !may({ role }, 'system.read')))
    return { language, reply: 'not_linked' }
  if (command === 'status') return { language, reply: 'status', alerts: (await listOpenAlerts(tx)).map(reportedAlert) }
  return { language, reply: 'help' }
}
