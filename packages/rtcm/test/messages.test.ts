import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../src/bits.ts'
import { encode1005, encode1006, encode1033 } from '../src/encode/frames.ts'
import {
  decodeEquipment,
  decodeGlonassBiases,
  decodePosition,
  messageType,
  referenceStationId,
} from '../src/messages.ts'
import { EQUIPMENT } from './support/orbits.ts'

const EXAMPLE = Buffer.from('3ed7d30202980edeef34b4bd62ac0941986f33', 'hex')

describe('decodePosition', () => {
  it('reads the example of the standard to the last digit', () => {
    expect(messageType(EXAMPLE)).toBe(1005)
    expect(referenceStationId(EXAMPLE)).toBe(2003)
    expect(decodePosition(EXAMPLE)).toEqual({
      stationId: 2003,
      itrfYear: 0,
      x: 1114104.5999,
      y: -4850729.7108,
      z: 3975521.4643,
      antennaHeight: null,
    })
  })

  it('reads what was written, exact to 0.1 mm', () => {
    const coordinate = fc.integer({ min: -(2 ** 37), max: 2 ** 37 - 1 }).map((tenths) => tenths / 10_000)
    const place = fc.record({ stationId: fc.nat(4095), x: coordinate, y: coordinate, z: coordinate })
    fc.assert(
      fc.property(place, fc.nat(65_535), (position, height) => {
        const antennaHeight = height / 10_000
        expect(decodePosition(encode1005(position))).toEqual({ ...position, itrfYear: 0, antennaHeight: null })
        expect(decodePosition(encode1006({ ...position, antennaHeight }))).toEqual({
          ...position,
          itrfYear: 0,
          antennaHeight,
        })
      }),
    )
  })

  it('is null for another type and for a truncated message', () => {
    expect(decodePosition(EXAMPLE.subarray(0, 18))).toBeNull()
    expect(decodePosition(encode1006({ stationId: 1, x: 1, y: 2, z: 3, antennaHeight: 4 }).subarray(0, 20))).toBeNull()
    expect(decodePosition(encode1033(EQUIPMENT))).toBeNull()
    expect(decodePosition(Buffer.alloc(0))).toBeNull()
  })
})

describe('decodeEquipment', () => {
  /** A message of texts, each with its length, as some receivers send it. */
  function message(type: number, ...parts: (string | number)[]): Buffer {
    const fields = new BitWriter().unsigned(type, 12).unsigned(42, 12)
    for (const part of parts) {
      const bytes = typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1')
      if (typeof part === 'string') fields.unsigned(bytes.length, 8)
      for (const byte of bytes) fields.unsigned(byte, 8)
    }
    return fields.bytes()
  }

  it('reads what was written to a 1033', () => {
    expect(decodeEquipment(encode1033(EQUIPMENT))).toEqual(EQUIPMENT)
    const unknown = {
      stationId: 0,
      antenna: '',
      antennaSetupId: 0,
      antennaSerial: '',
      receiver: { type: '', firmware: '', serial: '' },
    }
    expect(decodeEquipment(encode1033(unknown))).toEqual(unknown)
    expect(() => encode1033({ ...EQUIPMENT, antenna: 'x'.repeat(32) })).toThrow(RangeError)
  })

  it('reads 1007 and 1008, which contain only the antenna', () => {
    const antenna = { stationId: 42, antenna: 'LEIAR25.R4      LEIT', antennaSetupId: 3, receiver: null }
    expect(decodeEquipment(message(1007, antenna.antenna, 3))).toEqual({ ...antenna, antennaSerial: null })
    expect(decodeEquipment(message(1008, antenna.antenna, 3, '726'))).toEqual({ ...antenna, antennaSerial: '726' })
  })

  it('reads Latin-1, removes padding, and truncates texts that are too long', () => {
    const told = decodeEquipment(message(1033, 'Antena Nº 1\0\0\0', 0, '  7 ', 'R'.repeat(200), '\r\n5.1', ''))!
    expect(told).toMatchObject({ antenna: 'Antena Nº 1', antennaSerial: '7' })
    expect(told.receiver).toEqual({ type: 'R'.repeat(31), firmware: '5.1', serial: '' })
  })

  it('is null when a counter reaches beyond the end', () => {
    const whole = encode1033(EQUIPMENT)
    for (let length = 0; length < whole.length; length++) expect(decodeEquipment(whole.subarray(0, length))).toBeNull()
    fc.assert(
      fc.property(fc.constantFrom(1007, 1008, 1033), fc.uint8Array({ maxLength: 60 }), (type, bytes) => {
        decodeEquipment(message(type, ...bytes))
      }),
    )
  })
})

describe('decodeGlonassBiases', () => {
  const message = (mask: number, ...biases: number[]) => {
    const fields = new BitWriter().unsigned(1230, 12).unsigned(7, 12).unsigned(1, 1).unsigned(0, 3).unsigned(mask, 4)
    for (const bias of biases) fields.signed(bias, 16)
    return fields.bytes()
  }

  it('reads the biases that were sent, without unknown ones', () => {
    expect(decodeGlonassBiases(message(0b1011, -617, -32_768, 250))).toEqual({
      stationId: 7,
      isAligned: true,
      biases: [
        ['C1C', expect.closeTo(-12.34, 9)],
        ['C2P', 5],
      ],
    })
    expect(decodeGlonassBiases(message(0))?.biases).toEqual([])
  })

  it('is null for another type and for a truncated message', () => {
    expect(decodeGlonassBiases(message(0b1111, 1, 2, 3, 4).subarray(0, 11))).toBeNull()
    expect(decodeGlonassBiases(EXAMPLE)).toBeNull()
  })
})
