// When a stream of an upstream caster is pulled on one node. (For several nodes, see front-door-nodes.)
import { describe, expect, it } from 'vitest'
import { Feeds } from '../../../../src/caster/streams/feeds.ts'
import { OnDemandPulls } from '../../../../src/caster/streams/sources/on-demand-pulls.ts'
import { streamAt } from '../../../../src/domain/network/upstreams/upstream.ts'

const STATION = 7

/** A caster with these pulls; `wanted` receives the stations it asks for. */
function casterWith(pulled: Set<number>) {
  let wanted: number[] = []
  const pulls = {
    isPulled: (stationId: number) => pulled.has(stationId),
    get pulledOnDemand() {
      return [...pulled]
    },
    lossOf: () => null,
    async demand(demanded: ReadonlyMap<number, unknown>) {
      wanted = [...demanded.keys()]
    },
  }
  const feeds = new Feeds({ graceMs: 0, stableMs: 0 })
  const onDemand = new OnDemandPulls({
    ...{ feeds, pulls, bus: null, rovers: [], idleMs: 60_000, graceMs: 60_000 },
    failed: async () => {},
    warn() {},
  })
  onDemand.offer(new Map([[STATION, streamAt('ntrip://caster.example:2101', null, 'ALFA')]]))
  const looked = async () => {
    await new Promise(setImmediate)
    onDemand.tick()
    await new Promise(setImmediate)
    return wanted
  }
  return { feed: feeds.of(STATION), looked }
}

const rover = () => ({ place: -1, sendFirst() {}, send() {} })

describe('a stream of an upstream caster', () => {
  it('is pulled for a rover until the idle timeout', async () => {
    const pulled = new Set<number>()
    const { feed, looked } = casterWith(pulled)
    expect(await looked()).toEqual([])
    const only = rover()
    feed.join(only)
    expect(await looked()).toEqual([STATION])
    pulled.add(STATION)
    feed.leave(only)
    expect(await looked()).toEqual([STATION])
  })

  it('is not opened here after the last rover if another node pulls it', async () => {
    const { feed, looked } = casterWith(new Set())
    const last = rover()
    feed.join(last)
    expect(await looked()).toEqual([STATION])
    feed.leave(last)
    expect(await looked()).toEqual([])
  })
})
