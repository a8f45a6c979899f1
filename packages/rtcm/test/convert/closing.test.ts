// The last message of an epoch if others are left out, and when it is sent.
import { describe, expect, it } from 'vitest'
import { encode1005, frame } from '../../src/encode/frames.ts'
import { encodeMsm } from '../../src/encode/msm.ts'
import { convertEach, converter, payloadsIn, saysMore, typeOf } from '../support/conversion.ts'
import { INSTANT } from '../support/orbits.ts'
import { type Observed, STATION, satellitesOf } from '../support/sky.ts'

const message = (constellation: Observed, second: number, moreFollow: boolean, ids: readonly number[] = [1, 5, 9]) =>
  encodeMsm(7, {
    ...{ constellation, stationId: 3, instantMs: INSTANT + second * 1000, moreFollow },
    satellites: satellitesOf(constellation, ids, INSTANT + second * 1000),
  })

/** An epoch as receivers send it; the last message has the end mark. */
const epoch = (second: number, ...names: Observed[]) =>
  names.map((name, place) => message(name, second, place < names.length - 1))

const told = (payloads: readonly Buffer[]) => payloads.map((one) => `${typeOf(one)}${saysMore(one) ? '+' : '.'}`)

describe('an epoch whose last message is filtered out', () => {
  it('ends with the last kept message, which is held back until the end is known', () => {
    const { parts } = convertEach(epoch(0, 'GPS', 'GLO', 'GAL', 'BDS'), { constellations: ['GPS', 'GLO'] })
    expect(parts.map(told)).toEqual([[], ['1077+'], [], ['1087.']])
  })

  it('is sent at once when the previous epochs ended the same way', () => {
    const epochs = Array.from({ length: 6 }, (_, second) => epoch(second, 'GPS', 'GLO', 'GAL', 'BDS')).flat()
    const { parts } = convertEach(epochs, { constellations: ['GPS', 'GLO'] })
    const each = [0, 1, 2, 3, 4, 5].map((second) => parts.slice(4 * second, 4 * second + 4).map(told))
    expect(each[2]).toEqual([[], ['1077+'], [], ['1087.']])
    for (const late of each.slice(3)) expect(late).toEqual([[], ['1077+', '1087.'], [], []])
  })

  it('ends when the next one begins, if its end was lost', () => {
    const [gps, glonass] = epoch(0, 'GPS', 'GLO', 'GAL')
    const next = epoch(1, 'GPS', 'GLO', 'GAL')
    const { parts } = convertEach([gps!, glonass!, ...next], {})
    expect(parts.map(told)).toEqual([[], ['1077+'], ['1087.'], ['1077+'], ['1087+', '1097.']])
  })

  it('ends when another constellation has the next time', () => {
    const lost = [...epoch(0, 'GPS', 'GLO'), message('GPS', 1, true), message('GLO', 2, false)]
    const { parts } = convertEach(lost, {})
    expect(parts.map(told)).toEqual([[], ['1077+', '1087.'], [], ['1077.', '1087.']])
  })

  it('is not waited for if the station never marks an end', () => {
    const endless = Array.from({ length: 5 }, (_, second) => message('GPS', second, true))
    const { parts } = convertEach(endless, { everySeconds: 1 })
    expect(parts.map(told)).toEqual([[], ['1077.'], ['1077.'], ['1077.', '1077.'], ['1077.']])
  })

  it('is ended too early at most once by a message that comes only sometimes', () => {
    const now = (second: number): Observed[] =>
      second % 5 === 4 ? ['GPS', 'GLO', 'GAL', 'BDS'] : ['GPS', 'GLO', 'BDS']
    const one = converter({ constellations: ['GPS', 'GLO', 'GAL'] })
    const wrong: number[] = []
    for (let second = 0; second < 60; second++) {
      const bytes = epoch(second, ...now(second)).map((payload) => one.push(frame(payload)))
      const ends = told(payloadsIn(Buffer.concat(bytes))).filter((text) => text.endsWith('.'))
      if (ends.length !== 1) wrong.push(second)
    }
    expect(wrong).toEqual([4])
  })
})

describe('an epoch', () => {
  it('is unchanged where nothing is omitted', () => {
    const messages = epoch(0, 'GPS', 'GLO', 'GAL', 'BDS')
    const { parts, rest } = convertEach(messages, { messages: { rule: 'drop', types: [1230] } })
    expect([...parts.flat(), ...rest]).toEqual(messages)
  })

  it('may have a constellation in several messages', () => {
    const split = [
      message('GPS', 0, true, [1, 5]),
      message('GPS', 0, true, [9, 11]),
      message('GLO', 0, true, [1, 2]),
      message('GLO', 0, false, [3, 4]),
    ]
    expect(convertEach(split, { form: 'msm4', constellations: ['GPS'] }).parts.map(told)).toEqual([
      [],
      ['1074+'],
      [],
      ['1074.'],
    ])
    expect(convertEach(split, { form: 'legacy' }).parts.map(told)).toEqual([[], [], ['1004+'], ['1012.']])
  })

  it('is sent at once if every message has an end mark', () => {
    const alone = (['GPS', 'GLO', 'GAL'] as const).map((name) => message(name, 0, false))
    expect(convertEach(alone, { form: 'msm4' }).parts.map(told)).toEqual([['1074.'], ['1084.'], ['1094.']])
  })

  it('keeps together constellations whose clocks differ', () => {
    const apart = [0, 1, 2].flatMap((second) => [message('GPS', second, true), message('GLO', second + 1, false)])
    expect(convertEach(apart, { form: 'msm4' }).parts.map(told)).toEqual(
      [0, 1, 2].flatMap(() => [[], ['1074+', '1084.']]),
    )
  })

  it('does not delay other messages', () => {
    const { parts } = convertEach([message('GPS', 0, true), encode1005(STATION), message('GLO', 0, false)], {})
    expect(parts.map((part) => part.map(typeOf))).toEqual([[], [1005], [1077, 1087]])
  })

  it('ends with the connection, and the next one starts fresh', () => {
    const one = converter({ form: 'msm4' })
    const [gps] = epoch(0, 'GPS', 'GLO')
    expect(one.push(Buffer.concat([frame(gps!), frame(gps!).subarray(0, 20)]))).toHaveLength(0)
    expect(told(payloadsIn(one.end()))).toEqual(['1074.'])
    expect(one.end()).toHaveLength(0)
    const next = epoch(1, 'GPS', 'GLO').map((payload) => one.push(frame(payload)))
    expect(told(payloadsIn(Buffer.concat(next)))).toEqual(['1074+', '1084.'])
  })
})
