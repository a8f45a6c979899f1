// Ended rovers are not kept in memory, and do not disturb the streams of others.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import type { Rover } from '../../../src/caster/rovers/rover.ts'
import type { Book } from '../../../src/caster/services.ts'
import { GroupSessions } from '../../../src/caster/sessions/group-sessions.ts'
import { BaseFeeds } from '../../../src/caster/streams/base-feeds.ts'
import type { DerivedStreams } from '../../../src/caster/streams/derived/derived-streams.ts'
import { FallbackStations } from '../../../src/caster/streams/fallback-stations.ts'
import type { Feed } from '../../../src/caster/streams/feed.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import { OnDemandPulls } from '../../../src/caster/streams/sources/on-demand-pulls.ts'
import { defaultNetworkMountpoint } from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import { streamAt } from '../../../src/domain/network/upstreams/upstream.ts'
import { until } from '../../support/process.ts'

const STATION = { lat: 19, lng: -99, radiusKm: 50, isRtcm: true, declaredStatus: 'online', health: null }
const A = { ...STATION, id: 1, code: 'A', mountpoint: 'A', fallbackStationId: 2 }
const B = { ...STATION, id: 2, code: 'B', mountpoint: 'B', fallbackStationId: null }

function basesWith(stations: object[], groups = new Map<number, object>()): BaseFeeds {
  const bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 0, stableMs: 1e9 }) })
  use(bases, stations, groups)
  return bases
}
const use = (bases: BaseFeeds, stations: object[], groups = new Map<number, object>()) =>
  bases.use({ network: { mountpoint: 'RED' }, active: stations, mountpoints: [], groups } as unknown as Book)

/** Passes fifty rovers to `keep` one by one, and expects hardly any of them to stay in memory. */
async function expectForgotten(keep: (rover: Rover) => void, rover: () => Rover): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const seen: WeakRef<Rover>[] = []
  for (let count = 0; count < 50; count++) {
    const one = rover()
    seen.push(new WeakRef(one))
    keep(one)
    await new Promise(setImmediate)
  }
  await until(() => {
    collect()
    return seen.filter((ref) => ref.deref()).length < 5
  })
}

it('releases a rover of a group credential that ended during its admission', async () => {
  const sessions = new GroupSessions(basesWith([A], new Map([[3, { id: 3, name: 'G', stationIds: new Set([1]) }]])))
  const ended = () => ({ hasEnded: true, note() {}, end() {} }) as unknown as Rover
  await expectForgotten((rover) => {
    sessions.roverEnded(rover)
    sessions.add(rover, 3, { kind: 'network', name: 'RED', network: defaultNetworkMountpoint({ mountpoint: 'RED' }) })
  }, ended)
  sessions.tick()
})

it('follows a rover’s station through a rename when it checks the rover’s group', () => {
  const group = (...ids: number[]) => new Map([[3, { id: 3, name: 'G', stationIds: new Set(ids) }]])
  const bases = basesWith([A, B], group(1))
  const sessions = new GroupSessions(bases)
  const ends: string[] = []
  const rover = { hasEnded: false, note() {}, end: (why: string) => ends.push(why) } as unknown as Rover
  sessions.add(rover, 3, bases.mountAt('A')!)
  use(
    bases,
    [
      { ...A, mountpoint: 'RENAMED' },
      { ...B, mountpoint: 'A' },
    ],
    group(1),
  )
  sessions.tick()
  expect(ends).toEqual([])
  use(
    bases,
    [
      { ...A, mountpoint: 'RENAMED' },
      { ...B, mountpoint: 'A' },
    ],
    group(2),
  )
  sessions.tick()
  expect(ends).toEqual(['changed'])
})

it('releases a rover with a note about its missing source when its session ends', async () => {
  const rovers: Rover[] = []
  const feeds = new Feeds({ graceMs: 0, stableMs: 0 })
  const feed = feeds.of(7)
  const pulls = { isPulled: () => true, pulledOnDemand: [7], lossOf: () => null, demand: async () => {} }
  const onDemand = new OnDemandPulls({
    ...{ feeds, pulls, bus: null, rovers, idleMs: 60_000, graceMs: -1 },
    failed: async () => {},
    warn() {},
  })
  onDemand.offer(new Map([[7, streamAt('ntrip://caster.example:2101', null, 'ALFA')]]))
  let notes = 0
  const rover = () => ({ feed, notes: [], note: () => notes++ }) as unknown as Rover
  await expectForgotten((one) => {
    rovers[0] = one
    onDemand.tick()
    rovers.length = 0
    onDemand.roverEnded(one)
  }, rover)
  expect(notes).toBe(50)
})

it('moves all other rovers to the fallback station when one of them turns out to be gone', async () => {
  const bases = basesWith([A, B])
  const rovers: (Rover & { name: string })[] = []
  const fallbacks = new FallbackStations(
    bases,
    { feedFor: (_: Rover, id: number) => bases.feedOf(id) } as DerivedStreams,
    rovers,
  )
  const come = (name: string, isBroken = false) => {
    const rover = {
      ...{
        name,
        place: -1,
        session: { index: rovers.length },
        home: 0,
        feed: null as Feed | null,
        note() {},
        send() {},
      },
      sendFirst() {
        if (!isBroken) return
        this.feed!.leave(this)
        const last = rovers.pop()!
        if (last === (this as unknown)) return
        rovers[this.session.index] = last
        last.session.index = this.session.index
      },
      follow(feed: Feed) {
        this.feed?.leave(this)
        this.feed = feed
        feed.join(this)
      },
    }
    rovers.push(rover as unknown as (typeof rovers)[number])
    fallbacks.serve(rovers.at(-1)!, { station: A } as unknown as Parameters<FallbackStations['serve']>[1])
  }
  come('first')
  come('broken', true)
  come('other')
  come('last')
  fallbacks.tick()
  const other = bases.feedOf(B.id)
  Object.defineProperty(other, 'told', { get: () => Buffer.from('1005') })
  // Only after the first station has been offline for longer than the grace period, which is zero here.
  await until(() => {
    other.arrived(1, performance.now())
    other.observed(performance.now())
    fallbacks.tick()
    return fallbacks.servingFor(A.id) === B.id
  })
  expect(rovers.map(({ name, feed }) => [name, feed!.stationId])).toEqual([
    ['first', B.id],
    ['last', B.id],
    ['other', B.id],
  ])
})
