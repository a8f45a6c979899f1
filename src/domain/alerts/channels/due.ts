// Decides what a channel is sent now. Pure: input is the known alerts, what the channel was sent, its rules and the time.
import { MINUTE_MS } from '../../time/units.ts'
import { type AlertTopic, severityOf, topicOf } from '../alert.ts'
import { END_IS_NEWS_MS, isWithin, type KnownAlert, type Mailing, mailingOf } from '../rule.ts'
import type { AlertSettings } from '../settings.ts'
import { isQuietAt, type QuietHours } from './quiet-hours.ts'

export interface Notice {
  readonly alertId: number
  readonly begunAt: Date
  readonly endedAt: Date | null
}

export interface Due extends Mailing {
  /** Alerts that began and ended during quiet hours. */
  readonly missed: readonly number[]
}

export interface DueRules extends Pick<AlertSettings, 'delayMinutes' | 'quietMinutes'> {
  readonly muted: readonly AlertTopic[]
  readonly quiet: QuietHours | null
  readonly urgentPasses: boolean
}

/** Returns `null` if nothing is due. */
export function dueOf(
  known: readonly KnownAlert[],
  notices: ReadonlyMap<number, Notice>,
  setAside: ReadonlySet<string>,
  rules: DueRules,
  now: Date,
): Due | null {
  const { quiet, urgentPasses } = rules
  const seen = known.map((alert) => ({ ...alert, ...sentOf(alert, notices.get(alert.id)) }))
  if (quiet && isQuietAt(quiet, now)) {
    if (!urgentPasses) return null
    const urgent = mailingOf(
      seen.filter(({ kind }) => severityOf(kind) === 'critical'),
      setAside,
      rules,
      now,
    )
    return urgent && { ...urgent, missed: [] }
  }
  const mailing = mailingOf(seen, setAside, rules, now)
  const missed = quiet ? missedOf(seen, quiet, setAside, rules, now) : []
  if (!mailing && missed.length === 0) return null
  return { ...(mailing ?? { begun: [], ended: [] }), missed }
}

/** An alert that was reopened after its end was sent is sent again. */
function sentOf({ endedAt }: KnownAlert, notice: Notice | undefined): Pick<KnownAlert, 'mailedAt' | 'endMailedAt'> {
  if (!notice || (endedAt === null && notice.endedAt !== null)) return { mailedAt: null, endMailedAt: null }
  return { mailedAt: notice.begunAt, endMailedAt: notice.endedAt }
}

/** The time of the end decides, so neither a clock change nor daylight saving time repeats a summary. */
function missedOf(
  known: readonly KnownAlert[],
  quiet: QuietHours,
  setAside: ReadonlySet<string>,
  { delayMinutes, muted }: DueRules,
  now: Date,
): number[] {
  return known
    .filter(
      ({ kind, subject, openedAt, endedAt, mailedAt }) =>
        mailedAt === null &&
        endedAt !== null &&
        isWithin(endedAt, END_IS_NEWS_MS, now) &&
        endedAt.getTime() - openedAt.getTime() >= delayMinutes * MINUTE_MS &&
        isQuietAt(quiet, endedAt) &&
        !muted.includes(topicOf(kind)) &&
        !setAside.has(subject),
    )
    .map(({ id }) => id)
}
