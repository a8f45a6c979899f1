import type { Channel, ChannelRules } from '../../../domain/alerts/channels/channel.ts'
import type { ChatFailure } from '../../../domain/alerts/channels/failure.ts'
import type { Role } from '../../../domain/people/user.ts'
import { type Database, first, only, statement } from '../../kit/database.ts'

const COLUMNS = `c.id, c.user_id as "userId", c.service, c.name, c.host, c.language, c.muted, c.quiet, c.urgent_passes as "urgentPasses",
  c.created_at as "createdAt", c.disabled_at as "disabledAt", c.last_sent_at as "lastSentAt", c.last_error as "lastError",
  c.last_error_at as "lastErrorAt"`

export interface ListedChannel extends Channel {
  /** Messages that are not sent yet. */
  readonly waiting: number
}

/** Channels of a user, or of the network if `userId` is `null`. */
export const listChannels = (db: Database, userId: number | null) =>
  db.query<ListedChannel>(
    statement(
      'channels',
      `select ${COLUMNS}, (select count(*)::integer from chat_messages m where m.service = c.service and m.channel_id = c.id and state = 'pending') as waiting
       from alert_channels c where c.user_id is not distinct from $1 order by c.id`,
    ),
    [userId],
  )

export const findChannel = (db: Database, id: number) =>
  first<Channel>(db, statement('channel', `select ${COLUMNS} from alert_channels c where c.id = $1`), [id])

/** Held until the end of the transaction: counts and names of channels are checked before they are written. */
export const lockChannels = (db: Database) =>
  db.query(statement('channels-lock', `select pg_advisory_xact_lock(hashtext('vertice channels'))`))

export interface NewChannel extends ChannelRules, Pick<Channel, 'userId' | 'service' | 'host'> {}

export async function insertChannel(db: Database, channel: NewChannel, now: Date): Promise<number> {
  const { userId, service, name, host, language, muted, quiet, urgentPasses } = channel
  const insert = statement(
    'channel-insert',
    `insert into alert_channels (user_id, service, name, host, language, muted, quiet, urgent_passes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
  )
  const values = [userId, service, name, host, language, muted, quiet && JSON.stringify(quiet), urgentPasses, now]
  return (await only<{ id: number }>(db, insert, values)).id
}

export const updateChannelRules = (
  db: Database,
  id: number,
  { name, language, muted, quiet, urgentPasses }: ChannelRules,
) =>
  db.query(
    statement(
      'channel-rules-set',
      'update alert_channels set name = $2, language = $3, muted = $4, quiet = $5, urgent_passes = $6 where id = $1',
    ),
    [id, name, language, muted, quiet && JSON.stringify(quiet), urgentPasses],
  )

/** `url`: encrypted. A new address enables the channel. */
export const writeChannelUrl = (db: Database, id: number, host: string, url: Buffer) =>
  db.query(
    statement(
      'channel-url-set',
      'update alert_channels set host = $2, url = $3, disabled_at = null, last_error = null, last_error_at = null where id = $1',
    ),
    [id, host, url],
  )

export const enableChannel = (db: Database, id: number) =>
  db.query(statement('channel-enable', 'update alert_channels set disabled_at = null where id = $1'), [id])

export const deleteChannel = (db: Database, id: number) =>
  db.query(statement('channel-delete', 'delete from alert_channels where id = $1'), [id])

/** `null` if the channel has no webhook. */
export const readChannelUrl = (db: Database, id: number) =>
  first<{ url: Buffer | null }>(db, statement('channel-url', 'select url from alert_channels where id = $1'), [id])

export interface OpenChannel extends Channel {
  /** Address of the channel's user; `null` for a channel of the network. */
  readonly email: string | null
  readonly role: Role | null
  /** A message of the channel is not sent yet. */
  readonly busy: boolean
}

/** Enabled channels, without those of disabled users. */
export const listOpenChannels = (db: Database) =>
  db.query<OpenChannel>(
    statement(
      'channels-open',
      `select ${COLUMNS}, u.email, u.role,
         exists (select from chat_messages m where m.service = c.service and m.channel_id = c.id and state = 'pending') as busy
       from alert_channels c left join users u on u.id = c.user_id
       where c.disabled_at is null and u.disabled_at is null order by c.id`,
    ),
  )

/** An older failure does not replace a newer success. `disable`: the service rejected the message for good. */
export const noteChannelFailure = (
  db: Database,
  id: number,
  { error, disable, at }: { readonly error: ChatFailure; readonly disable: boolean; readonly at: Date },
) =>
  db.query<{ userId: number | null; name: string; service: Channel['service'] }>(
    statement(
      'channel-failed',
      `update alert_channels set last_error = $2, last_error_at = $3, disabled_at = case when $4 then coalesce(disabled_at, $3) else disabled_at end
       where id = $1 and coalesce(last_sent_at <= $3, true) returning user_id as "userId", name, service`,
    ),
    [id, JSON.stringify(error), at, disable],
  )

export const noteChannelSent = (db: Database, id: number, at: Date) =>
  db.query(
    statement(
      'channel-sent',
      'update alert_channels set last_sent_at = $2, last_error = null, last_error_at = null, disabled_at = null where id = $1',
    ),
    [id, at],
  )
