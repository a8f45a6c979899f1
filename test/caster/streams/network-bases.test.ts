// The network mountpoint is served by bases, and by upstream mountpoints that are physical bases and allowed to.
import { expect, it } from 'vitest'
import type { Book } from '../../../src/caster/services.ts'
import { BaseFeeds } from '../../../src/caster/streams/base-feeds.ts'
import { Feeds } from '../../../src/caster/streams/feeds.ts'
import type { Station } from '../../../src/domain/stations/station.ts'

const PLACE = { lat: 21.12, lng: -101.68 }
const NOWHERE = { lat: 0, lng: 0 }
const told = { needsGga: false, fromNetwork: false, ...PLACE }

const offered = (change: object, place = PLACE) =>
  ({
    ...{ id: 1, code: 'S1', mountpoint: 'S1', ...place, radiusKm: 100, isRtcm: true, declaredStatus: 'online' },
    ...{ health: null, upstream: { state: 'offered', servesNetwork: true, told, ...change } },
  }) as unknown as Station

/** A station that sends data because a rover requested it by name. */
function flowing(station: Station): BaseFeeds {
  const bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 1_000, stableMs: 0 }) })
  bases.use({ network: { mountpoint: 'RED' }, active: [station] } as unknown as Book)
  bases.feedOf(station.id).arrived(1, performance.now())
  bases.feedOf(station.id).observed(performance.now())
  bases.tick()
  return bases
}

it('serves the network from an upstream mountpoint that may serve it and sends data', () => {
  const bases = flowing(offered({}))
  expect(bases.follow(PLACE, null)).toMatchObject({ base: { id: 1 } })
  expect(bases.whyNoNetwork()).toBeNull()
})

it.each([
  ['its operator does not let it', offered({ servesNetwork: false }), PLACE],
  ['it is computed, for everybody alike', offered({ told: { ...told, fromNetwork: true } }), PLACE],
  ['it is computed for each rover', offered({ told: { ...told, needsGga: true } }), PLACE],
  ['nobody says where it stands', offered({ told: { ...told, lat: null, lng: null } }, NOWHERE), NOWHERE],
])('does not serve the network from an upstream mountpoint where %s, though it sends data', (_, station, place) => {
  const bases = flowing(station)
  expect(bases.hasBytes(1)).toBe(true)
  expect(bases.follow(place, null)).toEqual({ base: null, why: 'base_down' })
  expect(bases.whyNoNetwork()).toBe('base_down')
})
