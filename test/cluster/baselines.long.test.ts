// Two casters solve the baselines between three stations. The node that solves them is killed, and the other one goes on.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { lacks } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { Cluster } from './cluster.ts'
import { ObservingBase } from './observing-base.ts'
import { ASKS_AGAIN_MS, FREED_MS, STREAM_BYTES } from './promises.ts'

const BASELINES = 'vertice_integrity_baselines'
const SOLUTIONS = 'vertice_integrity_solutions_total'
/** The measuring thread starts 7.5 s after the first frame, waits 12 s for late epochs, and needs the ephemerides. */
const BEGINS_MS = 90_000
/** The node reports every 5 s which stations it owns. */
const OWNED_MS = 5_000
/** About the judgement of one round, which the worker runs every minute. */
const JUDGED_MS = 65_000

describe.skipIf(lacks('casters that share their streams', 'nats-server'))(
  'baselines of two casters',
  { timeout: 300_000 },
  () => {
    let cluster: Cluster
    let worker: Awaited<ReturnType<Cluster['startService']>>
    const bases: ObservingBase[] = []
    const sky = new Sky(1)

    const base = async (station: number, node: number) => {
      const one = new ObservingBase(cluster.places[station]!, cluster.ports, node, sky)
      bases.push(one)
      await until(() => one.node === node)
      return one
    }
    const baselines = (node: number) => cluster.figure(node, BASELINES)
    const solutions = (node: number) => cluster.figure(node, SOLUTIONS)
    const alarms = async (): Promise<string[]> => {
      const { rows } = await cluster.foundation.db.pool.query<{ kind: string }>('select kind from alerts')
      return rows.map(({ kind }) => kind).filter((kind) => /moved|quality|interference|clock|wrong|antenna/.test(kind))
    }

    beforeAll(async () => {
      cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 3, apartDegrees: 0.25 })
      worker = await cluster.startService('worker')
    }, 120_000)
    afterAll(async () => {
      await Promise.all(bases.map((one) => one.stop()))
      await worker?.stop()
      await cluster?.stop()
    })

    it('are solved by the owner of the first station, with frames of the other node over the bus', async () => {
      await base(0, 0)
      await base(1, 1)
      await base(2, 1)
      await until(async () => (await baselines(0)) > 0 && (await baselines(1)) > 0, BEGINS_MS)
      // Node 0 owns one station only: each of its baselines needs a station of node 1.
      await until(async () => (await solutions(0)) > 0, BEGINS_MS)
      expect(await cluster.figure(0, STREAM_BYTES)).toBeGreaterThan(0)
      expect((await baselines(0)) + (await baselines(1))).toBe(3)
    })

    it('are taken over within the lease when their node is killed, without an alarm', async () => {
      const [before, first] = [await solutions(1), bases[0]!]
      await cluster.casters[0]!.victim.kill()
      const since = performance.now()
      await until(() => first.node === 1, FREED_MS + ASKS_AGAIN_MS)
      const acceptedMs = performance.now() - since
      await until(async () => (await baselines(1)) === 3, OWNED_MS + ASKS_AGAIN_MS)
      const takenMs = performance.now() - since
      console.log(
        `accepted after ${(acceptedMs / 1000).toFixed(1)} s, baselines after ${(takenMs / 1000).toFixed(1)} s`,
      )
      await until(async () => (await solutions(1)) >= before + 6, BEGINS_MS)
      await sleep(JUDGED_MS)
      expect(await alarms()).toEqual([])
      const { rows } = await cluster.foundation.db.pool.query('select distinct station_id from station_quality_minutes')
      expect(rows.length).toBe(3)
    })

    it('go on without a neighbour that disappears, and return with it', async () => {
      await bases[2]!.stop()
      const before = await solutions(1)
      await until(async () => (await solutions(1)) >= before + 3, BEGINS_MS)
      await cluster.restart(0)
      const again = await base(2, 0)
      await until(() => again.node === 0)
      await until(async () => (await baselines(1)) === 3 && (await cluster.figure(1, STREAM_BYTES)) > 0, BEGINS_MS)
      expect(await alarms()).toEqual([])
      expect(cluster.casters.flatMap(({ victim }) => victim.crashes)).toEqual([])
    })
  },
)
