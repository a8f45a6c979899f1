// The standby source of a station, and which of its two sources serves the mountpoint.
import type { PullAddress } from '../network/raw-address.ts'
import type { Pulse } from './pulse.ts'

export const STANDBY_KINDS = ['push', 'pull', 'station'] as const
export type StandbyKind = (typeof STANDBY_KINDS)[number]

/** Kinds that deliver the station's own stream; a fallback station delivers another one. */
export type StandbySourceKind = Exclude<StandbyKind, 'station'>

export type StandbySource = { readonly kind: 'push' } | { readonly kind: 'pull'; readonly address: PullAddress }
/** By station id. */
export type StandbySources = ReadonlyMap<number, StandbySource>

export type Which = 'first' | 'backup'

type Life = Pick<Pulse, 'flows' | 'isAlive' | 'isStable'>

/** Pulse of the serving source and of the other one; `other` is `null` if not connected. */
export interface TwoLives {
  readonly serving: Life
  readonly other: Life | null
}

/**
 * The standby source takes over when the first source's grace period has ended. The first source takes over again when
 * it is stable, so a flapping source does not move rovers, or immediately if the standby source fails too.
 */
export function servesNext(which: Which, { serving, other }: TwoLives, now: number): Which {
  if (!other?.flows(now)) return which
  if (!serving.isAlive(now)) return which === 'first' ? 'backup' : 'first'
  return which === 'backup' && other.isStable(now) ? 'first' : which
}
