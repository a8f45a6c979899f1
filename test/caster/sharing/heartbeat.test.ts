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
/** The shape of a receiver that sends every message type. */
const shape = {
  messages: [1006, 1008, 1019, 1020, 1033, 1042, 1046, 1077, 1087, 1097, 1107, 1127, 1137, 1230].map((type) => ({
    type,
    seconds: 1.0004166666666667,
  })),
  constellations: ['GPS', 'GLO', 'GAL', 'SBS', 'QZS', 'BDS', 'NAV'] as StreamShape['constellations'],
  frequencies: 3,
  bitsPerSecond: 14_800,
}

it('reads back the heartbeat that was written', () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(owned), fc.nat(), (isNew, list, sentAt) => {
      const alive = { node: 'abc', sentAt, isNew, owned: list }
      expect(readHeartbeat(writeHeartbeat(alive))).toEqual({ ...alive, unreadable: 0 })
    }),
  )
})

it('ignores messages that are not heartbeats', () => {
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

const line = (value: unknown) => JSON.stringify({ v: 1, node: 'a', at: 1, owned: [value, [7, 3, 1]] })
const shapeLine = (value: unknown) => JSON.stringify({ v: 1, node: 'a', at: 1, shapes: [value, [7, shape]] })

it.each([
  ...[null, 7, 'x', {}, [], [7], [7, 3], [7, 3, 1, 1], ['7', 3, 1], [7, '3', 1], [7, 3, '1']],
  ...[
    [0, 3, 1],
    [-1, 3, 1],
    [1.5, 3, 1],
    [7, -3, 1],
    [7, 2 ** 48, 1],
    [7, 3, 16],
    [7, 3, -1],
    [7, null, 1],
    [[7], 3, 1],
  ],
])('skips a station with %j and reads the others', (value) => {
  expect(readHeartbeat(Buffer.from(line(value)))).toMatchObject({ owned: [{ stationId: 7 }], unreadable: 1 })
})

it.each([
  ...[null, 8, 'x', {}, [], [8], [8, null], [8, []], [8, {}], ['8', shape], [0, shape], [8, shape, 1]],
  ...[
    { ...shape, messages: null },
    { ...shape, messages: {} },
    { ...shape, messages: [null] },
    { ...shape, messages: [{ type: '1004', seconds: 1 }] },
    { ...shape, messages: [{ type: 5_000, seconds: 1 }] },
    { ...shape, messages: [{ type: 1004, seconds: '1' }] },
    { ...shape, messages: [{ type: 1004, seconds: -1 }] },
    { ...shape, messages: [{ type: 1004 }] },
    { ...shape, messages: Array(257).fill({ type: 1004, seconds: 1 }) },
    { ...shape, constellations: 'GPS' },
    { ...shape, constellations: ['GPS\r\nSTR;evil'] },
    { ...shape, constellations: Array(8).fill('GPS') },
    { ...shape, frequencies: null },
    { ...shape, frequencies: 1e9 },
    { ...shape, bitsPerSecond: '4800' },
    { ...shape, bitsPerSecond: -1 },
    { ...shape, bitsPerSecond: undefined },
  ].map((wrong) => [8, wrong]),
])('skips the shape %j and reads the others', (value) => {
  const read = readShapes(Buffer.from(shapeLine(value)))
  expect([[...read!.shapes.keys()], read!.unreadable]).toEqual([[7], 1])
})

it('keeps only the known fields of a shape', () => {
  const read = readShapes(Buffer.from(shapeLine([8, { ...shape, more: 'x'.repeat(1_000) }])))
  expect(read!.shapes.get(8)).toEqual(shape)
})

it.each(['', 'a b', 'x'.repeat(65), 7, null])('ignores a node called %j', (node) => {
  const text = JSON.stringify({ v: 1, node, at: 1, owned: [], shapes: [] })
  expect([readHeartbeat(Buffer.from(text)), readShapes(Buffer.from(text))]).toEqual([null, null])
})

it('uses less than 20 kB for a thousand stations', () => {
  const list = Array.from({ length: 1_000 }, (_, id) => ({
    stationId: id,
    fencingToken: 12,
    flows: true,
    observed: true,
  }))
  const alive = { node: 'abcdefghijkl', sentAt: Date.now(), isNew: false, owned: list }
  expect(writeHeartbeat(alive).length).toBeLessThan(20_000)
})

it('splits the shapes of 5,000 streams into messages that NATS accepts, without losing one', () => {
  const shapes = new Map(Array.from({ length: 5_000 }, (_, id) => [id + 1, { ...shape, bitsPerSecond: id }]))
  const messages = writeShapes({ node: 'abcdefghijkl', sentAt: 1.5, shapes })
  // NATS accepts 1,048,576 bytes; the limit here is a quarter of that.
  for (const { length } of messages) expect(length).toBeLessThan(256 * 1024)
  expect(new Map(messages.flatMap((message) => [...readShapes(message)!.shapes]))).toEqual(shapes)
  expect(writeShapes({ node: 'abcdefghijkl', sentAt: 1.5, shapes: new Map() })).toEqual([])
})
