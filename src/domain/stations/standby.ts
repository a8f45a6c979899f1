// A station's second source: what there may be, and which of the two serves its mountpoint.
import type { SourceAddress } from '../network/source-address.ts'
import type { Pulse } from './pulse.ts'

export const STANDBY_KINDS = ['push', 'pull', 'station'] as const
export type StandbyKind = (typeof STANDBY_KINDS)[number]

/** What brings bytes of the station itself; another station is no source of it. */
export type StandbySourceKind = Exclude<StandbyKind, 'station'>

export type StandbySource = { readonly kind: 'push' } | { readonly kind: 'pull'; readonly address: SourceAddress }
/** By station. */
export type StandbySources = ReadonlyMap<number, StandbySource>

export type Which = 'first' | 'backup'

type Life = Pick<Pulse, 'flows' | 'isAlive' | 'isStable'>

/** Of what serves now; and of the other one, as far as it is there. */
export interface TwoLives {
  readonly serving: Life
  readonly other: Life | null
}

/**
 * The second serves when the first has been away for longer than it is waited for. The first gets its mountpoint back when it is stable, so
 * that one that comes and goes moves nobody; or at once where the second is away as well.
 */
export function servesNext(which: Which, { serving, other }: TwoLives, now: number): Which {
  if (!other?.flows(now)) return which
  if (!serving.isAlive(now)) return which === 'first' ? 'backup' : 'first'
  return which === 'backup' && other.isStable(now) ? 'first' : which
}
