// When network rovers get another base: in turns when a base comes online or goes offline, those without a base first;
// while they move, only when another base has been clearly nearer for long enough.
import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { writeGga } from '@vertice/ntrip'
import { expect, it, onTestFinished, vi } from 'vitest'
import { NetworkRovers } from '../../../src/caster/network/network-rovers.ts'
import { Geofences } from '../../../src/caster/rovers/geofences.ts'
import { Rover } from '../../../src/caster/rovers/rover.ts'
import type { Book } from '../../../src/caster/services.ts'
import { BaseFeeds } from '../../../src/caster/streams/base-feeds.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import {
  DEFAULT_NETWORK,
  defaultNetworkMountpoint,
} from '../../../src/domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const ROVERS = 4_000
/** In a row from west to east, each in range of its neighbours. */
const STATIONS = Array.from({ length: 40 }, (_, place) => place + 1)
const lngOf = (stationId: number) => -110 + stationId * 0.5

/** A network with the same number of rovers beside each station. */
function network(rules: Partial<Network> = {}) {
  const bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 0, stableMs: 0 }) })
  const active = STATIONS.map(
    (id) =>
      ({
        ...{ id, code: `S${id}`, mountpoint: `S${id}`, lat: 20, lng: lngOf(id), radiusKm: 120, isRtcm: true },
        declaredStatus: 'online',
      }) as unknown as Station,
  )
  const groups = new Map([[1, { id: 1, name: 'East', stationIds: new Set(STATIONS.filter((id) => id >= 20)) }]])
  const own = { ...defaultNetworkMountpoint({ mountpoint: 'RED' }) }
  const networks = [own, { ...own, id: 1, name: 'EAST', groupId: 1 }]
  bases.use({ network: { mountpoint: 'RED', ...rules }, active, groups, networks } as unknown as Book)
  const flow = (...silent: number[]) => {
    const now = performance.now()
    for (const id of STATIONS) {
      const feed = bases.feedOf(id)
      if (silent.includes(id)) feed.end(now)
      else {
        feed.arrived(1, now)
        feed.observed(now)
      }
    }
    bases.tick()
  }
  const lastPlaceOf = async () => null
  const mountpoint = new NetworkRovers({
    ...{ bases, engines: { of: () => null }, clock: () => new Date(), lastPlaceOf },
    derived: { networkFeed: (_, stationId) => bases.feedOf(stationId) },
    ephemerides: () => [],
    geofences: new Geofences({ lastPlaceOf, positionValidMs: 300_000 }),
    openStream: () => expect.unreachable('no engine is configured'),
    timeouts: { positionMs: 1e9, vrsTimeoutMs: 1e9 },
  })
  const events = {
    clock: () => new Date(),
    positioned: (rover: Rover, gga: Parameters<typeof mountpoint.roverPositioned>[1], sentence: string) =>
      mountpoint.roverPositioned(rover, gga, sentence),
    distanceKm: () => null,
    noted() {},
    stalled() {},
    resumed() {},
    ended() {},
  }
  const come = (index: number, networkId = DEFAULT_NETWORK): Rover => {
    const socket = Object.assign(new EventEmitter(), { write: () => true, writableLength: 0 }) as unknown as Socket
    const start = { id: String(index), credentialId: index } as ConstructorParameters<typeof Rover>[1]
    const rover = new Rover(
      socket,
      start,
      { expiresAt: new Date(), cuts: 0, geofence: null },
      { chunked: false, events },
    )
    mountpoint.add(rover, bases.networkOf(networkId)!, null)
    const lng = lngOf(STATIONS[index % STATIONS.length]!) + 0.01
    rover.locate(writeGga({ lat: 20, lng, quality: 4 }, new Date()))
    return rover
  }
  flow()
  return { bases, mountpoint, flow, come }
}

const at = (rovers: readonly Rover[], stationId: number) => rovers.filter(({ feed }) => feed?.stationId === stationId)

it('reassigns rovers that lost their base first, and applies changes that happen meanwhile', async () => {
  const { bases, mountpoint, flow, come } = network()
  const rovers = Array.from({ length: ROVERS }, (_, index) => come(index))
  const each = ROVERS / STATIONS.length
  for (const stationId of STATIONS) expect(at(rovers, stationId)).toHaveLength(each)

  const judging = vi.spyOn(bases, 'follow')
  flow(40)
  mountpoint.tick()
  await expect.poll(() => judging.mock.calls.length).toBe(ROVERS)
  expect(at(rovers, 40)).toHaveLength(0)
  expect(at(rovers, 39)).toHaveLength(2 * each)
  const before = judging.mock.calls.map(([, stationId]) => stationId)
  expect(before.slice(0, each)).toEqual(Array(each).fill(40)) // although they did not connect first

  flow(40, 1)
  mountpoint.tick()
  flow(1)
  mountpoint.tick()
  await expect
    .poll(() => {
      mountpoint.tick()
      return [1, 2, 39, 40].map((stationId) => at(rovers, stationId).length)
    })
    .toEqual([0, 2 * each, each, each])
})

it('keeps a rover at its base until another one has been clearly nearer for long enough', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { mountpoint, flow, come } = network({ switchNearerKm: 2, switchAfterS: 60 })
  const rover = come(9)
  const goTo = (lng: number) => rover.locate(writeGga({ lat: 20, lng, quality: 4 }, new Date()))
  const wait = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    flow()
    mountpoint.tick()
    return rover.feed?.stationId
  }
  const border = (lngOf(10) + lngOf(11)) / 2
  expect(rover.feed?.stationId).toBe(10)
  goTo(border + 0.005) // nearer by 1 km: not enough
  expect(wait(200)).toBe(10)
  goTo(border + 0.02) // nearer by 4 km
  expect(wait(50)).toBe(10)
  goTo(border - 0.02) // back again: the time starts again
  goTo(border + 0.02)
  expect(wait(50)).toBe(10)
  expect(wait(11)).toBe(11)
  goTo(border - 0.02)
  expect(wait(50)).toBe(11)
  expect(wait(11)).toBe(10)
})

it('gives a rover another base at once when its own is lost', () => {
  const { mountpoint, flow, come } = network({ switchNearerKm: 2, switchAfterS: 60 })
  const rover = come(9)
  flow(10)
  mountpoint.tick()
  expect(rover.feed?.stationId).toBe(11)
})

it('applies the same limits within the group of a network mountpoint', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { mountpoint, flow, come } = network({ switchNearerKm: 2, switchAfterS: 60 })
  const [east, anywhere] = [come(18, 1), come(18)]
  const goTo = (lng: number) => {
    for (const rover of [east, anywhere]) rover.locate(writeGga({ lat: 20, lng, quality: 4 }, new Date()))
  }
  const wait = (seconds: number) => {
    vi.advanceTimersByTime(seconds * 1000)
    flow()
    mountpoint.tick()
    return [east, anywhere].map(({ feed }) => feed?.stationId)
  }
  expect(wait(1)).toEqual([20, 19]) // the nearest base of the group is not the nearest of all
  goTo(lngOf(21) + 0.01)
  expect(wait(50)).toEqual([20, 19])
  expect(wait(11)).toEqual([21, 21])
})
