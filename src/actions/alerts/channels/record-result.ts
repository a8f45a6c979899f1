// Records the result of an attempt to send a message to a chat, and disables a channel that its service rejects for good.
import { system } from '../../../domain/audit/action.ts'
import { failMessagesOf, type MessageRecord, recordMessage } from '../../../store/alerts/channels/messages.ts'
import { noteChannelFailure, noteChannelSent } from '../../../store/alerts/channels/rows.ts'
import { writeChannelChat } from '../../../store/alerts/channels/telegram.ts'
import type { Database } from '../../../store/kit/database.ts'
import { note } from './change.ts'

const BY = system('chat messages')

export interface MessageResult extends MessageRecord {
  /** `null` for a reply to a chat. */
  readonly channelId: number | null
  readonly disable: boolean
  /** The chat has this id from now on. */
  readonly movedTo?: number
}

export function recordResult(db: Database, { channelId, disable, movedTo, ...result }: MessageResult): Promise<void> {
  const { error, at } = result
  return db.transaction(async (tx) => {
    const [recorded] = await recordMessage(tx, result)
    if (!recorded) return // another worker recorded a newer attempt
    if (channelId === null) return
    if (error === null) return void (await noteChannelSent(tx, channelId, at))
    if (movedTo !== undefined) return void (await writeChannelChat(tx, channelId, movedTo))
    const [channel] = await noteChannelFailure(tx, channelId, { error, disable, at })
    if (!disable || !channel) return
    await failMessagesOf(tx, channelId, error)
    await note(
      tx,
      { db: tx, by: BY, now: at },
      'channel.disabled',
      { id: channelId, ...channel },
      { error: error.code },
    )
  })
}
