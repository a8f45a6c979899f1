import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Feed, type Receiver } from '../../../src/caster/streams/feed.ts'

const PATIENCE = { graceMs: 0, stableMs: 0 }

class Listener implements Receiver {
  place = -1
  readonly name: number
  readonly heard: string[] = []
  onHearing: () => void = () => {}

  constructor(name: number) {
    this.name = name
  }

  sendFirst(data: Buffer): void {
    this.send(data)
  }

  send(data: Buffer): void {
    this.heard.push(data.toString())
    this.onHearing()
  }
}

const listeners = (count: number) => Array.from({ length: count }, (_, name) => new Listener(name))
const expectRightPlaces = (feed: Feed) =>
  feed.receivers.forEach((receiver, place) => {
    expect(receiver.place).toBe(place)
  })

describe('a feed', () => {
  it('sends the same bytes to every receiver without copying them', () => {
    const feed = new Feed(7, PATIENCE)
    const got: Buffer[] = []
    for (let count = 0; count < 3; count++) feed.join({ place: -1, sendFirst() {}, send: (data) => got.push(data) })
    const data = Buffer.from('data')
    feed.publish(data)
    expect(got).toHaveLength(3)
    for (const received of got) expect(received).toBe(data)
    expect(feed.stationId).toBe(7)
  })

  it('sends a new receiver what arrives from then on, and nothing to one that left', () => {
    const feed = new Feed(1, PATIENCE)
    const [first, second] = listeners(2) as [Listener, Listener]
    feed.publish(Buffer.from('a'))
    feed.join(first)
    feed.publish(Buffer.from('b'))
    feed.join(second)
    feed.publish(Buffer.from('c'))
    feed.leave(first)
    feed.publish(Buffer.from('d'))
    expect([first.heard, second.heard]).toEqual([
      ['b', 'c'],
      ['c', 'd'],
    ])
  })

  it.each([
    ['the first', [0]],
    ['the last', [4]],
    ['one in the middle', [2]],
    ['neighbours', [1, 2]],
    ['the first and the last', [0, 4]],
    ['all', [0, 1, 2, 3, 4]],
  ])('sends a message to every other receiver once when %s is dropped meanwhile', (_, dropped) => {
    const feed = new Feed(1, PATIENCE)
    const all = listeners(5)
    for (const listener of all) feed.join(listener)
    for (const name of dropped) all[name]!.onHearing = () => feed.leave(all[name]!)
    feed.publish(Buffer.from('one'))
    for (const listener of all) expect(listener.heard).toEqual(['one'])
    expectRightPlaces(feed)
    feed.publish(Buffer.from('two'))
    for (const { name, heard } of all) expect(heard).toEqual(dropped.includes(name) ? ['one'] : ['one', 'two'])
  })

  it('sends each receiver exactly what was published while it was joined', () => {
    const COUNT = 8
    const name = fc.nat(COUNT - 1)
    const step = fc.oneof(
      fc.record({ do: fc.constant('join' as const), name }),
      fc.record({ do: fc.constant('leave' as const), name }),
      fc.record({ do: fc.constant('publish' as const), leaving: fc.array(name, { maxLength: 3 }) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const feed = new Feed(1, PATIENCE)
        const all = listeners(COUNT)
        const present = new Set<number>()
        const expected = all.map(() => [] as string[])
        steps.forEach((told, time) => {
          if (told.do === 'publish') {
            const message = String(time)
            const leaving = new Set(told.leaving.filter((candidate) => present.has(candidate)))
            for (const listener of all)
              listener.onHearing = () => {
                if (leaving.has(listener.name)) feed.leave(listener)
              }
            for (const listener of present) expected[listener]!.push(message)
            feed.publish(Buffer.from(message))
            for (const left of leaving) present.delete(left)
          } else if (told.do === 'join' && !present.has(told.name)) {
            feed.join(all[told.name]!)
            present.add(told.name)
          } else if (told.do === 'leave' && present.delete(told.name)) feed.leave(all[told.name]!)
          expectRightPlaces(feed)
          expect(new Set(feed.receivers.map((receiver) => (receiver as Listener).name))).toEqual(present)
        })
        expect(all.map(({ heard }) => heard)).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })
})
