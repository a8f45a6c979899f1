// A background job that issues credentials from a file or changes existing ones.
import { HOUR_MS } from '../time/units.ts'
import type { LineFault } from './imported.ts'
import type { CredentialRequest } from './request.ts'

export const CHANGE_KINDS = ['renew', 'suspend', 'resume', 'revoke', 'change'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]
export const JOB_KINDS = ['issue', ...CHANGE_KINDS] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Parameters of the change; kinds that need none leave this empty. */
export interface JobParameters {
  readonly validitySeconds?: number
  readonly label?: string | null
  /** `null` means the network. */
  readonly stationId?: number | null
  /** Replaces the station. */
  readonly groupId?: number | null
}

export interface CredentialJob {
  readonly id: number
  readonly kind: JobKind
  /** `null` for issue jobs, whose rows have their own parameters. */
  readonly parameters: JobParameters | null
  /** Owner of the credentials; `null` if the job spans owners, which issue jobs never do. */
  readonly ownerId: number | null
  readonly ownerName: string | null
  readonly userId: number | null
  readonly actor: string
  readonly address: string | null
  /** Empty if the job has no file. */
  readonly fileName: string
  /** `stopped`: a user cancelled the rest; finished rows are not rolled back. */
  readonly state: 'running' | 'finished' | 'stopped'
  /** True while the job still collects its credentials and `total` grows. */
  readonly isGathering: boolean
  readonly total: number
  /** Credentials issued or changed so far. */
  readonly issued: number
  readonly failed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const FRESH_MS = HOUR_MS

/** True for the user who issued the credentials in the last hour: they may download them without confirming again. */
export const isFreshOf = (
  { kind, userId, createdAt }: CredentialJob,
  user: { readonly id: number },
  now: Date,
): boolean => kind === 'issue' && userId === user.id && now.getTime() - createdAt.getTime() < FRESH_MS

export interface FileRow {
  /** Line in the file; the header is line 1. */
  readonly line: number
  readonly request: CredentialRequest
  readonly problems: readonly LineFault[]
}
