// States of upstream casters and their mountpoints, derived from the API's fields.
import type { OfferedMountpoint, Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'

export type ReportedState = Pick<Upstream, 'answers' | 'error' | 'refusesLogin'>

/**
 * `asking`: not fetched yet, neither good nor bad. `refuses`: the sourcetable was fetched without a login, but the
 * caster rejects the login for streams.
 */
export function upstreamState({ answers, error, refusesLogin }: ReportedState) {
  if (answers) return refusesLogin ? 'refuses' : 'answers'
  return error === null || error.code === 'not_asked' ? 'asking' : 'away'
}

/** An idle or used mountpoint without data is unknown, not bad. */
export const toneOf = (now: Exclude<OfferedMountpoint['now'], 'flowing'>) =>
  now === 'idle' || now === 'in_use' ? 'unknown' : 'bad'
