// Issuing many credentials in the background, as its state is told.

export interface IssueJob {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  /** Who asked for it, and from where. */
  readonly userId: number | null
  readonly actor: string
  readonly address: string | null
  readonly fileName: string
  /** `stopped`: somebody did not want the rest. What was issued stays issued. */
  readonly state: 'running' | 'finished' | 'stopped'
  readonly total: number
  readonly issued: number
  readonly failed: number
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

const FRESH_MS = 60 * 60_000

/** Whoever had it made a short while ago fetches what they made: that is a day's work, and not passwords that lay there before. */
export const isFreshOf = ({ userId, createdAt }: IssueJob, user: { readonly id: number }, now: Date): boolean =>
  userId === user.id && now.getTime() - createdAt.getTime() < FRESH_MS
