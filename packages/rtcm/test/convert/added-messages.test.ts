import { describe, expect, it } from 'vitest'
import {
  type Addable,
  type AddedMessages,
  BitReader,
  Converter,
  decodeEquipment,
  decodeGlonassBiases,
  decodePosition,
  encode1005,
  encode1007,
  encode1008,
  encode1013,
  encode1029,
  encode1033,
  encode1230,
  frame,
  referenceStationId,
} from '../../src/index.ts'
import { payloadsIn, typeOf } from '../support/conversion.ts'
import { epochFrame } from '../support/epochs.ts'

const UNCHANGED = { messages: null, constellations: null, everySeconds: null, form: 'as_is' } as const
const POSITION = { x: -955_000.1234, y: -5_945_000.4321, z: 2_095_000.9876 }
const ANTENNA = { type: 'TRM59800.00     SCIT', serial: '1441' }
const RECEIVER = { type: 'SEPT POLARX5', firmware: '5.5.0', serial: '3021' }
const ALL: readonly Addable[] = [1006, 1008, 1013, 1029, 1033, 1230]
const START = Date.UTC(2026, 10, 14, 12)

const additions = (more: Partial<AddedMessages> = {}): AddedMessages => ({
  ...{ types: ALL, everySeconds: 10, replaces: false, position: POSITION, antennaHeight: 0.1234 },
  ...{ antenna: ANTENNA, receiver: RECEIVER, text: 'Mantenimiento el día 5' },
  ...more,
})

/** One epoch per second, with other messages before some of them; returns the types of each second. */
function run(converter: Converter, seconds: number, before: ReadonlyMap<number, Buffer> = new Map()) {
  return Array.from({ length: seconds }, (_, second) => {
    const own = before.get(second)
    const bytes = Buffer.concat([...(own ? [frame(own)] : []), epochFrame(START + second * 1000)])
    return payloadsIn(converter.push(bytes, START + second * 1000))
  })
}
const typesOf = (seconds: readonly (readonly Buffer[])[]) => seconds.map((payloads) => payloads.map(typeOf))
const added = (seconds: readonly (readonly Buffer[])[]) =>
  typesOf(seconds).map((types) => types.filter((type) => (ALL as readonly number[]).includes(type)))

describe('added messages', () => {
  it('start when it is known that the station does not send them, then come once per interval', () => {
    const seconds = added(run(new Converter({ ...UNCHANGED, additions: additions() }), 100))
    const first = seconds.findIndex((types) => types.length > 0)
    expect(first).toBeGreaterThanOrEqual(65)
    const due = seconds.flatMap((types, second) => (types.length > 0 ? [second] : []))
    expect(due.slice(1).every((second, index) => index === 0 || second - due[index]! === 10)).toBe(true)
    expect(seconds[first]).toEqual(ALL)
  })

  it('contain what the settings say, with the number of the station', () => {
    const converter = new Converter({ ...UNCHANGED, additions: additions({ replaces: true }) })
    const [payloads] = run(converter, 1)
    const stationId = referenceStationId(payloads!.at(-1)!)
    const [position, antenna, , text, equipment, biases] = payloads!
    expect(decodePosition(position!)).toEqual({ stationId, itrfYear: 0, ...POSITION, antennaHeight: 0.1234 })
    const told = { stationId, antenna: ANTENNA.type, antennaSetupId: 0, antennaSerial: ANTENNA.serial }
    expect(decodeEquipment(antenna!)).toEqual({ ...told, receiver: null })
    expect(decodeEquipment(equipment!)).toEqual({ ...told, receiver: RECEIVER })
    expect(text).toEqual(encode1029({ stationId, utcMs: START, text: 'Mantenimiento el día 5' }))
    expect(decodeGlonassBiases(biases!)).toMatchObject({
      stationId,
      isAligned: true,
      biases: Array(4).fill([expect.any(String), 0]),
    })
  })

  it('leave the messages of the station alone, and never contradict them', () => {
    const own = { stationId: 1, antenna: 'OWN             NONE', antennaSetupId: 2, antennaSerial: '7' }
    const before = new Map([
      [10, encode1005({ stationId: 1, ...POSITION, x: 1 })],
      [50, encode1008(own)],
    ])
    const seconds = run(new Converter({ ...UNCHANGED, additions: additions() }), 100, before)
    const types = added(seconds).flat()
    expect(types.filter((type) => type === 1006)).toEqual([])
    expect(types.filter((type) => type === 1008)).toHaveLength(1)
    const equipment = seconds.flat().find((payload) => typeOf(payload) === 1033)
    expect(decodeEquipment(equipment!)).toMatchObject({ antenna: own.antenna, antennaSerial: '7', receiver: RECEIVER })
  })

  it('stop as soon as the station sends its own', () => {
    const before = new Map([[80, encode1005({ stationId: 1, ...POSITION })]])
    const seconds = added(run(new Converter({ ...UNCHANGED, additions: additions({ types: [1006] }) }), 120, before))
    expect(seconds.slice(0, 80).flat().length).toBeGreaterThan(0)
    expect(seconds.slice(80).flat()).toEqual([])
  })

  it('replace those of the station if the settings say so, together with all that name the antenna', () => {
    const own = { stationId: 1, antenna: 'OWN', antennaSetupId: 0, antennaSerial: '' }
    const before = new Map([
      [1, encode1005({ stationId: 1, ...POSITION })],
      [2, encode1007(own)],
      [3, encode1033({ ...own, receiver: null })],
    ])
    const replacing = additions({ replaces: true, types: [1006, 1008] })
    const types = typesOf(run(new Converter({ ...UNCHANGED, additions: replacing }), 12, before)).flat()
    for (const type of [1005, 1007, 1033]) expect(types).not.toContain(type)
    expect(types.filter((type) => type === 1006)).toHaveLength(2)
  })

  it('announce the position in the frame of the mountpoint, or not at all', () => {
    const replacing = additions({ replaces: true, types: [1005] })
    const moved = {
      ...UNCHANGED,
      additions: replacing,
      position: ({ x, y, z }: typeof POSITION) => ({ x: x + 1, y, z }),
    }
    const [payloads] = run(new Converter(moved), 1)
    expect(decodePosition(payloads![0]!)!.x).toBe(-954_999.1234)
    expect(typesOf(run(new Converter({ ...moved, position: null }), 1)).flat()).not.toContain(1005)
  })

  it('are left out without their facts', () => {
    const nothing = additions({ replaces: true, position: null, antenna: null, receiver: null, text: null })
    expect(added(run(new Converter({ ...UNCHANGED, additions: nothing }), 1))).toEqual([[1013, 1230]])
    const noReceiver = additions({ replaces: true, types: [1007, 1033], receiver: null })
    expect(typesOf(run(new Converter({ ...UNCHANGED, additions: noReceiver }), 1))[0]).not.toContain(1033)
  })

  it('are given at once to a rover that joins', () => {
    const converter = new Converter({ ...UNCHANGED, additions: additions({ types: [1006, 1033] }) })
    expect(converter.addedNow(START)).toHaveLength(0)
    converter.hear(frame(encode1005({ stationId: 1, ...POSITION })))
    run(converter, 70)
    expect(payloadsIn(converter.addedNow(START)).map(typeOf)).toEqual([1033])
    converter.forgetSource()
    expect(converter.addedNow(START)).toHaveLength(0)
  })
})

describe('the number of the station', () => {
  it('is that of the stream, also in messages for a rover that joins before the first epoch', () => {
    const settings = { ...UNCHANGED, additions: additions({ replaces: true }) }
    const numbers = (converter: Converter) => payloadsIn(converter.addedNow(START)).map(referenceStationId)
    const converter = new Converter(settings)
    expect(numbers(converter)).toEqual([])
    converter.hear(frame(encode1005({ stationId: 7, ...POSITION })))
    expect(numbers(converter)).toEqual(ALL.map(() => 7))
    converter.forgetSource()
    expect(numbers(converter)).toEqual([])
    expect(numbers(new Converter({ ...settings, stationNumber: 9 }))).toEqual(ALL.map(() => 9))
  })

  it('is replaced in every message that has one, and nothing else changes', () => {
    const settings = { ...UNCHANGED, additions: additions({ replaces: true }) }
    const [plain, numbered] = [settings, { ...settings, stationNumber: 4095 }].map(
      (one) => run(new Converter(one), 1)[0]!,
    )
    expect(numbered!.map(typeOf)).toEqual(plain!.map(typeOf))
    for (const [index, payload] of numbered!.entries()) {
      expect(referenceStationId(payload)).toBe(4095)
      const same = Buffer.from(payload)
      same[1] = (same[1]! & 0xf0) | (plain![index]![1]! & 0x0f)
      same[2] = plain![index]![2]!
      expect(same).toEqual(plain![index])
    }
  })
})

describe('encoders', () => {
  it('write the date and time of day in UTC, and leap seconds', () => {
    const fields = new BitReader(encode1013({ stationId: 5, utcMs: Date.UTC(2026, 10, 14, 12, 0, 1, 900) })).skip(24)
    expect([fields.unsigned(16), fields.unsigned(17), fields.unsigned(5), fields.unsigned(8)]).toEqual([
      61_358, 43_201, 0, 18,
    ])
  })

  it('reject an announcement that does not fit', () => {
    const at = { stationId: 1, utcMs: START }
    expect(encode1029({ ...at, text: 'x'.repeat(127) })).toHaveLength(9 + 127)
    expect(() => encode1029({ ...at, text: 'x'.repeat(128) })).toThrow(RangeError)
    expect(() => encode1029({ ...at, text: 'ñ'.repeat(127) })).not.toThrow()
    expect(() => encode1029({ ...at, text: '日'.repeat(90) })).toThrow(RangeError)
    expect(encode1230({ stationId: 1 })).toHaveLength(12)
  })
})
