// Messages to chats, as leased rows. The messages of a channel, or the replies to a chat, are sent one after another.
import type { ChatService } from '../../../domain/alerts/channels/channel.ts'
import type { ChatFailure } from '../../../domain/alerts/channels/failure.ts'
import type { Language } from '../../../domain/people/user.ts'
import { type Database, only, statement } from '../../kit/database.ts'

export const MESSAGE_KINDS = ['alert', 'test', 'reply'] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

export interface NewMessage {
  /** `null` for a reply to a chat. */
  readonly channelId: number | null
  /** Chat of a reply. */
  readonly chatId?: number
  readonly service: ChatService
  /** Prevents duplicates. */
  readonly key: string
  readonly kind: MessageKind
  readonly data: object
}

export const insertMessage = (db: Database, { channelId, chatId, service, key, kind, data }: NewMessage, now: Date) =>
  db.query(
    statement(
      'chat-message-insert',
      `insert into chat_messages (channel_id, chat_id, service, key, kind, data, due_at, created_at) values ($1, $2, $3, $4, $5, $6, $7, $7)
       on conflict (key) do nothing`,
    ),
    [channelId, chatId ?? null, service, key, kind, JSON.stringify(data), now],
  )

/** A message that this process has leased. */
export interface ChatMessage {
  readonly id: number
  /** `null` for a reply to a chat. */
  readonly channelId: number | null
  readonly service: ChatService
  readonly kind: MessageKind
  readonly data: unknown
  /** `null` for a reply, whose data contains it. */
  readonly language: Language | null
  /** Encrypted; `null` if the service has no webhook. */
  readonly url: Buffer | null
  /** Chat of Telegram; `null` for other services. */
  readonly chatId: number | null
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
}

/**
 * Leases the first message of each channel that is due. A lease moves the due time, so the second message of a channel
 * waits. The attempt is counted here, so that one that crashes the process counts too.
 */
export const takeMessages = (
  db: Database,
  service: ChatService,
  { now, leasedUntil, limit }: { readonly now: Date; readonly leasedUntil: Date; readonly limit: number },
) =>
  db.query<ChatMessage>(
    statement(
      'chat-messages-take',
      `with turns as (
         select distinct on (channel_id, chat_id) id, due_at from chat_messages where service = $1 and state = 'pending'
         order by channel_id, chat_id, id),
       free as (
         select m.id from chat_messages m where m.id in (select id from turns where due_at <= $2 order by due_at limit $4)
           and m.state = 'pending' and m.due_at <= $2 for update skip locked),
       taken as (
         update chat_messages m set due_at = $3, attempts = attempts + 1 where m.id in (select id from free) returning m.*)
       select m.id, m.channel_id as "channelId", m.service, m.kind, m.data, c.language, c.url, coalesce(m.chat_id, c.chat_id) as "chatId",
         m.attempts as attempt
       from taken m left join alert_channels c on c.id = m.channel_id order by m.id`,
    ),
    [service, now, leasedUntil, limit],
  )

export interface MessageRecord extends Pick<ChatMessage, 'id' | 'attempt'> {
  readonly state: 'pending' | 'sent' | 'failed'
  readonly at: Date
  readonly dueAt: Date
  readonly error: ChatFailure | null
}

/** After an expired lease two workers may try at once: success always counts, failure only of the latest attempt. */
export const recordMessage = (db: Database, { id, attempt, state, at, dueAt, error }: MessageRecord) =>
  db.query(
    statement(
      'chat-message-record',
      `update chat_messages set state = $2, due_at = $3, last_error = $4, sent_at = case when $2 = 'sent' then $5::timestamptz end
       where id = $1 and state <> 'sent' and ($2 = 'sent' or (state = 'pending' and attempts = $6)) returning 1`,
    ),
    [id, state, dueAt, error && JSON.stringify(error), at, attempt],
  )

/** Messages of a disabled channel are obsolete. */
export const failMessagesOf = (db: Database, channelId: number, error: ChatFailure) =>
  db.query(
    statement(
      'chat-messages-fail',
      `update chat_messages set state = 'failed', last_error = $2 where channel_id = $1 and state = 'pending'`,
    ),
    [channelId, JSON.stringify(error)],
  )

export async function deleteMessages(db: Database, createdBefore: Date, limit: number): Promise<number> {
  const removal = `delete from chat_messages where id in (
    select id from chat_messages where created_at < $1 and state <> 'pending' order by created_at limit $2) returning 1`
  return (await db.query(statement('chat-messages-delete', removal), [createdBefore, limit])).length
}

/** Replies to a chat that are not sent yet. */
export async function countReplies(db: Database, chatId: number): Promise<number> {
  const count = `select count(*)::integer as count from chat_messages where service = 'telegram' and channel_id is null and chat_id = $1
    and state = 'pending'`
  return (await only<{ count: number }>(db, statement('chat-replies', count), [chatId])).count
}
