// Fetches sourcetables of upstream casters and tries their streams. The guard against private addresses applies, and
// large tables are parsed in steps.

import { readTable } from '@vertice/ntrip'
import type { ReadTableOf } from '../../actions/network/upstreams/follow.ts'
import type { TryStream } from '../../actions/network/upstreams/try.ts'
import type { Config } from '../../base/config/config.ts'
import { inTurns } from '../../base/running/turns.ts'
import { tryStream } from '../../caster/streams/client/stream-trial.ts'
import { fetchTable } from '../../caster/streams/client/table-client.ts'
import { parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'
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
