import { describe, expect, it } from 'vitest'
import { BitWriter } from '../../src/bits.ts'
import { encode1019 } from '../../src/encode/ephemeris.ts'
import { encode1005, encode1033, frame } from '../../src/encode/frames.ts'
import { encode1020 } from '../../src/encode/glonass-ephemeris.ts'
import { epochField } from '../../src/epoch.ts'
import { StreamMeter } from '../../src/meter/stream-meter.ts'
import type { Constellation } from '../../src/observations/head.ts'
import { convertAll, converter, payloadsIn, typeOf } from '../support/conversion.ts'
import { EQUIPMENT, GLONASS, GPS, INSTANT } from '../support/orbits.ts'
import { epochMessages, msmPayload, STATION } from '../support/sky.ts'

const payloads = (frames: readonly Buffer[]) => frames.map((one) => payloadsIn(one)[0]!)
const EPOCH = payloads(epochMessages(INSTANT))
const OTHERS = [encode1005(STATION), encode1033(EQUIPMENT), encode1019(GPS), encode1020(GLONASS)]
const types = (settings: Parameters<typeof convertAll>[1], messages = [...EPOCH, ...OTHERS]) =>
  convertAll(messages, settings).payloads.map(typeOf).sort()

describe('messages', () => {
  it('are kept or dropped by their type', () => {
    expect(types({ messages: { rule: 'keep', types: [1005, 1077] } })).toEqual([1005, 1077])
    expect(types({ messages: { rule: 'drop', types: [1005, 1077, 1019] } })).toEqual([1020, 1033, 1087, 1097, 1127])
  })

  it('can be named by the type before or after conversion', () => {
    for (const type of [1074, 1077]) {
      expect(types({ messages: { rule: 'keep', types: [type] }, form: 'msm4' })).toEqual([1074])
      expect(types({ messages: { rule: 'drop', types: [type] }, form: 'msm4' }, EPOCH)).toEqual([1084, 1094, 1124])
    }
    expect(types({ messages: { rule: 'keep', types: [1012] }, form: 'legacy' })).toEqual([1012])
  })

  it('are counted when they are filtered out', () => {
    const { counts } = convertAll([...EPOCH, ...OTHERS], {
      messages: { rule: 'drop', types: [1005] },
      constellations: ['GPS'],
    })
    expect(counts.unwanted).toEqual({ type: 1, constellation: 4, instant: 0 })
    expect([counts.messagesIn, counts.messagesOut]).toEqual([8, 3])
  })

  it('are filtered with their constellation, and those of none stay', () => {
    expect(types({ constellations: ['GPS'] })).toEqual([1005, 1019, 1033, 1077])
    expect(types({ constellations: ['GLO', 'BDS'] })).toEqual([1005, 1020, 1033, 1087, 1127])
  })

  it('match what a meter finds in the filtered stream', () => {
    const one = converter({ form: 'msm4', constellations: ['GPS', 'GAL'], everySeconds: 2 })
    const meter = new StreamMeter(INSTANT)
    for (let second = 0; second < 20; second++) {
      const bytes = one.push(Buffer.concat(epochMessages(INSTANT + second * 1000)))
      meter.push(bytes, INSTANT + second * 1000 + 50)
    }
    const shape = meter.shape(INSTANT + 20_000)!
    expect(shape.constellations).toEqual(['GPS', 'GAL'])
    expect(shape.messages).toEqual([
      { type: 1074, seconds: 2 },
      { type: 1094, seconds: 2 },
    ])
    expect(meter.takeSlice(INSTANT + 20_000).badCrcs).toBe(0)
  })
})

/** A 1004 with these satellites; their fields after DF009 count up. */
function message1004(ids: readonly number[], moreFollow = false): Buffer {
  const bits = new BitWriter().unsigned(1004, 12).unsigned(3, 12).unsigned(epochField('GPS', INSTANT), 30)
  bits
    .unsigned(moreFollow ? 1 : 0, 1)
    .unsigned(ids.length, 5)
    .unsigned(0, 4)
  for (const id of ids)
    bits
      .unsigned(id, 6)
      .unsigned(id * 1000, 24)
      .unsigned(id, 45)
      .unsigned(id, 50)
  return bits.bytes()
}

describe('a 1004 of the station', () => {
  it('passes, without the satellites that are filtered out', () => {
    const both = message1004([1, 40, 7, 45])
    expect(convertAll([both], { form: 'legacy' }).payloads).toEqual([both])
    expect(convertAll([both], { constellations: ['GPS', 'SBS'] }).payloads).toEqual([both])
    expect(convertAll([both], { constellations: ['GPS'] }).payloads).toEqual([message1004([1, 7])])
    expect(convertAll([both], { constellations: ['SBS'] }).payloads).toEqual([message1004([40, 45])])
    expect(convertAll([both], { constellations: ['GLO'] }).payloads).toEqual([])
    expect(convertAll([message1004([1])], { constellations: ['SBS'] }).payloads).toEqual([])
  })

  it('is not sent a second time from MSM', () => {
    const twice = convertAll([message1004([1, 7], true), msmPayload('GPS', INSTANT)], { form: 'legacy' })
    expect(twice.payloads).toEqual([message1004([1, 7])])
    expect(twice.counts.leftOut.sent_twice).toBe(1)
  })

  it('is omitted when it is truncated', () => {
    const { payloads: made, counts } = convertAll([message1004([1, 7]).subarray(0, -1)], {})
    expect(made).toEqual([])
    expect(counts.leftOut.malformed).toBe(1)
  })
})

describe('thinning', () => {
  const at = (constellation: Constellation, ms: number, moreFollow = false) => msmPayload(constellation, ms, moreFollow)
  /** 10:00:00 in GPS time, far from the end of the GPS week and of the Moscow day. */
  const ROUND = Math.floor(INSTANT / 86_400_000) * 86_400_000 + 36_000_000 - 18_000
  const taken = (messages: readonly (readonly [Constellation, number])[], everySeconds: number) => {
    const one = converter({ everySeconds })
    return messages.map(([name, ms]) => one.push(frame(at(name, ROUND + ms))).length > 0)
  }

  it('keeps the same instants of all constellations', () => {
    for (const every of [0.2, 1, 5, 30, 3600])
      for (const name of ['GPS', 'GLO', 'GAL', 'BDS', 'QZS', 'SBS', 'NAV'] as const) {
        const [ms, next] = [every * 1000, every * 500]
        expect(
          taken(
            [
              [name, 0],
              [name, next],
              [name, ms],
              [name, ms + next],
            ],
            every,
          ),
        ).toEqual([true, false, true, false])
      }
  })

  it('keeps the same instants whenever it starts', () => {
    const all = Array.from({ length: 40 }, (_, second) => ['GLO', second * 1000] as const)
    const whole = taken(all, 5)
    for (let from = 1; from < 12; from++) expect(taken(all.slice(from), 5)).toEqual(whole.slice(from))
  })

  it('uses the time of the first message of an epoch', () => {
    const one = converter({ everySeconds: 5 })
    // Wrong leap seconds: GLONASS is one second ahead.
    const kept = Array.from({ length: 10 }, (_, second) => {
      const epoch = [at('GPS', ROUND + second * 1000, true), at('GLO', ROUND + second * 1000 + 1000)]
      return payloadsIn(one.push(Buffer.concat(epoch.map(frame)))).map(typeOf)
    })
    expect(kept.map((list) => list.length)).toEqual([2, 0, 0, 0, 0, 2, 0, 0, 0, 0])
  })

  it('thins GLONASS by the leap seconds of the date when it was received', () => {
    const keptOf = (constellation: Constellation, fromMs: number) => {
      const one = converter({ everySeconds: 30 })
      return Array.from({ length: 90 }, (_, second) => fromMs + second * 1000).filter(
        (atMs) => one.push(frame(msmPayload(constellation, atMs)), atMs + 300).length > 0,
      )
    }
    // 16, 17 and 18 leap seconds.
    for (const day of ['2014-03-01', '2016-03-01', '2026-11-18']) {
      const fromMs = Date.parse(`${day}T10:00:00Z`)
      expect(keptOf('GLO', fromMs)).toEqual(keptOf('GPS', fromMs))
      expect(keptOf('GLO', fromMs)).toHaveLength(3)
    }
  })

  it('treats a late constellation like the rest of its epoch', () => {
    expect(
      taken(
        [
          ['GPS', 4000],
          ['GPS', 5000],
          ['GLO', 4000],
          ['GPS', 6000],
          ['GLO', 5000],
          ['GLO', 6000],
        ],
        5,
      ),
    ).toEqual([false, true, false, false, true, false])
  })

  it('keeps the next epoch where the exact instant is missing or never occurs', () => {
    expect(
      taken(
        [
          ['GPS', 3000],
          ['GPS', 4000],
          ['GPS', 6000],
          ['GPS', 7000],
          ['GPS', 10_000],
        ],
        5,
      ),
    ).toEqual([false, false, true, false, true])
    const halves = Array.from({ length: 12 }, (_, second) => ['GPS', second * 1000 + 500] as const)
    expect(taken(halves, 5).flatMap((is, second) => (is ? [second] : []))).toEqual([5, 10])
  })

  it('continues after a night without data, and after a wrong instant', () => {
    const hour = 3_600_000
    const halves = (from: number) =>
      Array.from({ length: 12 }, (_, second) => ['GPS', from + second * 1000 + 500] as const)
    const secondsOf = (all: boolean[]) => all.flatMap((is, second) => (is ? [second] : []))
    // Starts at ten in the morning; the stream stopped in the evening, more than half a day before.
    const evening = halves(9 * hour)
    expect(secondsOf(taken([...evening, ...halves(24 * hour)], 5).slice(evening.length))).toEqual([0, 5, 10])
    const wrong = [['GPS', 11 * hour + 500]] as const
    expect(secondsOf(taken([...halves(0), ...wrong, ...halves(20_000)], 5).slice(13))).toEqual([0, 5, 10])
  })

  it('keeps instants that are a few milliseconds off, once', () => {
    expect(
      taken(
        [
          ['GPS', 4998],
          ['GLO', 5002],
          ['GAL', 5001],
          ['GPS', 5998],
        ],
        5,
      ),
    ).toEqual([true, true, true, false])
  })

  it('keeps all messages that are not observations', () => {
    expect(types({ everySeconds: 3600 }, OTHERS)).toEqual([1005, 1019, 1020, 1033])
  })
})
