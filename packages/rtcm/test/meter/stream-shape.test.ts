import { describe, expect, it } from 'vitest'
import { encodeMsm } from '../../src/encode/msm.ts'
import { StreamMeter } from '../../src/meter/stream-meter.ts'
import { ShapeMeter } from '../../src/meter/stream-shape.ts'
import type { Constellation } from '../../src/observations/head.ts'
import { decodeObservationHead } from '../../src/observations/head.ts'
import { frequenciesIn, signalId } from '../../src/observations/msm-signals.ts'

const NOON = Date.parse('2026-11-15T12:00:00Z')

const OBSERVED = { pseudorange: 2.2e7, phaseRange: 2.2e7, phaseRangeRate: 0, cnr: 45, lockTime: 10 }

const msm = (constellation: Constellation, atMs: number, ...signals: string[]) =>
  encodeMsm(7, {
    constellation,
    stationId: 1,
    instantMs: atMs,
    moreFollow: false,
    satellites: [
      {
        satellite: 5,
        ...(constellation === 'GLO' && { frequencyChannel: 1 }),
        signals: signals.map((signal) => ({ signal, ...OBSERVED })),
      },
    ],
  })

/** A stream of this many seconds; `every` is a message's interval in seconds. */
function heard(
  seconds: number,
  messages: readonly { type: number; every: number; payload?: (atMs: number) => Buffer }[],
) {
  const meter = new ShapeMeter()
  for (let at = 0; at <= seconds * 1000; at += 200) {
    for (const { type, every, payload } of messages) {
      if (at % (every * 1000) !== 0) continue
      const bytes = payload?.(NOON + at)
      meter.bytes(bytes?.length ?? 100, NOON + at)
      meter.message(type, bytes ? decodeObservationHead(bytes, type) : null, NOON + at)
    }
  }
  return meter.shape(NOON + seconds * 1000)
}

const rounded = (shape: ReturnType<typeof heard>) =>
  shape?.messages.map(({ type, seconds }) => [type, seconds === null ? null : Math.round(seconds * 100) / 100])

describe('the shape of a stream', () => {
  it('lists the messages and their intervals, once one has arrived twice', () => {
    const shape = heard(60, [
      { type: 1077, every: 1, payload: (at) => msm('GPS', at, '1C', '2W') },
      { type: 1006, every: 10 },
      { type: 1230, every: 5 },
      { type: 1033, every: 3600 },
    ])
    expect(rounded(shape)).toEqual([
      [1006, 10],
      [1033, null],
      [1077, 1],
      [1230, 5],
    ])
    expect(heard(10, [{ type: 1077, every: 0.2 }])!.messages[0]!.seconds).toBeCloseTo(0.2, 2)
  })

  it('counts observations that are split over messages once per epoch', () => {
    const split = { type: 1077, every: 1, payload: (at: number) => msm('GPS', at, '1C') }
    expect(rounded(heard(30, [split, split, split]))).toEqual([[1077, 1]])
  })

  it('lists constellations and frequencies, also of legacy messages', () => {
    const glo = { type: 1087, every: 1, payload: (at: number) => msm('GLO', at, '1C', '1P') }
    const gal = { type: 1097, every: 1, payload: (at: number) => msm('GAL', at, '1X', '7X', '5X') }
    expect(heard(5, [glo])).toMatchObject({ constellations: ['GLO'], frequencies: 1 })
    expect(heard(5, [glo, gal])).toMatchObject({ constellations: ['GLO', 'GAL'], frequencies: 3 })
    expect(heard(5, [{ type: 1006, every: 1 }])).toMatchObject({ constellations: [], frequencies: 0 })
    const older = (type: number) => {
      const meter = new ShapeMeter()
      const head = { satellites: 8, signals: 0, epoch: 1, constellation: type < 1009 ? 'GPS' : 'GLO' } as never
      meter.message(type, head, NOON)
      return meter.shape(NOON)!.frequencies
    }
    expect([1001, 1002, 1009, 1010].map(older)).toEqual([1, 1, 1, 1])
    expect([1003, 1004, 1011, 1012].map(older)).toEqual([2, 2, 2, 2])
  })

  it('has a bit rate after some seconds, and forgets messages that no longer arrive', () => {
    expect(heard(60, [{ type: 1006, every: 1 }])!.bitsPerSecond).toBeCloseTo(813, 0)
    expect(heard(2, [{ type: 1006, every: 1 }])!.bitsPerSecond).toBeNull()
    const meter = new ShapeMeter()
    meter.message(1004, null, NOON)
    for (let minute = 0; minute < 11; minute++) meter.message(1077, null, NOON + minute * 60_000)
    expect(meter.shape(NOON + 660_000)!.messages.map(({ type }) => type)).toEqual([1077])
    expect(meter.shape(NOON + 3_600_000)).toBeNull()
    meter.message(1005, null, NOON - 3_600_000) // the clock was set back
    expect(meter.shape(NOON - 3_600_000)!.messages).toEqual([{ type: 1005, seconds: null }])
  })

  it('is returned by the meter of a station', () => {
    const meter = new StreamMeter(NOON)
    expect(meter.shape(NOON)).toBeNull()
    meter.push(Buffer.from('no RTCM at all'), NOON)
    expect(meter.shape(NOON + 7_000)).toEqual({ messages: [], constellations: [], frequencies: 0, bitsPerSecond: 16 })
  })

  it('counts a band once, whatever signals are in it', () => {
    const mask = (...codes: string[]) => codes.reduce((sum, code) => sum | (1 << (32 - signalId('GPS', code))), 0)
    expect(frequenciesIn('GPS', mask('1C', '1W', '1X'))).toBe(1)
    expect(frequenciesIn('GPS', mask('1C', '2W', '2L', '5Q'))).toBe(3)
    expect(frequenciesIn('GPS', 0)).toBe(0)
  })
})
