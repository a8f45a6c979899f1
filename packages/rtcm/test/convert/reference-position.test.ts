import { expect, it } from 'vitest'
import { frame } from '../../src/encode/frames.ts'
import { BitWriter, decodePosition, encode1005, encode1006, encode1033, type Position } from '../../src/index.ts'
import { convertAll, converter, payloadsIn } from '../support/conversion.ts'

const SENT = { stationId: 2043, x: -955_000.1234, y: -5_945_000.4321, z: 2_095_000.9876 }
const shifted = ({ x, y, z }: Position) => ({ x: x + 0.1234, y: y - 0.5, z: z - 10_000 })

it('replaces the coordinates of 1005 and 1006, and keeps every other bit', () => {
  const own = { ...SENT, antennaHeight: 0.5432 }
  const { payloads } = convertAll([encode1005(SENT), encode1006(own)], { position: shifted })
  const moved = { stationId: 2043, x: -955_000, y: -5_945_000.9321, z: 2_085_000.9876 }
  expect(payloads).toEqual([encode1005(moved), encode1006({ ...moved, antennaHeight: 0.5432 })])
  const odd = encode1006(own)
  for (const bit of [30, 31, 32, 33, 72, 73, 112, 113]) odd[bit >> 3]! ^= 0x80 >> (bit & 7)
  const [changed] = convertAll([odd], { position: shifted }).payloads
  const expected = encode1006({ ...moved, antennaHeight: 0.5432 })
  for (const bit of [30, 31, 32, 33, 72, 73, 112, 113]) expected[bit >> 3]! ^= 0x80 >> (bit & 7)
  expect(changed).toEqual(expected)
})

it('replaces the coordinates of the physical station in 1032', () => {
  const message = (z: number) =>
    new BitWriter()
      .unsigned(1032, 12)
      .unsigned(1, 12)
      .unsigned(2043, 12)
      .unsigned(0, 6)
      .signed(-9_550_000_000, 38)
      .signed(-59_450_000_000, 38)
      .signed(z, 38)
      .bytes()
  const higher = ({ x, y, z }: Position) => ({ x, y, z: z + 1 })
  expect(convertAll([message(-1)], { position: higher }).payloads).toEqual([message(9999)])
})

it('leaves out messages with their own transformation, and counts them', () => {
  const messages = [1021, 1025, 1027].map((type) => new BitWriter().unsigned(type, 12).unsigned(0, 60).bytes())
  const { payloads, counts } = convertAll([...messages, encode1005(SENT)], { position: shifted })
  expect(payloads).toHaveLength(1)
  expect(counts.leftOut.other_frame).toBe(3)
  expect(convertAll(messages, {}).payloads).toEqual(messages)
})

it('leaves out positions that are unknown, cut off or too far, and nothing else', () => {
  const about = encode1033({ stationId: 1, antenna: 'A', antennaSetupId: 0, antennaSerial: '', receiver: null })
  expect(convertAll([encode1005(SENT), about], { position: null }).payloads).toEqual([about])
  expect(convertAll([encode1005(SENT).subarray(0, 18)], { position: shifted }).counts.leftOut.other_frame).toBe(1)
  const away = convertAll([encode1005(SENT)], { position: ({ x, y }) => ({ x, y, z: Number.NaN }) })
  expect([away.payloads, away.counts.leftOut.other_frame]).toEqual([[], 1])
})

it('has valid frames, with the position that the decoder reads', () => {
  const bytes = converter({ position: shifted }).push(frame(encode1005(SENT)))
  const [payload] = payloadsIn(bytes)
  expect(decodePosition(payload!)).toMatchObject({ x: -955_000, y: -5_945_000.9321, z: 2_085_000.9876 })
})
