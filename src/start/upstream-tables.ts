// The sourcetables of other casters, for the job that follows them: fetched past the guard of addresses, read in turns.
import type { ReadTableOf } from '../actions/upstreams/follow.ts'
import { fetchTable } from '../caster/streams/table-client.ts'
import type { Config } from '../config.ts'
import { parseCidr, reachOf } from '../domain/webhooks/public-address.ts'
import { readTable } from '../ntrip/sourcetable-reader.ts'
import { inTurns } from '../running/turns.ts'
import { addressesOf } from './source-names.ts'

export function tableReader({ casterPullAllow }: Pick<Config, 'casterPullAllow'>): ReadTableOf {
  const allowed = casterPullAllow.map(parseCidr)
  const reachable = { addressesOf, mayReach: (address: string) => reachOf(address, allowed) !== 'forbidden' }
  return async (from) => {
    const answer = await fetchTable(from, reachable)
    return 'trouble' in answer ? answer : inTurns(readTable(answer.text))
  }
}
