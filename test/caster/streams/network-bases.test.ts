// Who serves the network mountpoint: bases, and of another caster's mountpoints only those that are one and may.
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

/** Somebody has asked for it by name, so it flows. */
function flowing(station: Station): BaseFeeds {
  const bases = new BaseFeeds({ feeds: new Feeds({ graceMs: 1_000, stableMs: 0 }) })
  bases.use({ network: { mountpoint: 'RED' }, active: [station] } as unknown as Book)
  bases.feedOf(station.id).arrived(1, performance.now())
  bases.feedOf(station.id).observed(performance.now())
  bases.tick()
  return bases
}

it('one of another caster that may serve the network does, while it flows', () => {
  const bases = flowing(offered({}))
  expect(bases.follow(PLACE, null)).toMatchObject({ base: { id: 1 } })
  expect(bases.whyNoNetwork()).toBeNull()
})

it.each([
  ['its operator does not let it', offered({ servesNetwork: false }), PLACE],
  ['it is computed, for everybody alike', offered({ told: { ...told, fromNetwork: true } }), PLACE],
  ['it is computed for each rover', offered({ told: { ...told, needsGga: true } }), PLACE],
  ['nobody says where it stands', offered({ told: { ...told, lat: null, lng: null } }, NOWHERE), NOWHERE],
])('it does not where %s, though it flows for those who ask for it', (_, station, place) => {
  const bases = flowing(station)
  expect(bases.hasBytes(1)).toBe(true)
  expect(bases.follow(place, null)).toEqual({ base: null, why: 'base_down' })
  expect(bases.whyNoNetwork()).toBe('base_down')
})
