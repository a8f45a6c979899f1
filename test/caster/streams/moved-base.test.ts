import { expect, it } from 'vitest'
import type { Book } from '../../../src/caster/services.ts'
import { BaseFeeds } from '../../../src/caster/streams/base-feeds.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const NOW = Date.parse('2026-11-16T12:00:00.000Z')
const NEAR = { lat: 21.12, lng: -101.68, radiusKm: 100 }
const FAR = { lat: 20.52, lng: -101.2, radiusKm: 100 }
const ROVER = { lat: 21.1, lng: -101.66 }

const station = (id: number, place: typeof NEAR, change: object = {}) =>
  ({
    ...{ id, code: `S${id}`, mountpoint: `S${id}`, ...place, isRtcm: true, declaredStatus: 'online', health: null },
    ...change,
  }) as unknown as Station
/** 0.85 m from the registered position for `minutes`. */
const moved = (minutes: number) => ({
  health: {
    positionOffsetM: 0.85,
    announced: { lat: NEAR.lat, lng: NEAR.lng, since: new Date(NOW - minutes * 60_000) },
  },
})

function network(...stations: Station[]) {
  let now = NOW
  const bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 1_000, stableMs: 0 }), clock: () => new Date(now) })
  const use = (...active: Station[]) => bases.use({ network: { mountpoint: 'RED' }, active } as unknown as Book)
  use(...stations)
  for (const { id } of stations) {
    bases.feedOf(id).arrived(1, performance.now())
    bases.feedOf(id).observed(performance.now())
  }
  bases.tick()
  const pass = (ms: number) => {
    now += ms
    bases.tick()
  }
  return { bases, use, pass }
}

it('moves rovers to the next base once a base has announced another position for ten minutes', () => {
  const { bases, use, pass } = network(station(1, NEAR, moved(9)), station(2, FAR))
  expect(bases.follow(ROVER, null)).toMatchObject({ base: { id: 1 } })
  const before = bases.version
  pass(60_000)
  expect(bases.version).toBeGreaterThan(before) // the rovers are reassigned
  expect(bases.follow(ROVER, 1)).toMatchObject({ base: { id: 2 } })
  expect(bases.mayWaitFor(1, ROVER)).toBe(false)
  // Rovers that request it by name still receive it.
  expect(bases.hasBytes(1)).toBe(true)
  use(station(1, NEAR, { ...moved(10), positionAckedAt: new Date(NOW) }), station(2, FAR))
  expect(bases.follow(ROVER, null)).toMatchObject({ base: { id: 1 } })
})

it('serves no base if no other is in range, and keeps the moved one if the operator allows it', () => {
  const { bases, use } = network(station(1, NEAR, moved(20)))
  expect(bases.follow(ROVER, null)).toEqual({ base: null, why: 'base_down' })
  use(station(1, NEAR, { ...moved(20), movedTakesOut: false }))
  expect(bases.follow(ROVER, null)).toMatchObject({ base: { id: 1 } })
})
