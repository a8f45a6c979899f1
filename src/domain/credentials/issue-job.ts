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
