// What is done with many credentials in the background, as its state is told: issuing them from a file, or changing those there are.
import { HOUR_MS } from '../time/units.ts'
import type { LineFault } from './imported.ts'
import type { CredentialRequest } from './request.ts'

export const CHANGE_KINDS = ['renew', 'suspend', 'resume', 'revoke', 'change'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
export const JOB_KINDS = ['issue', ...CHANGE_KINDS] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** What is done to each; those that need nothing else are told by their kind. */
export interface JobParameters {
  /** How much longer it serves. */
  readonly validitySeconds?: number
  readonly label?: string | null
  /** null: the network. */
  readonly stationId?: number | null
  /** Instead of a station. */
  readonly groupId?: number | null
}

export interface CredentialJob {
  readonly id: number
  readonly kind: JobKind
  /** null: issuing, where each row says what it wants. */
  readonly parameters: JobParameters | null
  /** Whose they are; null: whichever organisations'. Never of a job that issues. */
  readonly ownerId: number | null
  readonly ownerName: string | null
  /** Who asked for it, and from where. */
  readonly userId: number | null
  readonly actor: string
  readonly address: string | null
  /** Empty where there is none. */
  readonly fileName: string
  /** `stopped`: somebody did not want the rest. What was done stays done. */
  readonly state: 'running' | 'finished' | 'stopped'
  /** Its credentials are still being looked for: `total` grows. */
  readonly isGathering: boolean
  readonly total: number
  /** Done: issued, or changed. */
  readonly issued: number
  readonly failed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const FRESH_MS = HOUR_MS

/** Whoever had it made a short while ago fetches what they made: that is a day's work, and not passwords that lay there before. */
export const isFreshOf = (
  { kind, userId, createdAt }: CredentialJob,
  user: { readonly id: number },
  now: Date,
): boolean => kind === 'issue' && userId === user.id && now.getTime() - createdAt.getTime() < FRESH_MS

/** A row of a file with credentials to issue. */
export interface FileRow {
  /** In the file; the head is line 1. */
  readonly line: number
  readonly request: CredentialRequest
  readonly problems: readonly LineFault[]
}
