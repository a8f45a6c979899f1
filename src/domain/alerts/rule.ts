// When an alert begins and ends, and when people are written to. Pure: what is so now, what was known, the settings, the time.
import { MINUTE_MS } from '../time/units.ts'
import { type Alert, type AlertKind, type Condition, severityOf, tellsEnd, topicOf } from './alert.ts'
import type { AlertSettings } from './settings.ts'

/** What is known of an alert is renewed so often: figures change with every look. */
const SEEN_EVERY_MS = MINUTE_MS
/** An end that could not be told for so long is no news. */
const END_IS_NEWS_MS = 24 * 60 * MINUTE_MS

/** What the rule looks at. */
export type KnownAlert = Pick<
  Alert,
  'id' | 'kind' | 'subject' | 'openedAt' | 'seenAt' | 'endedAt' | 'acknowledgedAt' | 'mailedAt' | 'endMailedAt'
>

export interface AlertChanges {
  readonly begin: readonly Condition[]
  /** Still so, or so again: with what is known of it now. */
  readonly goOn: readonly {
    readonly id: number
    readonly condition: Condition
    readonly again: boolean
    readonly openedAt: Date
  }[]
  readonly end: readonly number[]
}

/** So long ago; null: never, or in the future, which a clock that was set back has made of it. */
const ago = (at: Date | null, now: Date): number | null =>
  at === null || at > now ? null : now.getTime() - at.getTime()

const isWithin = (at: Date | null, milliseconds: number, now: Date): boolean => {
  const passed = ago(at, now)
  return passed !== null && passed < milliseconds
}

const keyOf = ({ kind, subject }: { readonly kind: AlertKind; readonly subject: string }) => `${kind} ${subject}`

/** A pause that is shorter than the delay ends nothing, unless the end has been told: what comes and goes is one alert. */
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
      // Noticed in the future: the clock was set back, and from now on it counts.
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
 * What one mail tells now; null: nothing. `setAside`: subjects that nobody waits for now (a station in maintenance): that their alerts
 * ended is no good news. What has lasted half the delay goes with what has lasted all of it, and no mail follows another within the delay: a storm is
 * one mail, or two.
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
      tellsEnd(kind) &&
      isWithin(endedAt, END_IS_NEWS_MS, now) &&
      wellSince.get(subject) !== null &&
      !setAside.has(subject),
  )
  const isWellFor = ({ subject }: KnownAlert, milliseconds: number) =>
    lasted(wellSince.get(subject) ?? null, milliseconds)
  const ended = over.filter((alert) => isWellFor(alert, delayMs))
  const isDue = waiting.some(({ openedAt }) => lasted(openedAt, delayMs))
  // Good news can wait for the rest of it, but not for ever.
  const isOver =
    ended.length > 0 && (ended.length === over.length || ended.some((alert) => isWellFor(alert, 2 * delayMs)))
  if (!isDue && !isOver) return null
  const begun = isDue ? waiting.filter(({ openedAt }) => lasted(openedAt, delayMs / 2)) : []
  return { begun: begun.map(({ id }) => id), ended: ended.map(({ id }) => id) }
}

/** Since when nothing is wrong with each subject; null: something is. */
function calm(known: readonly KnownAlert[]): Map<string, Date | null> {
  const since = new Map<string, Date | null>()
  for (const { subject, endedAt } of known) {
    const last = since.get(subject)
    since.set(subject, last === null || endedAt === null ? null : last && last > endedAt ? last : endedAt)
  }
  return since
}

/** Its subject was told of lately. What is grave goes all the same, once. */
function isQuiet({ id, kind, subject }: KnownAlert, known: readonly KnownAlert[], quietMs: number, now: Date): boolean {
  const told = known.filter(
    (other) => other.id !== id && other.subject === subject && isWithin(other.mailedAt, quietMs, now),
  )
  return told.some((other) => other.kind === kind) || (told.length > 0 && severityOf(kind) !== 'critical')
}
