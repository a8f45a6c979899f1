// Mails to hosts: an alert while their station is down, and the report of each month.
import { type Alert, topicOf } from '../../../domain/alerts/alert.ts'
import { dueOf } from '../../../domain/alerts/channels/due.ts'
import { HOST_ALERT_MAIL, type StationHost } from '../../../domain/alerts/hosts/host.ts'
import { endOf, monthBefore, REPORT_WITHIN_MS } from '../../../domain/alerts/hosts/month.ts'
import { reportedAlert } from '../../../domain/alerts/mail.ts'
import type { AlertSettings } from '../../../domain/alerts/settings.ts'
import { listNotices, noteSent } from '../../../store/alerts/channels/notices.ts'
import { insertHostReports, listConfirmedHosts } from '../../../store/alerts/hosts.ts'
import type { Database } from '../../../store/kit/database.ts'
import { insertMail } from '../../../store/mail/writer.ts'

interface Situation {
  readonly known: readonly Alert[]
  readonly setAside: ReadonlySet<string>
  readonly settings: AlertSettings
}

/** Runs in the transaction that compares the alerts. An operator's acknowledgement does not silence hosts. */
export async function notifyHosts(tx: Database, { known, setAside, settings }: Situation, now: Date): Promise<void> {
  const outages = known
    .filter(({ kind }) => topicOf(kind) === 'station_down')
    .map((alert) => ({ ...alert, acknowledgedAt: null }))
  if (outages.length === 0) return
  const alertsOf = Map.groupBy(outages, ({ subjectId }) => subjectId)
  const hosts = (await listConfirmedHosts(tx)).filter(({ stationId }) => alertsOf.has(stationId))
  if (hosts.length === 0) return
  const ids = outages.map(({ id }) => id)
  const noticesOf = Map.groupBy(await listNotices(tx, 'host', ids), ({ ofId }) => ofId)
  const rules = { ...settings, muted: [], quiet: null, urgentPasses: false }
  for (const host of hosts) {
    const alerts = alertsOf.get(host.stationId)!
    const notices = new Map((noticesOf.get(host.id) ?? []).map((notice) => [notice.alertId, notice]))
    const due = dueOf(alerts, notices, setAside, rules, now)
    if (!due) continue
    await queue(tx, host, alerts, due, now)
    await noteSent(tx, 'host', host.id, due, now)
  }
}

async function queue(
  tx: Database,
  { id: hostId, email: recipient }: StationHost,
  alerts: readonly Alert[],
  { begun, ended }: { readonly begun: readonly number[]; readonly ended: readonly number[] },
  now: Date,
): Promise<void> {
  const reported = (ids: readonly number[]) => alerts.filter(({ id }) => ids.includes(id)).map(reportedAlert)
  const data = { hostId, at: now.toISOString(), begun: reported(begun), ended: reported(ended) }
  const key = `${HOST_ALERT_MAIL}:${hostId}:${data.at}`
  await insertMail(tx, { ownerId: null, kind: HOST_ALERT_MAIL, key, recipient, data }, now)
}

/** Queues the reports of the month that ended, once per host, on any number of nodes. */
export async function reportMonth(db: Database, now: Date): Promise<void> {
  const month = monthBefore(now)
  const end = endOf(month)
  if (now.getTime() - end.getTime() <= REPORT_WITHIN_MS) await insertHostReports(db, month, end, now)
}
