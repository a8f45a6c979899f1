// What the service answers about credentials.

import type { Finding as AccessFinding } from '../../../../src/domain/credentials/access-findings.ts'
import type { MailFailure } from '../../../../src/domain/mail/failure.ts'
import type { RefusalReason } from '../../../../src/domain/sessions/admission.ts'
import type { EndReason } from '../../../../src/domain/sessions/session.ts'

export const CREDENTIAL_STATES = ['in_force', 'scheduled', 'expired', 'revoked'] as const
export type CredentialState = (typeof CREDENTIAL_STATES)[number]
export const KINDS = ['base', 'network'] as const
export type WhenFull = 'replace' | 'refuse'

export interface Credential {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly kind: (typeof KINDS)[number]
  readonly state: CredentialState
  readonly username: string
  readonly host: string
  readonly port: number
  readonly mountpoint: string
  readonly format: string
  readonly datum: string
  readonly stationId: number | null
  readonly stationCode: string | null
  readonly stationName: string | null
  readonly label: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly issuedAt: string
  readonly startsAt: string
  readonly expiresAt: string
  readonly revokedAt: string | null
  readonly maxSessions: number
  readonly whenFull: WhenFull
  /** Rovers that are connected with it now. */
  readonly connected: number
}

export type Finding = AccessFinding<string>

export interface RoverSession {
  readonly id: string
  readonly mountpoint: string
  readonly startedAt: string
  readonly endedAt: string | null
  readonly endReason: EndReason | null
  readonly bytes: number
  readonly address: string
  readonly agent: string
  readonly positions: number
  readonly fixedPositions: number
}

export interface Refusal {
  readonly lastAt: string
  readonly times: number
  readonly reason: RefusalReason
  readonly mountpoint: string
  readonly address: string
}

export interface Activity {
  readonly findings: readonly Finding[]
  readonly sessions: readonly RoverSession[]
  readonly refusals: readonly Refusal[]
}

export interface RowProblem {
  readonly field: string | null
  readonly code: string
  readonly params: object
  readonly detail: string
}

export interface PreviewRow {
  readonly line: number
  readonly stationCode: string | null
  readonly label: string | null
  readonly customerName: string | null
  readonly customerEmail: string | null
  readonly startsAt: string | null
  readonly expiresAt: string | null
  readonly problems: readonly RowProblem[]
}

export interface Job {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly by: string
  readonly fileName: string
  readonly state: 'running' | 'finished' | 'stopped'
  readonly total: number
  readonly issued: number
  readonly failed: number
  readonly createdAt: string
  readonly finishedAt: string | null
}

export interface JobAnswer {
  readonly job: Job
  /** The first of them. */
  readonly failures: readonly { readonly line: number; readonly problems: readonly RowProblem[] }[]
}

/** The customer's page and its PDF. */
export interface Links {
  readonly url: string
  readonly pdf: string
}

/** What is shown only to who asks, and the log tells. */
export interface Secrets extends Links {
  readonly password: string
}

export interface CustomerMail {
  readonly id: number
  readonly kind: string
  readonly to: string
  readonly state: 'pending' | 'sent' | 'failed'
  readonly attempts: number
  readonly createdAt: string
  readonly sentAt: string | null
  readonly nextAttemptAt: string
  readonly lastError: MailFailure | null
}

export interface Handover {
  readonly canMail: boolean
  readonly linkWithdrawnAt: string | null
  readonly nextNoticeAt: string | null
  readonly mails: readonly CustomerMail[]
}
