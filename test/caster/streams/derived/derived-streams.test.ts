import { expect, it } from 'vitest'
import type { Rover } from '../../../../src/caster/rovers/rover.ts'
import type { Book } from '../../../../src/caster/services.ts'
import { BaseFeeds } from '../../../../src/caster/streams/base-feeds.ts'
import { DerivedStreams } from '../../../../src/caster/streams/derived/derived-streams.ts'
import { Feeds } from '../../../../src/caster/streams/feeds.ts'
import { NOTHING_ALTERED } from '../../../../src/domain/network/mountpoints/alteration.ts'

const TIMES = { graceMs: 1_000, stableMs: 0 }
const station = { id: 1, code: 'S1', mountpoint: 'S1', lat: 20, lng: -100, isRtcm: true, declaredStatus: 'online' }
const made = { id: 1, name: 'OLD', stationId: 1, label: null, alteration: NOTHING_ALTERED, isOpen: false }
const bookWith = (mountpoints: object[]) =>
  ({ network: { mountpoint: 'RED' }, active: [station], mountpoints }) as unknown as Book

it.each([
  ['was removed', [], ['mountpoint_closed']],
  ['is still there', [made], []],
])('ends a rover admitted to a mountpoint that %s meanwhile with %j', (_, mountpoints, ends) => {
  const bases = new BaseFeeds({ feeds: new Feeds(TIMES) })
  const derived = new DerivedStreams({
    bases,
    times: TIMES,
    clock: () => new Date(),
    saveCounts: async () => {},
    ephemeridesFor: () => () => [],
  })
  const ended: string[] = []
  const rover = { credentialId: 7, feed: null, end: (why: string) => ended.push(why) } as unknown as Rover
  bases.use(bookWith([made]))
  const asked = bases.mountAt('OLD')
  if (asked?.kind !== 'station') throw new Error('there is no such mountpoint')
  bases.use(bookWith(mountpoints))
  derived.tick()
  derived.seat(rover, asked)
  derived.tick()
  expect(ended).toEqual(ends)
})
