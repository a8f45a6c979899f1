import { encode1019 } from '@vertice/rtcm'
import { expect, it } from 'vitest'
import { GPS } from '../../../../packages/rtcm/test/support/orbits.ts'
import { readEphemerides, writeEphemerides } from '../../../../src/caster/streams/ephemerides/ephemeris-message.ts'

const payload = encode1019(GPS)
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

it('is read as it was written, with at most 16 stations of each set', () => {
  const stationIds = Array.from({ length: 40 }, (_, index) => index + 1)
  const [message, ...more] = writeEphemerides([{ type: 1019, payload, stationIds }])
  expect(more).toEqual([])
  expect(readEphemerides(message!)).toEqual([{ type: 1019, payload, stationIds: stationIds.slice(0, 16) }])
})

it('is split, so that no message delays the streams', () => {
  const many = Array.from({ length: 1000 }, () => ({ type: 1019, payload, stationIds: [1, 2, 3] }))
  const messages = writeEphemerides(many)
  expect(messages.length).toBeGreaterThan(1)
  expect(Math.max(...messages.map(({ length }) => length))).toBeLessThanOrEqual(65 * 1024)
  expect(messages.flatMap((message) => readEphemerides(message)!)).toHaveLength(1000)
  expect(writeEphemerides([])).toEqual([])
})

const line = [1019, payload.toString('base64'), [1]]
it.each([
  ['no JSON', Buffer.from('x')],
  ['another version', json({ v: 2, sets: [line] })],
  ['no list', json({ v: 1, sets: 3 })],
  ['a type that is no number', json({ v: 1, sets: [['1019', line[1], [1]]] })],
  ['a type out of range', json({ v: 1, sets: [[4096, line[1], [1]]] })],
  ['a payload that is too long', json({ v: 1, sets: [[1019, 'A'.repeat(300), [1]]] })],
  ['too many stations', json({ v: 1, sets: [[1019, line[1], Array(17).fill(1)]] })],
  ['a station that is no id', json({ v: 1, sets: [[1019, line[1], [1.5]]] })],
])('is rejected with %s', (_, message) => {
  expect(readEphemerides(message)).toBeNull()
})
