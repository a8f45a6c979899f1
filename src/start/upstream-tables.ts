// The sourcetables of other casters, for the job that follows them, and whether a stream of theirs opens: asked past the guard of
// addresses, tables read in turns.
import type { ReadTableOf } from '../actions/upstreams/follow.ts'
import type { TryStream } from '../actions/upstreams/try.ts'
import { tryStream } from '../caster/streams/stream-trial.ts'
import { fetchTable } from '../caster/streams/table-client.ts'
import type { Config } from '../config.ts'
import { parseCidr, reachOf } from '../domain/webhooks/public-address.ts'
import { readTable } from '../ntrip/sourcetable-reader.ts'
import { inTurns } from '../running/turns.ts'
import { addressesOf } from './source-names.ts'

type Allowed = Pick<Config, 'casterPullAllow'>

function reachableBy({ casterPullAllow }: Allowed) {
  const allowed = casterPullAllow.map(parseCidr)
  return { addressesOf, mayReach: (address: string) => reachOf(address, allowed) !== 'forbidden' }
}

export function tableReader(config: Allowed): ReadTableOf {
  const reachable = reachableBy(config)
  return async (from) => {
    const answer = await fetchTable(from, reachable)
    return 'trouble' in answer ? answer : inTurns(readTable(answer.text))
  }
}

export function streamTrier(config: Allowed): TryStream {
  const reachable = reachableBy(config)
  return (from) => tryStream(from, reachable)
}
