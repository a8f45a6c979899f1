import type { StreamShape } from '@vertice/rtcm'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readHeartbeat, readShapes, writeHeartbeat, writeShapes } from '../../../src/caster/sharing/heartbeat.ts'

const owned = fc.record({
  stationId: fc.integer({ min: 1 }),
  fencingToken: fc.integer({ min: 1 }),
  flows: fc.boolean(),
  observed: fc.boolean(),
})
/** Of a receiver that sends all there is. */
const shape = {
  messages: [1006, 1008, 1019, 1020, 1033, 1042, 1046, 1077, 1087, 1097, 1107, 1127, 1137, 1230].map((type) => ({
    type,
    seconds: 1.0004166666666667,
  })),
  constellations: ['GPS', 'GLO', 'GAL', 'SBAS', 'QZSS', 'BDS', 'NAVIC'] as StreamShape['constellations'],
  frequencies: 3,
  bitsPerSecond: 14_800,
}

it('a sign of life comes out as it went in', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(owned), fc.nat(), (isNew, list, sentAt) => {
      const alive = { node: 'abc', sentAt, isNew, owned: list }
      expect(readHeartbeat(writeHeartbeat(alive))).toEqual(alive)
    }),
  )
})

it('what is none is left alone', () => {
  fc.assert(fc.property(fc.uint8Array(), (bytes) => readHeartbeat(Buffer.from(bytes)) === null))
  for (const text of [
    '{}',
    'null',
    '[]',
    '{"v":2,"node":"a","at":1,"owned":[],"shapes":[]}',
    '{"v":1,"node":"a","at":1}',
  ]) {
    expect(readHeartbeat(Buffer.from(text)), text).toBeNull()
    expect(readShapes(Buffer.from(text)), text).toBeNull()
  }
})

it('of a thousand stations it takes no more than a datagram a station would', () => {
  const list = Array.from({ length: 1_000 }, (_, id) => ({
    stationId: id,
    fencingToken: 12,
    flows: true,
    observed: true,
  }))
  const alive = { node: 'abcdefghijkl', sentAt: Date.now(), isNew: false, owned: list }
  expect(writeHeartbeat(alive).length).toBeLessThan(20_000)
})

it('what 5,000 streams are made of is told in messages that NATS takes, and all of it comes', () => {
  const shapes = new Map(Array.from({ length: 5_000 }, (_, id) => [id + 1, { ...shape, bitsPerSecond: id }]))
  const messages = writeShapes({ node: 'abcdefghijkl', sentAt: 1.5, shapes })
  // NATS takes 1,048,576 bytes, and a quarter of it from whoever is careful.
  for (const { length } of messages) expect(length).toBeLessThan(256 * 1024)
  expect(new Map(messages.flatMap((message) => [...readShapes(message)!.shapes]))).toEqual(shapes)
  expect(writeShapes({ node: 'abcdefghijkl', sentAt: 1.5, shapes: new Map() })).toEqual([])
})
