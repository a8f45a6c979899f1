// What the answers of the service mean for whoever looks.
import type { OfferedMountpoint, Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'

export type ReportedState = Pick<Upstream, 'answers' | 'error' | 'refusesLogin'>

/**
 * `asking`: nobody has had time to ask it yet, which is neither good nor bad. `refuses`: its table needs no login, and came; what rovers
 * wanted of it did not.
 */
export function upstreamState({ answers, error, refusesLogin }: ReportedState) {
  if (answers) return refusesLogin ? 'refuses' : 'answers'
  return error === null || error.code === 'not_asked' ? 'asking' : 'away'
}

/** Of what does not flow: nothing is bad of which nobody knows anything. */
export const toneOf = (now: Exclude<OfferedMountpoint['now'], 'flowing'>) =>
  now === 'idle' || now === 'in_use' ? 'unknown' : 'bad'
