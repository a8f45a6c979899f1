// The facts of a mail about alerts, as they stand in the outbox.
import type { Language } from '../people/user.ts'
import type { Alert } from './alert.ts'

/** Put into words by outbound/mail/alert.ts. */
export const ALERT_MAIL = 'alert'

/** Times in ISO 8601. */
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
}
