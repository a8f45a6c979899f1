// Queues what each channel is sent now. Runs in the transaction that compares the alerts, so exactly one node does this.
import type { Alert } from '../../../domain/alerts/alert.ts'
import { type Due, dueOf } from '../../../domain/alerts/channels/due.ts'
import { ALERT_MAIL, type AlertMail, reportedAlert } from '../../../domain/alerts/mail.ts'
import type { AlertSettings } from '../../../domain/alerts/settings.ts'
import { may } from '../../../domain/people/permissions.ts'
import { insertMessage } from '../../../store/alerts/channels/messages.ts'
import { listNotices, noteSent } from '../../../store/alerts/channels/notices.ts'
import { listOpenChannels, type OpenChannel } from '../../../store/alerts/channels/rows.ts'
import type { Database } from '../../../store/kit/database.ts'
import { insertMail } from '../../../store/mail/writer.ts'

export interface Situation {
  readonly known: readonly Alert[]
  /** Subjects whose end is not reported. */
  readonly setAside: ReadonlySet<string>
  readonly settings: AlertSettings
  /** False if no mail transport is configured. */
  readonly canMail: boolean
}

/**
 * A channel whose last message is not sent yet gets no second one: what happens meanwhile is reported together, and a
 * service that is down collects no backlog.
 */
export async function notifyChannels(tx: Database, { known, setAside, settings, canMail }: Situation, now: Date) {
  const isReady = ({ service, role, busy }: OpenChannel) =>
    !busy && (service !== 'email' || canMail) && (role === null || may({ role }, 'system.read'))
  const channels = (await listOpenChannels(tx)).filter(isReady)
  if (channels.length === 0 || known.length === 0) return
  const ids = known.map(({ id }) => id)
  const noticesOf = Map.groupBy(await listNotices(tx, 'channel', ids), ({ ofId }) => ofId)
  for (const channel of channels) {
    const notices = new Map((noticesOf.get(channel.id) ?? []).map((notice) => [notice.alertId, notice]))
    const rules = { ...settings, ...channel }
    const due = dueOf(known, notices, setAside, rules, now)
    if (!due) continue
    await queue(tx, channel, mailOf(known, due, channel, now), now)
    await noteSent(tx, 'channel', channel.id, { begun: due.begun, ended: [...due.ended, ...due.missed] }, now)
  }
}

function mailOf(known: readonly Alert[], due: Due, { language }: OpenChannel, now: Date): AlertMail {
  const byId = new Map(known.map((alert) => [alert.id, alert]))
  const reported = (ids: readonly number[]) => ids.map((id) => reportedAlert(byId.get(id)!))
  return {
    language,
    at: now.toISOString(),
    begun: reported(due.begun),
    ended: reported(due.ended),
    missed: reported(due.missed),
    own: true,
  }
}

async function queue(tx: Database, { id: channelId, service, email }: OpenChannel, data: AlertMail, now: Date) {
  const key = `channel:${channelId}:${data.at}`
  if (service !== 'email') return insertMessage(tx, { channelId, service, key, kind: 'alert', data }, now)
  if (email !== null) return insertMail(tx, { ownerId: null, kind: ALERT_MAIL, key, recipient: email, data }, now)
}
