// Facts of an alert mail as stored in the outbox.
import type { Language } from '../people/user.ts'
import type { Alert } from './alert.ts'

/** Mail kind; outbound/mail/alert.ts renders it. */
export const ALERT_MAIL = 'alert'

/** Times are ISO 8601. */
export interface ReportedAlert
  extends Pick<Alert, 'id' | 'kind' | 'subjectId' | 'name' | 'params' | 'simulated' | 'times'> {
  readonly since: string
  readonly endedAt: string | null
}

export interface AlertMail {
  readonly language: Language
  readonly at: string
  readonly begun: readonly ReportedAlert[]
  readonly ended: readonly ReportedAlert[]
  /** Alerts that began and ended during the quiet hours of a channel. */
  readonly missed?: readonly ReportedAlert[]
  /** Set if the mail goes to a user's own channel instead of the network's recipients. */
  readonly own?: true
}

export const reportedAlert = ({
  id,
  kind,
  subjectId,
  name,
  params,
  simulated,
  times,
  ...alert
}: Alert): ReportedAlert => ({
  id,
  kind,
  subjectId,
  name,
  params,
  simulated,
  times,
  since: (alert.since ?? alert.openedAt).toISOString(),
  endedAt: alert.endedAt?.toISOString() ?? null,
})
