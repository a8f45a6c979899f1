// The short form of `npm run soak -- --nodes 3`.
import { expect, it } from 'vitest'
import { clusterSoak, tableOf } from '../soak/cluster-soak.ts'
import { lacks } from '../support/needs.ts'
import { sized } from '../support/size.ts'

const isMissing = lacks('the soak of a cluster', 'nats-server')

it.skipIf(isMissing)(
  'accounts for every frame, session and event while casters, NATS servers, the API and the worker fail',
  {
    timeout: sized({ ci: 240_000, nightly: 1_200_000 }),
  },
  async () => {
    const report = await clusterSoak({ nodes: 3, minutes: sized({ ci: 0.3, nightly: 10 }), seed: 14, log: console.log })
    console.log(tableOf(report))
    expect(report.problems).toEqual([])
  },
)
