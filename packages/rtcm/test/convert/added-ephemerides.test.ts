import { describe, expect, it } from 'vitest'
import {
  type AddableEphemeris,
  type ConversionSettings,
  Converter,
  encode1019,
  encode1046,
  ephemerisKey,
  frame,
} from '../../src/index.ts'
import { payloadsIn, typeOf } from '../support/conversion.ts'
import { epochFrame } from '../support/epochs.ts'
import { GALILEO, GPS } from '../support/orbits.ts'

const START = Date.UTC(2026, 10, 14, 12)
const UNCHANGED = { messages: null, constellations: null, everySeconds: null, form: 'as_is' } as const

const addable = (type: number, payload: Buffer): AddableEphemeris => ({
  key: ephemerisKey(payload, type)!,
  type,
  payload,
})
const gps = (satellite: number, iode = 1) => addable(1019, encode1019({ ...GPS, satellite, iode }))
const galileo = (satellite: number) => addable(1046, encode1046({ ...GALILEO, satellite }))

const converter = (available: () => readonly AddableEphemeris[], more: Partial<ConversionSettings> = {}) =>
  new Converter({ ...UNCHANGED, ephemerides: { everySeconds: 30 }, availableEphemerides: available, ...more })

/** Epochs at this interval, with own messages before some of them; returns the keys that each epoch sends. */
function run(
  into: Converter,
  epochs: number,
  own: ReadonlyMap<number, Buffer> = new Map(),
  everyMs = 1000,
  from = START,
) {
  return Array.from({ length: epochs }, (_, index) => {
    const at = from + index * everyMs
    const before = own.get(index)
    const bytes = Buffer.concat([...(before ? [frame(before)] : []), epochFrame(at)])
    return payloadsIn(into.push(bytes, at)).flatMap((payload) => ephemerisKey(payload, typeOf(payload)) ?? [])
  })
}
const times = (epochs: readonly (readonly number[])[], key: number) =>
  epochs.flatMap((keys, index) => (keys.includes(key) ? [index] : []))

describe('added ephemerides', () => {
  it('are each sent once per interval, spread over it', () => {
    const sets = Array.from({ length: 60 }, (_, index) => (index < 30 ? gps(index + 1) : galileo(index - 29)))
    const epochs = run(
      converter(() => sets),
      120,
    )
    expect(Math.max(...epochs.map((keys) => keys.length))).toBeLessThanOrEqual(3)
    for (const { key } of sets) {
      const sent = times(epochs, key)
      expect(sent[0]).toBeLessThan(31)
      for (const [index, at] of sent.slice(1).entries()) {
        expect(at - sent[index]!).toBeGreaterThanOrEqual(30)
        expect(at - sent[index]!).toBeLessThanOrEqual(32)
      }
    }
  })

  it('are at most ten before an epoch, however rare epochs are', () => {
    const sets = Array.from({ length: 32 }, (_, index) => gps(index + 1))
    const epochs = run(
      converter(() => sets),
      20,
      new Map(),
      30_000,
    )
    expect(Math.max(...epochs.map((keys) => keys.length))).toBe(10)
    for (const { key } of sets) expect(times(epochs, key).length).toBeGreaterThanOrEqual(4)
  })

  it('are whole frames between epochs, and unmodified', () => {
    const set = gps(5)
    const out = payloadsIn(converter(() => [set]).push(epochFrame(START), START))
    expect(out[0]).toEqual(set.payload)
    expect(out).toHaveLength(2)
  })

  it('leave out satellites that the station sends itself, from its first message on', () => {
    const sets = [gps(1), gps(2)]
    const own = new Map([[40, encode1019({ ...GPS, satellite: 1, iode: 9 })]])
    const into = converter(() => sets)
    const epochs = run(into, 240, own)
    expect(times(epochs.slice(0, 40), sets[0]!.key)).not.toEqual([])
    // The own message itself has the same key.
    expect(times(epochs.slice(40), sets[0]!.key)).toEqual([0])
    expect(times(epochs.slice(40), sets[1]!.key).length).toBeGreaterThan(4)
    into.forgetSource()
    expect(times(run(into, 60, new Map(), 1000, START + 240_000), sets[0]!.key).length).toBeGreaterThan(0)
  })

  it('return when the station has not sent its own for a quarter of an hour', () => {
    const own = new Map([[0, encode1019({ ...GPS, satellite: 1, iode: 9 })]])
    const sent = times(
      run(
        converter(() => [gps(1)]),
        300,
        own,
        10_000,
      ),
      gps(1).key,
    )
    expect(sent[1]).toBeGreaterThanOrEqual(90)
  })

  it('send a new set at once, then at the interval', () => {
    let sets = [gps(1)]
    const into = converter(() => sets)
    run(into, 35)
    sets = [gps(1, 2)]
    expect(times(run(into, 35, new Map(), 1000, START + 35_000), gps(1).key)).toEqual([0, 30])
  })

  it('follow the filter of constellations, and not that of message numbers', () => {
    const sets = [gps(1), galileo(1)]
    const only = { constellations: ['GAL'], messages: { rule: 'drop', types: [1046] } } as const
    const own = new Map([[3, encode1046({ ...GALILEO, satellite: 1 })]])
    const epochs = run(
      converter(() => sets, only),
      60,
      own,
    )
    expect(times(epochs, gps(1).key)).toEqual([])
    // Own ones that are left out are missing too.
    expect(times(epochs, galileo(1).key).length).toBe(2)
  })

  it('are not added without the setting', () => {
    const plain = new Converter({ ...UNCHANGED, availableEphemerides: () => [gps(1)] })
    expect(run(plain, 5).flat()).toEqual([])
  })
})
