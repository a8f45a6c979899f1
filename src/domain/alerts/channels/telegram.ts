// The network's Telegram bot: its token, the codes that connect chats, and its commands.
import { MINUTE_MS } from '../../time/units.ts'

/** Form of the tokens that BotFather creates: the id of the bot and a secret. */
export const isBotToken = (text: string): boolean => /^\d{5,15}:[A-Za-z0-9_-]{30,60}$/.test(text)

/** Two tokens with the same id belong to the same bot. */
export const botIdOf = (token: string): string => token.split(':')[0]!

export const LINK_CODE_LENGTH = 24
/** Telegram allows 64 of these characters in a link to a bot. */
const LINK_CODE = /^[0-9A-Za-z]{24}$/
export const LINK_VALID_MS = 15 * MINUTE_MS

/** Opens the chat with the bot; the user presses "Start", which sends `/start CODE`. */
export const botLink = (username: string, code: string): string => `https://t.me/${username}?start=${code}`
/** Adds the bot to a group, where Telegram sends `/start@BOT CODE`. */
export const botGroupLink = (username: string, code: string): string => `https://t.me/${username}?startgroup=${code}`

export type BotCommand =
  | { readonly command: 'start'; readonly code: string | null }
  | { readonly command: 'stop' | 'status' | 'other' }

/** `null` for text that is not for the bot: in a group it can be a command for another bot. */
export function commandIn(text: string, username: string, isGroup: boolean): BotCommand | null {
  const [, name, bot, rest = ''] = /^\/([a-z]+)(?:@([A-Za-z0-9_]+))?(?:\s+(\S+))?/i.exec(text) ?? []
  if (name === undefined) return isGroup ? null : { command: 'other' }
  if (bot !== undefined && bot.toLowerCase() !== username.toLowerCase()) return null
  const command = name.toLowerCase()
  if (command === 'start') return { command, code: LINK_CODE.test(rest) ? rest : null }
  if (command === 'stop' || command === 'status') return { command }
  return isGroup ? null : { command: 'other' }
}

export const BOT_REPLIES = [
  'linked',
  'link_invalid',
  'linked_elsewhere',
  'no_room',
  'stopped',
  'not_linked',
  'help',
  'status',
] as const
export type BotReply = (typeof BOT_REPLIES)[number]

/** The part of an update that the bot reads. */
export interface BotUpdate {
  readonly updateId: number
  readonly message: {
    readonly chatId: number
    readonly isGroup: boolean
    /** Title of the group, or name of the user. */
    readonly chatName: string
    /** Language of the sender's app; `null` if unknown. */
    readonly language: string | null
    readonly text: string
    /** The group was upgraded and has this id from now on. */
    readonly movedTo: number | null
  } | null
}
