// Compares the current conditions with the known alerts, opens and ends alerts, and queues the mail. A lock lets one
// node run at a time, in one transaction, so each alert is opened and mailed once.
import type { Alert } from '../../domain/alerts/alert.ts'
import { ALERT_MAIL, type AlertMail, reportedAlert } from '../../domain/alerts/mail.ts'
import { changesOf, mailingOf } from '../../domain/alerts/rule.ts'
import type { AlertSettings } from '../../domain/alerts/settings.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import {
  endAlerts,
  listKnownAlerts,
  noteAlertsMailed,
  openAlerts,
  renewAlerts,
  tryLockAlerts,
  wakeAlerts,
} from '../../store/alerts/rows.ts'
import { readAlertSettings } from '../../store/alerts/settings.ts'
import type { StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertMail } from '../../store/mail/writer.ts'
import { notifyChannels } from './channels/notify.ts'
import { notifyHosts } from './hosts/notify.ts'
import { readConditions } from './present.ts'

/** Alerts that ended longer ago than this are ignored. */
const KNOWN_MS = DAY_MS

export interface WatchServices {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
  /** False if no mail transport is configured; then no alert is marked as mailed. */
  readonly canMail: boolean
}

export function watchAlerts({ db, book, now, canMail }: WatchServices): Promise<void> {
  return db.transaction(async (tx) => {
    if (!(await tryLockAlerts(tx))) return
    await wakeAlerts(tx, now)
    const settings = await readAlertSettings(tx)
    const recent = new Date(now.getTime() - KNOWN_MS)
    const conditions = await readConditions(tx, book, settings, now)
    const before = await listKnownAlerts(tx, recent)
    const { begin, goOn, end } = changesOf(conditions, before, settings, now)
    if (end.length > 0) await endAlerts(tx, end, now)
    if (begin.length > 0) await openAlerts(tx, begin, now)
    if (goOn.length > 0) await renewAlerts(tx, goOn, now)
    const isSame = begin.length + goOn.length + end.length === 0
    const known = isSame ? before : await listKnownAlerts(tx, recent)
    const setAside = setAsideOf(book, known)
    if (canMail && settings.recipients.length > 0) await mail(tx, settings, known, setAside, now)
    await notifyChannels(tx, { known, setAside, settings, canMail }, now)
    if (canMail) await notifyHosts(tx, { known, setAside, settings }, now)
  })
}

async function mail(
  tx: Database,
  settings: AlertSettings,
  known: readonly Alert[],
  setAside: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  const mailing = mailingOf(known, setAside, settings, now)
  if (!mailing) return
  const byId = new Map(known.map((alert) => [alert.id, alert]))
  const told = (ids: readonly number[]) => ids.map((id) => reportedAlert(byId.get(id)!))
  const data: AlertMail = {
    language: settings.language,
    at: now.toISOString(),
    begun: told(mailing.begun),
    ended: told(mailing.ended),
  }
  // The first alert and the time make the key unique: an alert is mailed again when its snooze is over.
  const first = mailing.begun.length > 0 ? `begun:${mailing.begun[0]}` : `ended:${mailing.ended[0]}`
  for (const recipient of settings.recipients) {
    const key = `alert:${first}:${data.at}:${recipient}`
    await insertMail(tx, { ownerId: null, kind: ALERT_MAIL, key, recipient, data }, now)
  }
  await noteAlertsMailed(tx, mailing, now)
}

/** Subjects of stations that are archived, deleted or in maintenance. */
function setAsideOf({ byId }: StationBook, known: readonly Alert[]): Set<string> {
  const isAside = ({ subject, subjectId }: Alert) => {
    if (subjectId === null || !subject.startsWith('station:')) return false
    const station = byId.get(subjectId)
    return !station || station.archived || station.declaredStatus === 'maintenance'
  }
  return new Set(known.filter(isAside).map(({ subject }) => subject))
}
