// 1004 and 1012 converted from MSM, decoded field by field.
import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
import { Converter } from '../../src/convert/converter.ts'
import type { ConversionSettings } from '../../src/convert/settings.ts'
import { frame } from '../../src/encode/frames.ts'
import { encode1020 } from '../../src/encode/glonass-ephemeris.ts'
import { encodeMsm, type SignalObservation } from '../../src/encode/msm.ts'
import { epochField } from '../../src/epoch.ts'
import { GlonassChannels } from '../../src/observations/glonass-channels.ts'
import { legacyLock } from '../../src/observations/lock-time.ts'
import { convertAll, payloadsIn, typeOf } from '../support/conversion.ts'
import { GLONASS, INSTANT } from '../support/orbits.ts'
import { type RawMsm, readLegacy, readMsm, writeMsm } from '../support/raw-messages.ts'

const LIGHT_MS = 299_792.458
const L1 = 299_792_458 / 1575.42e6
const NO_PHASE = -(2 ** 19)

const signal = (code: string, more: Partial<SignalObservation> = {}): SignalObservation => ({
  ...{ signal: code, pseudorange: 21_234_567.89, phaseRange: 21_234_500.1234, phaseRangeRate: 100 },
  ...{ cnr: 45.3, lockTime: 700, ...more },
})

function gps(signals: readonly SignalObservation[], second = 0, satellite = 7): Buffer {
  const instantMs = INSTANT + second * 1000
  return encodeMsm(7, {
    constellation: 'GPS',
    stationId: 77,
    instantMs,
    moreFollow: false,
    satellites: [{ satellite, signals }],
  })
}

const changed = (payload: Buffer, fields: Partial<RawMsm['fields']>, more: Partial<RawMsm> = {}) => {
  const raw = readMsm(payload)
  return writeMsm({ ...raw, ...more, fields: { ...raw.fields, ...fields } })
}

const made = (payloads: readonly Buffer[]) => {
  const { payloads: messages, counts } = convertAll(payloads, { form: 'legacy' })
  return { messages: messages.filter((one) => typeOf(one) !== 1020).map((one) => readLegacy(one)), counts }
}

describe('1004', () => {
  const second = signal('2W', { pseudorange: 21_234_570.11, phaseRange: 21_234_650.4321, cnr: 38.9, lockTime: 20 })

  it('contains the content of the MSM', () => {
    const { messages, counts } = made([gps([signal('1C'), second])])
    expect(messages).toHaveLength(1)
    const { satellites, ...head } = messages[0]!
    expect(head).toEqual({ type: 1004, stationId: 77, time: epochField('GPS', INSTANT), more: 0, smoothing: 0 })
    const [one] = satellites
    expect(one).toMatchObject({ id: 7, code: 0, cuts: 70, cnr: 181, code2: 3, cnr2: 156, lock: legacyLock(688_128) })
    const range = one!.cuts * LIGHT_MS + one!.range * 0.02
    expect(Math.abs(range - 21_234_567.89)).toBeLessThan(0.0101)
    expect(Math.abs(range + one!.range2 * 0.02 - 21_234_570.11)).toBeLessThan(0.0101)
    expect(Math.abs(range + one!.phase * 0.0005 - 21_234_500.1234)).toBeLessThan(0.0004)
    expect(Math.abs(range + one!.phase2 * 0.0005 - 21_234_650.4321)).toBeLessThan(0.0004)
    expect(Object.values(counts.leftOut).every((count) => count === 0)).toBe(true)
  })

  it('keeps the smoothing fields', () => {
    const smooth = changed(gps([signal('1C')]), {}, { rest: 0b1101 })
    expect(made([smooth]).messages[0]!.smoothing).toBe(0b1101)
  })

  it.each([
    ['1C 1W 2W 2L 5Q', { code: 0, code2: 3 }, 3],
    ['1W 2P 2S', { code: 1, code2: 1 }, 1],
    ['1C 2X', { code: 0, code2: 0 }, 0],
    ['1P 2S', { code: 1, code2: 0 }, 0],
  ])('holds one signal of each frequency: %s', (codes, held, without) => {
    const { messages, counts } = made([gps(codes.split(' ').map((code) => signal(code)))])
    expect(messages[0]!.satellites[0]).toMatchObject(held)
    expect(counts.leftOut.no_place).toBe(without)
  })

  it('omits satellites without a pseudorange on L1', () => {
    for (const signals of [[signal('5Q')], [signal('2W')], [signal('1L')]]) {
      const { messages, counts } = made([gps(signals)])
      expect(messages).toEqual([])
      expect(counts.leftOut.no_first_frequency).toBe(1)
    }
    const none = [{ range: [-(2 ** 19)] }, { whole: [255] }, { whole: [0], part: [0], range: [-5] }]
    for (const fields of none) expect(made([changed(gps([signal('1C')]), fields)]).messages).toEqual([])
  })

  it('marks missing values', () => {
    const { messages } = made([gps([signal('1C', { phaseRange: null, cnr: null })])])
    expect(messages[0]!.satellites[0]).toMatchObject({
      ...{ phase: NO_PHASE, lock: 0, cnr: 0 },
      ...{ code2: 0, range2: -(2 ** 13), phase2: NO_PHASE, lock2: 0, cnr2: 0 },
    })
  })

  it('marks L2 as missing when it is too far from L1', () => {
    const { messages, counts } = made([gps([signal('1C'), signal('2W', { pseudorange: 21_234_567.89 + 170 })])])
    expect(messages[0]!.satellites[0]!.range2).toBe(-(2 ** 13))
    expect(counts.leftOut.out_of_range).toBe(1)
  })

  it('has no phase while the half cycle is unresolved, and counts the lock time from then on', () => {
    const open = changed(gps([signal('1C')], 1), { half: [1] })
    const { messages, counts } = made([gps([signal('1C')]), open, gps([signal('1C')], 2), gps([signal('1C')], 5)])
    expect(messages.map(({ satellites }) => satellites[0]!.phase === NO_PHASE)).toEqual([false, true, false, false])
    expect(messages.map(({ satellites }) => satellites[0]!.lock)).toEqual([legacyLock(688_128), 0, 1, 4])
    expect(counts.leftOut.half_cycle).toBe(1)
  })

  it('restarts the lock time when another signal is used', () => {
    const lacking = gps([signal('1C'), signal('2L')], 1)
    const both = (at: number) => gps([signal('1C'), signal('2W'), signal('2L')], at)
    const { messages } = made([both(0), lacking, both(2), both(4)])
    expect(messages.map(({ satellites }) => satellites[0]!.code2)).toEqual([3, 0, 3, 3])
    expect(messages.map(({ satellites }) => satellites[0]!.lock2)).toEqual([legacyLock(688_128), 0, 0, 2])
  })

  it.each([0, 200, 300, -300, 700, -1100, 1100])(
    'subtracts multiples of 1500 cycles from a phase %i m away',
    (away) => {
      const { messages } = made([gps([signal('1C', { phaseRange: 21_234_567.89 + away })])])
      const one = messages[0]!.satellites[0]!
      const phase = one.cuts * LIGHT_MS + one.range * 0.02 + one.phase * 0.0005
      const turns = (21_234_567.89 + away - phase) / (1500 * L1)
      expect(Math.abs(turns - Math.round(turns)) * 1500 * L1).toBeLessThan(0.0005)
      expect(Math.abs(one.phase)).toBeLessThan(2 ** 19)
    },
  )

  it('keeps that multiple while possible, and restarts the lock time when it changes', () => {
    const drifting = [100, 140, 160, 240, 262, 263, 264].map((away, second) =>
      gps([signal('1C', { phaseRange: 21_234_567.89 + away })], second),
    )
    const rows = made(drifting).messages.map(({ satellites }) => satellites[0]!)
    const away = rows.map(({ phase }) => Math.round(phase * 0.0005))
    expect(away.slice(0, 5)).toEqual([100, 140, 160, 240, 262])
    expect(away.slice(5)).toEqual([263, 264].map((metres) => Math.round(metres - 1500 * L1)))
    expect(rows.map(({ lock }) => lock)).toEqual([...Array(5).fill(legacyLock(688_128)), 0, 1])
  })

  it('holds up to 31 satellites, with numbers up to 32', () => {
    const many = (ids: readonly number[], moreFollow: boolean) =>
      encodeMsm(7, {
        ...{ constellation: 'GPS', stationId: 1, instantMs: INSTANT, moreFollow },
        satellites: ids.map((satellite) => ({ satellite, signals: [signal('1C')] })),
      })
    const all = Array.from({ length: 34 }, (_, i) => i + 1)
    // Two messages of one epoch become one.
    const { messages, counts } = made([many(all.slice(0, 20), true), many(all.slice(20), false)])
    expect(messages).toHaveLength(1)
    expect(messages[0]!.satellites.map(({ id }) => id)).toEqual(all.slice(0, 31))
    expect(counts.leftOut).toMatchObject({ too_many: 1, no_number: 2 })
  })
})

describe('1012', () => {
  const glonass = (level: 4 | 7, frequencyChannel?: number, second = 0) =>
    encodeMsm(level, {
      ...{ constellation: 'GLO', stationId: 77, instantMs: INSTANT + second * 1000, moreFollow: false },
      satellites: [
        {
          satellite: GLONASS.satellite,
          ...(frequencyChannel !== undefined && { frequencyChannel }),
          signals: [signal('1C'), signal('2P')],
        },
      ],
    })

  it('has its time, and the channel of the MSM7', () => {
    const { messages } = made([glonass(7, -3)])
    expect(messages[0]!.time).toBe(epochField('GLO', INSTANT) % 2 ** 27)
    const one = messages[0]!.satellites[0]!
    expect(one).toMatchObject({ id: GLONASS.satellite, code: 0, channel: -3, cuts: 35, code2: 1 })
    expect(Math.abs(one.cuts * 2 * LIGHT_MS + one.range * 0.02 - 21_234_567.89)).toBeLessThan(0.0101)
  })

  it('has the usual channel of the slot, or one from another stream, until its own stream sends one', () => {
    const orbit = { ...GLONASS, frequencyChannel: 3 }
    const stream = [glonass(4), glonass(7, undefined, 1), encode1020(orbit), glonass(4, undefined, 2)]
    const channels = new GlonassChannels()
    const channelsOf = (settings: ConversionSettings) => {
      const one = new Converter(settings, channels)
      const bytes = Buffer.concat([...stream.map((payload) => one.push(frame(payload))), one.end()])
      return payloadsIn(bytes)
        .filter((payload) => typeOf(payload) === 1012)
        .map((payload) => readLegacy(payload).satellites[0]!.channel)
    }
    const settings = { messages: null, constellations: null, everySeconds: null, form: 'legacy' } as const
    expect([GLONASS.satellite, ...channelsOf(settings)]).toEqual([15, 0, 0, 3])
    channels.hearOrbit(encode1020({ ...GLONASS, frequencyChannel: -5 }))
    expect(channelsOf(settings)).toEqual([-5, -5, 3])
  })

  it('restarts the lock time when the stream sends another channel than expected', () => {
    const { messages } = made([glonass(4), encode1020({ ...GLONASS, frequencyChannel: 3 }), glonass(4, undefined, 2)])
    expect(messages.map(({ satellites }) => satellites[0]!.lock)).toEqual([legacyLock(524_288), 0])
  })

  it('has a channel from an earlier MSM7 or 1012', () => {
    // Sent in an earlier 1012.
    const slot = new BitWriter().unsigned(1012, 12).unsigned(1, 12).unsigned(1000, 27).unsigned(0, 1).unsigned(1, 5)
    slot
      .unsigned(0, 4)
      .unsigned(GLONASS.satellite, 6)
      .unsigned(0, 1)
      .unsigned(9, 5)
      .unsigned(0, 25)
      .unsigned(0, 43)
      .unsigned(0, 50)
    const heard = made([slot.bytes(), glonass(4, undefined, 2)]).messages
    expect(heard.map(({ satellites }) => satellites[0]!.channel)).toEqual([2, 2])
    const told = made([glonass(7, 4), glonass(4, undefined, 1)]).messages
    expect(told.map(({ satellites }) => satellites[0]!.channel)).toEqual([4, 4])
  })
})

it('never overstates lock times in 1004, second by second', () => {
  // RTCM 10403.3, table 3.4-2
  const shortest = (i: number) =>
    i < 24
      ? i
      : i < 48
        ? i * 2 - 24
        : i < 72
          ? i * 4 - 120
          : i < 96
            ? i * 8 - 408
            : i < 120
              ? i * 16 - 1176
              : i < 127
                ? i * 32 - 3096
                : 937
  for (let seconds = 0; seconds < 1_200; seconds++) {
    const step = legacyLock(seconds * 1000 + 999)
    expect(shortest(step)).toBeLessThanOrEqual(seconds)
    if (step < 127) expect(shortest(step + 1)).toBeGreaterThan(seconds)
  }
})
