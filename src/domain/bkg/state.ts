// How it stands with a BKG caster that serves what we issue: what a node says of it, and when that is bad news.

export const LEFT_OUT_REASONS = ['username', 'password', 'taken', 'line_full', 'fence'] as const
/**
 * Why the caster cannot know a credential, or not on all its mountpoints; `taken`: the operator has a user of that name there; `line_full`:
 * no more fit in the line of its mountpoint; `fence`: it would serve whoever is outside.
 */
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number]

export interface BkgCounts {
  readonly users: number
  readonly mountpoints: number
  /** That the operator's own lines are about. */
  readonly mountpointsTaken: number
  /** A line `all:` of the operator: what ours say is not looked at. */
  readonly allLine: boolean
  readonly leftOut: Readonly<Record<LeftOutReason, number>>
}

export const BKG_FAILURES = ['folder', 'marks', 'owner', 'unreachable', 'timeout', 'login', 'answer'] as const
export type BkgFailureCode = (typeof BKG_FAILURES)[number]

export interface BkgFailure {
  readonly code: BkgFailureCode
  /** A file, an address, or what was answered; never a password. */
  readonly detail: string
}

export interface BkgState {
  readonly node: string
  readonly folder: string
  readonly seenAt: Date
  readonly writtenAt: Date | null
  readonly toldAt: Date | null
  readonly behindSince: Date | null
  readonly lagMs: number | null
  readonly failure: BkgFailure | null
  readonly counts: BkgCounts
}

/** What has not come into force for so long is an alert: a restart of the caster takes seconds. */
export const BEHIND_MS = 30_000

export const isBehind = ({ behindSince }: Pick<BkgState, 'behindSince'>, now: Date): boolean =>
  behindSince !== null && now.getTime() - behindSince.getTime() >= BEHIND_MS

export const countLeftOut = ({ leftOut }: Pick<BkgCounts, 'leftOut'>): number =>
  LEFT_OUT_REASONS.reduce((sum, reason) => sum + (leftOut[reason] ?? 0), 0) // an older node counts fewer reasons
