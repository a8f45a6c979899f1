// Decides when an alert begins and ends and when to send mail. Pure: input is the current conditions, the known alerts,
// the settings and the time.
import { MINUTE_MS } from '../time/units.ts'
import { type Alert, type AlertKind, announcesEnd, type Condition, severityOf, topicOf } from './alert.ts'
import type { AlertSettings } from './settings.ts'

/** Max update rate of an open alert: its values change with every check. */
const SEEN_EVERY_MS = MINUTE_MS
/** The end of an alert is not mailed if it is older than this. */
export const END_IS_NEWS_MS = 24 * 60 * MINUTE_MS

export type KnownAlert = Pick<
  Alert,
  'id' | 'kind' | 'subject' | 'openedAt' | 'seenAt' | 'endedAt' | 'acknowledgedAt' | 'mailedAt' | 'endMailedAt'
>

export interface AlertChanges {
  readonly begin: readonly Condition[]
  /** Alerts whose condition still holds or holds again, with the current values. */
  readonly goOn: readonly {
    readonly id: number
    readonly condition: Condition
    readonly again: boolean
    readonly openedAt: Date
  }[]
  readonly end: readonly number[]
}

/** Returns `null` if `at` is `null`, or in the future because the clock was set back. */
const ago = (at: Date | null, now: Date): number | null =>
  at === null || at > now ? null : now.getTime() - at.getTime()

export const isWithin = (at: Date | null, milliseconds: number, now: Date): boolean => {
  const passed = ago(at, now)
  return passed !== null && passed < milliseconds
}

const keyOf = ({ kind, subject }: { readonly kind: AlertKind; readonly subject: string }) => `${kind} ${subject}`

/**
 * A condition that recurs within the delay reopens its alert, unless the end has been mailed: a flapping condition is
 * one alert.
 */
export function changesOf(
  conditions: readonly Condition[],
  known: readonly KnownAlert[],
  { delayMinutes }: Pick<AlertSettings, 'delayMinutes'>,
  now: Date,
): AlertChanges {
  const present = new Map(conditions.map((condition) => [keyOf(condition), condition]))
  const open = new Map(known.filter(({ endedAt }) => endedAt === null).map((alert) => [keyOf(alert), alert]))
  const paused = new Map(
    known
      .filter(({ endedAt, endMailedAt }) => endMailedAt === null && isWithin(endedAt, delayMinutes * MINUTE_MS, now))
      .map((alert) => [keyOf(alert), alert]),
  )
  const begin: Condition[] = []
  const goOn: AlertChanges['goOn'][number][] = []
  for (const [key, condition] of present) {
    const before = open.get(key) ?? paused.get(key)
    if (!before) begin.push(condition)
    else if (before.endedAt !== null) goOn.push({ id: before.id, condition, again: true, openedAt: before.openedAt })
    else if (!isWithin(before.seenAt, SEEN_EVERY_MS, now))
      // `openedAt` is in the future if the clock was set back; count from now in that case.
      goOn.push({ id: before.id, condition, again: false, openedAt: before.openedAt > now ? now : before.openedAt })
  }
  return { begin, goOn, end: [...open].flatMap(([key, { id }]) => (present.has(key) ? [] : id)) }
}

export interface Mailing {
  readonly begun: readonly number[]
  readonly ended: readonly number[]
}

type MailRules = Pick<AlertSettings, 'delayMinutes' | 'quietMinutes' | 'muted'>

/**
 * Returns the alerts that one mail reports now, or `null` if no mail is due. Ended alerts of `setAside` subjects (such
 * as a station in maintenance) are not reported. Alerts older than half the delay are mailed with those older than the
 * full delay, and mails are at least one delay apart, so a burst of alerts results in one or two mails.
 */
export function mailingOf(
  known: readonly KnownAlert[],
  setAside: ReadonlySet<string>,
  { delayMinutes, quietMinutes, muted }: MailRules,
  now: Date,
): Mailing | null {
  const delayMs = delayMinutes * MINUTE_MS
  const paceMs = Math.max(delayMs, MINUTE_MS)
  if (known.some(({ mailedAt, endMailedAt }) => isWithin(mailedAt, paceMs, now) || isWithin(endMailedAt, paceMs, now)))
    return null
  const wanted = known.filter(({ kind }) => !muted.includes(topicOf(kind)))
  const lasted = (at: Date | null, milliseconds: number) => (ago(at, now) ?? -1) >= milliseconds

  const waiting = wanted.filter(
    (alert) =>
      alert.endedAt === null &&
      alert.mailedAt === null &&
      alert.acknowledgedAt === null &&
      !isQuiet(alert, known, quietMinutes * MINUTE_MS, now),
  )
  const wellSince = calm(known)
  const over = wanted.filter(
    ({ kind, subject, endedAt, mailedAt, endMailedAt }) =>
      mailedAt !== null &&
      endMailedAt === null &&
      announcesEnd(kind) &&
      isWithin(endedAt, END_IS_NEWS_MS, now) &&
      wellSince.get(subject) !== null &&
      !setAside.has(subject),
  )
  const isWellFor = ({ subject }: KnownAlert, milliseconds: number) =>
    lasted(wellSince.get(subject) ?? null, milliseconds)
  const ended = over.filter((alert) => isWellFor(alert, delayMs))
  const isDue = waiting.some(({ openedAt }) => lasted(openedAt, delayMs))
  // Wait for the remaining alerts to end, so that one mail reports all of them, but at most twice the delay.
  const isOver =
    ended.length > 0 && (ended.length === over.length || ended.some((alert) => isWellFor(alert, 2 * delayMs)))
  if (!isDue && !isOver) return null
  const begun = isDue ? waiting.filter(({ openedAt }) => lasted(openedAt, delayMs / 2)) : []
  return { begun: begun.map(({ id }) => id), ended: ended.map(({ id }) => id) }
}

/** Maps each subject to the time its last alert ended, or `null` if an alert is still open. */
function calm(known: readonly KnownAlert[]): Map<string, Date | null> {
  const since = new Map<string, Date | null>()
  for (const { subject, endedAt } of known) {
    const last = since.get(subject)
    since.set(subject, last === null || endedAt === null ? null : last && last > endedAt ? last : endedAt)
  }
  return since
}

/** True if the subject was mailed recently. A critical alert of another kind is mailed anyway. */
function isQuiet({ id, kind, subject }: KnownAlert, known: readonly KnownAlert[], quietMs: number, now: Date): boolean {
  const told = known.filter(
    (other) => other.id !== id && other.subject === subject && isWithin(other.mailedAt, quietMs, now),
  )
  return told.some((other) => other.kind === kind) || (told.length > 0 && severityOf(kind) !== 'critical')
}
