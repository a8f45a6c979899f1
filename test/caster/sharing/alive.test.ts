import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAlive, writeAlive } from '../../../src/caster/sharing/alive.ts'

const owned = fc.record({
  stationId: fc.integer({ min: 1 }),
  fence: fc.integer({ min: 1 }),
  flows: fc.boolean(),
  observed: fc.boolean(),
})
const shape = {
  messages: [{ type: 1077, seconds: 1 }],
  constellations: ['GPS' as const],
  frequencies: 2,
  bitsPerSecond: 4_800,
}

it('a sign of life comes out as it went in', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(owned), fc.nat(), (isNew, list, sentAt) => {
      const alive = { node: 'abc', sentAt, isNew, owned: list, shapes: new Map([[7, shape]]) }
      expect(readAlive(writeAlive(alive))).toEqual(alive)
    }),
  )
})

it('what is none is left alone', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => readAlive(Buffer.from(bytes)) === null))
  for (const text of [
    '{}',
    'null',
    '[]',
    '{"v":2,"node":"a","at":1,"owned":[],"shapes":[]}',
    '{"v":1,"node":"a","at":1}',
  ])
    expect(readAlive(Buffer.from(text)), text).toBeNull()
})

it('of a thousand stations it takes no more than a datagram a station would', () => {
  const list = Array.from({ length: 1_000 }, (_, id) => ({ stationId: id, fence: 12, flows: true, observed: true }))
  const alive = { node: 'abcdefghijkl', sentAt: Date.now(), isNew: false, owned: list, shapes: new Map() }
  expect(writeAlive(alive).length).toBeLessThan(20_000)
})
