// The network's Telegram bot, its lease for polling, and the codes that connect chats.
import type { Channel } from '../../../domain/alerts/channels/channel.ts'
import type { ChatFailure } from '../../../domain/alerts/channels/failure.ts'
import type { Language, Role } from '../../../domain/people/user.ts'
import { type Database, first, statement } from '../../kit/database.ts'

export interface Bot {
  /** Encrypted. */
  readonly token: Buffer
  readonly username: string
  readonly lastError: ChatFailure | null
  readonly lastErrorAt: Date | null
}

const COLUMNS = `token, username, last_error as "lastError", last_error_at as "lastErrorAt"`

export const findBot = (db: Database) =>
  first<Bot>(db, statement('telegram-bot', `select ${COLUMNS} from telegram_bot`))

/** `isSame`: another token of the same bot, whose updates continue. */
export const writeBot = (db: Database, token: Buffer, username: string, isSame: boolean) =>
  db.query(
    statement(
      'telegram-bot-set',
      `insert into telegram_bot (token, username) values ($1, $2)
       on conflict (id) do update set token = $1, username = $2, last_error = null, last_error_at = null,
         next_update = case when $3 then telegram_bot.next_update else 0 end`,
    ),
    [token, username, isSame],
  )

export const deleteBot = (db: Database) => db.query(statement('telegram-bot-delete', 'delete from telegram_bot'))

/** Chats are connected to one bot: another one may not write to them. */
export const deleteTelegramChannels = (db: Database) =>
  db.query(statement('telegram-channels-delete', `delete from alert_channels where service = 'telegram'`))

export interface LeasedBot extends Pick<Bot, 'token' | 'username'> {
  readonly nextUpdate: number
}

/** `null` without a bot, or while another node polls. */
export const leaseBot = (db: Database, poller: string, now: Date, until: Date) =>
  first<LeasedBot>(
    db,
    statement(
      'telegram-bot-lease',
      `update telegram_bot set poller = $1, polling_until = $3 where poller is null or poller = $1 or polling_until <= $2
       returning token, username, next_update as "nextUpdate"`,
    ),
    [poller, now, until],
  )

/** Locks the bot until the end of the transaction. `null` if another node polls by now. */
export const lockLeasedBot = (db: Database, poller: string) =>
  first<LeasedBot>(
    db,
    statement(
      'telegram-bot-lock',
      `select token, username, next_update as "nextUpdate" from telegram_bot where poller = $1 for update`,
    ),
    [poller],
  )

export const releaseBot = (db: Database, poller: string) =>
  db.query(
    statement('telegram-bot-release', 'update telegram_bot set poller = null, polling_until = null where poller = $1'),
    [poller],
  )

export const noteBotPolled = (db: Database, nextUpdate: number) =>
  db.query(
    statement(
      'telegram-bot-polled',
      'update telegram_bot set next_update = greatest(next_update, $1), last_error = null, last_error_at = null',
    ),
    [nextUpdate],
  )

export const noteBotError = (db: Database, error: ChatFailure, now: Date) =>
  db.query(statement('telegram-bot-failed', 'update telegram_bot set last_error = $1, last_error_at = $2'), [
    JSON.stringify(error),
    now,
  ])

export interface ChannelLink {
  readonly userId: number | null
  readonly language: Language
}

/** Replaces earlier codes of the same user and expired ones. */
export const insertLink = (
  db: Database,
  { userId, language, codeHash, expiresAt }: ChannelLink & { readonly codeHash: Buffer; readonly expiresAt: Date },
  now: Date,
) =>
  db.query(
    statement(
      'channel-link-insert',
      `with old as (delete from channel_links where expires_at <= $5 or user_id is not distinct from $2)
       insert into channel_links (code_hash, user_id, language, expires_at) values ($1, $2, $3, $4)`,
    ),
    [codeHash, userId, language, expiresAt, now],
  )

/** A code works once. */
export const takeLink = (db: Database, codeHash: Buffer, now: Date) =>
  first<ChannelLink>(
    db,
    statement(
      'channel-link-take',
      `with taken as (delete from channel_links where code_hash = $1 returning user_id, language, expires_at)
       select user_id as "userId", language from taken where expires_at > $2`,
    ),
    [codeHash, now],
  )

export interface ChatChannel extends Pick<Channel, 'id' | 'userId' | 'service' | 'name' | 'language'> {
  /** Role of the channel's user; `null` for a channel of the network. */
  readonly role: Role | null
  readonly userDisabledAt: Date | null
}

export const findChatChannel = (db: Database, chatId: number) =>
  first<ChatChannel>(
    db,
    statement(
      'channel-of-chat',
      `select c.id, c.user_id as "userId", c.service, c.name, c.language, u.role, u.disabled_at as "userDisabledAt"
       from alert_channels c left join users u on u.id = c.user_id where c.chat_id = $1`,
    ),
    [chatId],
  )

export const writeChannelChat = (db: Database, id: number, chatId: number) =>
  db.query(statement('channel-chat-set', 'update alert_channels set chat_id = $2, disabled_at = null where id = $1'), [
    id,
    chatId,
  ])

/** A group that was upgraded has a new id. */
export const moveChat = (db: Database, from: number, to: number) =>
  db.query(
    statement(
      'channel-chat-move',
      'update alert_channels set chat_id = $2 where chat_id = $1 and not exists (select from alert_channels where chat_id = $2)',
    ),
    [from, to],
  )
