// The network's Telegram bot: its token, and codes with which users connect their chats.
import { TELEGRAM_CONTEXT } from '../../../base/secrets/contexts.ts'
import { BASE62, type KeyRing, randomCode, sha256 } from '../../../base/secrets.ts'
import {
  botGroupLink,
  botIdOf,
  botLink,
  isBotToken,
  LINK_CODE_LENGTH,
  LINK_VALID_MS,
} from '../../../domain/alerts/channels/telegram.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import type { Language } from '../../../domain/people/user.ts'
import { lockChannels } from '../../../store/alerts/channels/rows.ts'
import {
  type Bot,
  deleteBot,
  deleteTelegramChannels,
  findBot,
  insertLink,
  writeBot,
} from '../../../store/alerts/channels/telegram.ts'
import { type ActionContext, type KeyedContext, record } from '../../context.ts'

/** Asks Telegram for the bot's user name; `null` if Telegram does not know the token. Rejects if Telegram is unreachable. */
export type AskBotName = (token: string) => Promise<string | null>

/** Uses the network, so the transaction follows. A token of another bot removes the Telegram channels. */
export async function setTelegramBot(context: KeyedContext, token: string, askName: AskBotName): Promise<void> {
  if (!isBotToken(token)) throw invalid(wrong(['token'], 'bot_token_form'))
  const username = await askName(token).catch(() => {
    throw invalid(wrong(['token'], 'telegram_unreachable'))
  })
  if (username === null) throw invalid(wrong(['token'], 'bot_unknown'))
  await context.db.transaction(async (tx) => {
    await lockChannels(tx)
    const before = await findBot(tx)
    const known = before && openToken(context.keys, before)
    const isSame = known !== null && botIdOf(known) === botIdOf(token)
    if (before && !isSame) await deleteTelegramChannels(tx)
    await writeBot(tx, context.keys.encrypt(token, TELEGRAM_CONTEXT), username, isSame)
    await record(tx, context, {
      action: 'settings.changed',
      details: { telegramBot: username, was: { telegramBot: before?.username ?? null } },
    })
  })
}

export function removeTelegramBot(context: ActionContext): Promise<void> {
  return context.db.transaction(async (tx) => {
    await lockChannels(tx)
    const before = await findBot(tx)
    if (!before) return
    await deleteTelegramChannels(tx)
    await deleteBot(tx)
    const details = { telegramBot: null, was: { telegramBot: before.username } }
    await record(tx, context, { action: 'settings.changed', details })
  })
}

/** `null` if the token cannot be decrypted. */
export function openToken(keys: KeyRing, { token }: Pick<Bot, 'token'>): string | null {
  try {
    return keys.decrypt(token, TELEGRAM_CONTEXT)
  } catch {
    return null
  }
}

export interface ChatLink {
  readonly url: string
  /** For a group. */
  readonly groupUrl: string
  readonly expiresAt: Date
}

/** The channel is added when the chat sends the code. Only the code's hash is stored. */
export async function linkChat(context: ActionContext, userId: number | null, language: Language): Promise<ChatLink> {
  const bot = await findBot(context.db)
  if (!bot) throw new Refusal('no_telegram_bot')
  const code = randomCode(LINK_CODE_LENGTH, BASE62)
  const expiresAt = new Date(context.now.getTime() + LINK_VALID_MS)
  await insertLink(context.db, { userId, language, codeHash: sha256(code), expiresAt }, context.now)
  const { username } = bot
  return { url: botLink(username, code), groupUrl: botGroupLink(username, code), expiresAt }
}
