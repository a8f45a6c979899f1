// Two API nodes and two casters restart one after the other, as in docs/scale.md: every request gets a response, and
// the rover reconnects.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { Cluster } from '../../cluster/cluster.ts'
import { measuresTime } from '../../support/loop-watch.ts'
import { lacks } from '../../support/needs.ts'
import { lastingPort } from '../../support/ports.ts'
import { isAlive, type RunningService, until, vertice } from '../../support/process.ts'
import { keepAsking } from './asking.ts'
import { balance } from './balancer.ts'

const APIS = 2
const CASTERS = 2
const TIMEOUT_MS = 90_000
/** The promise is seconds, but here everything shares two cores. */
const BACK_WITHIN_MS = 20_000

const isMissing = lacks('a rolling restart', 'nats-server')

describe.skipIf(isMissing)('a rolling restart', { timeout: 300_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ casters: CASTERS, natsServers: 1, stations: 1 })
  })
  afterAll(() => cluster?.stop())

  it('fails no request, and disconnects the rover only for seconds', measuresTime(), async () => {
    const ports = await Promise.all(Array.from({ length: APIS }, lastingPort))
    const start = (node: number): Promise<RunningService> =>
      cluster.startService('api,worker', { NODE_NAME: `api-${node}`, PORT: String(ports[node]) })
    const apis = await Promise.all(Array.from({ length: APIS }, (_, node) => start(node)))
    onTestFinished(async () => {
      await Promise.all(apis.filter(({ child }) => isAlive(child.pid!)).map((api) => api.stop()))
    })
    const base = await cluster.base(0, 0)
    onTestFinished(() => base.stop())
    const rover = await cluster.rover(0, 0)
    onTestFinished(() => rover.stop())
    const balancer = await balance(apis.map(({ url }) => url))
    onTestFinished(() => balancer.stop())
    const asking = keepAsking(balancer.url)
    onTestFinished(() => asking.stop())
    const someMore = async () => {
      const { fresh, kept } = asking.answered
      await until(() => asking.answered.fresh > fresh + 50 && asking.answered.kept > kept + 50, TIMEOUT_MS)
    }

    for (let node = 0; node < APIS; node++) {
      expect(await apis[node]!.stop()).toBe(0)
      await someMore() // from the other node
      apis[node] = await start(node)
      await someMore()
    }
    expect(asking.failures).toEqual({})

    const list = async (): Promise<{ name: string; state: string }[]> =>
      JSON.parse((await vertice(cluster.dataDir, ['node', 'list', '--json'])).stdout)
    for (let node = 0; node < CASTERS; node++) {
      const name = `n${node}`
      expect(await vertice(cluster.dataDir, ['node', 'drain', name])).toMatchObject({ code: 0 })
      await until(async () => (await list()).some((one) => one.name === name && one.state === 'drained'), TIMEOUT_MS)
      await cluster.allHear([rover], 6, BACK_WITHIN_MS) // through the other caster
      expect(await cluster.casters[node]!.victim.stop()).toBe(null)
      await cluster.restart(node)
    }
    await cluster.allHear([rover])
    const away = rover.sittings.slice(1).map(({ since }, index) => since - rover.sittings[index]!.closedAt!)
    console.log(
      `${asking.answered.fresh + asking.answered.kept} requests, ${balancer.again} of them at the other node; the rover was away for ${away.map(Math.round)} ms`,
    )
    expect(away.length).toBeGreaterThan(0)
    expect(Math.max(...away)).toBeLessThan(BACK_WITHIN_MS)
    await asking.stop()
    expect(asking.failures).toEqual({})
    expect((await list()).filter(({ state }) => state === 'lost')).toEqual([])
  })
})
