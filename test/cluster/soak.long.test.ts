// The short form of `npm run soak -- --nodes 3`.
import { expect, it } from 'vitest'
import { clusterSoak, tableOf } from '../soak/cluster-soak.ts'
import { lacks } from '../support/needs.ts'

const isMissing = lacks('the soak of a cluster', 'nats-server')

it.skipIf(isMissing)(
  'casters, NATS servers, the API and the worker fall over, and everything is accounted for',
  {
    timeout: 240_000,
  },
  async () => {
    const report = await clusterSoak({ nodes: 3, minutes: 0.5, seed: 14, log: console.log })
    console.log(tableOf(report))
    expect(report.problems).toEqual([])
  },
)
