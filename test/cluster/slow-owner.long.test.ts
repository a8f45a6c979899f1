// The node with a base is frozen for some seconds, too short to count as dead, while data waits in its kernel.
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measuresTime } from '../support/loop-watch.ts'
import { lacks } from '../support/needs.ts'
import { Cluster } from './cluster.ts'
import { SETTLED_MS } from './promises.ts'

/** Shorter and longer than the time after which the base counts as silent. */
const STANDS_STILL_MS = [2_900, 4_000]
/** Max age of frames that are forwarded to another node, and the tolerance for a busy machine. */
const OLDEST_MS = 2_000
const ROOM_MS = 500

describe.skipIf(lacks('casters that share their streams', 'nats-server'))('a slow owner', { timeout: 300_000 }, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await Cluster.start({ casters: 2, natsServers: 1, stations: 1 })
  })
  afterAll(() => cluster?.stop())

  it('forwards nothing older than two seconds, and continues with new data', measuresTime(), async () => {
    await cluster.base(0, 0)
    const rover = await cluster.rover(0, 1)
    await cluster.allHear()
    const [owner, sitting] = [cluster.casters[0]!.victim, rover.current!]
    for (const standsStillMs of STANDS_STILL_MS) {
      const fault = cluster.fault('caster', 0, 'the owner stood still')
      owner.freeze()
      await sleep(standsStillMs)
      owner.thaw()
      await cluster.allHear()
      fault.to = performance.now() + SETTLED_MS
    }
    await cluster.allHear(undefined, 20)
    expect(rover.current).toBe(sitting)
    expect(sitting.reader.oldestMs).toBeLessThan(OLDEST_MS + ROOM_MS)
    expect(cluster.account()).toMatchObject({ wrong: [], unexplained: [] })
    expect(sitting.reader.gaps).not.toEqual([])
  })
})
