// Epochs from messages: late, repeated and interleaved messages, time steps, losses of lock.
import { describe, expect, it } from 'vitest'
import type { EpochDetail } from '../../src/decode/msm-observations.ts'
import { ObservationDecoder } from '../../src/decode/observation-decoder.ts'
import { HALF_CYCLE, LOSS_OF_LOCK, satelliteKey } from '../../src/decode/observation-epoch.ts'
import { encodeMsm } from '../../src/encode/msm.ts'
import { gpsFromUtc } from '../../src/gps-time.ts'
import { CONSTELLATIONS, type Constellation } from '../../src/observations/head.ts'
import { typeOf } from '../support/conversion.ts'
import { INSTANT } from '../support/orbits.ts'
import { readMsm, writeMsm } from '../support/raw-messages.ts'
import { type Observed, satellitesOf } from '../support/sky.ts'

interface Passed {
  readonly second: number
  readonly satellites: number[]
}

function decode(messages: readonly Buffer[], receivedMs = INSTANT) {
  const epochs: Passed[] = []
  const flags: number[] = []
  const decoder = new ObservationDecoder(({ gpsMs, rows, satellite, flags: flagsOf }) => {
    epochs.push({
      second: (gpsMs - gpsFromUtc(INSTANT)) / 1000,
      satellites: [...new Set(satellite.subarray(0, rows))],
    })
    flags.push(flagsOf[0]!)
  })
  for (const message of messages) decoder.add(message, typeOf(message), receivedMs)
  decoder.flush()
  return { epochs, flags, counts: decoder.counts }
}

/** Satellite, flags, pseudorange and phase of each row. `detail` by second. */
function columns(messages: readonly Buffer[], detail?: (second: number) => EpochDetail) {
  const epochs: { satellites: number[]; flags: number[]; values: number[][] }[] = []
  const secondOf = (gpsMs: number) => (gpsMs - gpsFromUtc(INSTANT)) / 1000
  const decoder = new ObservationDecoder(
    ({ rows, satellite, flags, pseudorange, phase }) => {
      const values = Array.from({ length: rows }, (_, row) => [pseudorange[row]!, phase[row]!])
      epochs.push({ satellites: [...satellite.subarray(0, rows)], flags: [...flags.subarray(0, rows)], values })
    },
    detail && { detail: (gpsMs) => detail(secondOf(gpsMs)) },
  )
  for (const message of messages) decoder.add(message, typeOf(message), INSTANT)
  decoder.flush()
  return epochs
}

function msm(constellation: Observed, second: number, ids = [5], lockTime?: number, stationId = 1): Buffer {
  const instantMs = INSTANT + second * 1000
  const satellites = satellitesOf(constellation, ids, instantMs).map((one) => ({
    ...one,
    signals: one.signals.slice(0, 1).map((signal) => ({ ...signal, ...(lockTime !== undefined && { lockTime }) })),
  }))
  return encodeMsm(7, { constellation, stationId, instantMs, moreFollow: false, satellites })
}

const G5 = satelliteKey(0, 5)
const R5 = satelliteKey(1, 5)

describe('ObservationDecoder', () => {
  it('joins the constellations of an instant, whatever the multiple-message bit says', () => {
    const { epochs } = decode([msm('GPS', 0), msm('GLO', 0), msm('GPS', 1), msm('GLO', 1)])
    expect(epochs).toEqual([
      { second: 0, satellites: [G5, R5] },
      { second: 1, satellites: [G5, R5] },
    ])
  })

  it('joins a constellation that arrives after the next epoch has begun', () => {
    const { epochs, counts } = decode([msm('GPS', 0), msm('GPS', 1), msm('GLO', 0), msm('GPS', 2), msm('GLO', 1)])
    expect(epochs.map(({ satellites }) => satellites.length)).toEqual([2, 2, 1])
    expect(counts).toEqual({ invalid: 0, late: 0, foreign: 0 })
  })

  it('leaves out a message that arrives after its epoch was passed on, and counts it', () => {
    const { epochs, counts } = decode([msm('GPS', 0), msm('GPS', 1), msm('GPS', 2), msm('GLO', 0)])
    expect(epochs.map(({ second }) => second)).toEqual([0, 1, 2])
    expect(counts.late).toBe(1)
  })

  it('ignores a message that is received twice', () => {
    const { epochs } = decode([msm('GPS', 0), msm('GPS', 0), msm('GPS', 1)])
    expect(epochs).toHaveLength(2)
    expect(epochs[0]!.satellites).toEqual([G5])
  })

  it('does not mix the observations of two receivers, and counts those of the second', () => {
    const both = [msm('GPS', 0), msm('GPS', 0, [6], 1, 2), msm('GLO', 0), msm('GLO', 0, [7], 1, 2)]
    const { epochs, counts } = decode(both)
    expect(epochs).toEqual([{ second: 0, satellites: [G5, R5] }])
    expect(counts.foreign).toBe(2)
  })

  it('joins constellations that a receiver sends with different station ids', () => {
    const { epochs } = decode([msm('GPS', 0), msm('GLO', 0, [5], 1, 2), msm('GPS', 1), msm('GLO', 1, [5], 1, 2)])
    expect(epochs.map(({ satellites }) => satellites)).toEqual([
      [G5, R5],
      [G5, R5],
    ])
  })

  it('follows a receiver whose station id was changed', () => {
    const seconds: number[] = []
    const decoder = new ObservationDecoder(({ gpsMs }) => seconds.push((gpsMs - gpsFromUtc(INSTANT)) / 1000))
    for (let second = 0; second < 15; second++)
      decoder.add(msm('GPS', second, [5], 1, second < 2 ? 1 : 2), 1077, INSTANT + second * 1000)
    decoder.flush()
    expect(seconds).toEqual([0, 1, 11, 12, 13, 14])
  })

  it('reports losses of lock after a step back', () => {
    const locks = [100, 101, 0.5]
    expect(decode(locks.map((lock, at) => msm('GPS', [0, 100, 1][at]!, [5], lock))).flags).toEqual([0, 0, LOSS_OF_LOCK])
  })

  it('starts a new timeline after a step back', () => {
    const { epochs } = decode([msm('GPS', 100), msm('GPS', 101), msm('GPS', 0), msm('GPS', 1)])
    expect(epochs.map(({ second }) => second)).toEqual([100, 101, 0, 1])
  })

  it.each([
    { what: 'within the week', receivedMs: INSTANT },
    { what: 'three days before', receivedMs: INSTANT - 3 * 86_400_000 },
    { what: 'three days after', receivedMs: INSTANT + 3 * 86_400_000 },
  ])('finds the week from a receive time $what', ({ receivedMs }) => {
    expect(decode([msm('GPS', 0)], receivedMs).epochs).toEqual([{ second: 0, satellites: [G5] }])
  })

  it('accepts a negative time of BeiDou in the first seconds of a week', () => {
    const startOfWeek = Date.UTC(2026, 10, 15) - 18_000
    const raw = readMsm(msm('BDS', 0))
    const negative = writeMsm({ ...raw, epoch: 2 ** 30 - 11_000 })
    const { epochs, counts } = decode([negative], startOfWeek)
    expect(epochs[0]!.second).toBe((startOfWeek + 3000 - INSTANT) / 1000)
    expect(counts.invalid).toBe(0)
  })

  it.each([
    { what: 'a lock time that grows with time', locks: [100, 101, 102], flags: [0, 0, 0] },
    { what: 'a lock time that went down', locks: [100, 101, 0.2], flags: [0, 0, LOSS_OF_LOCK] },
    { what: 'a lock time shorter than the time since the last epoch', locks: [0.1, 0.5, 0.7], flags: [0, 1, 1] },
    { what: 'a lock time at the limit of the receiver', locks: [64.5, 64.5, 64.5], flags: [0, 0, 0] },
  ])('flags losses of lock: $what', ({ locks, flags }) => {
    expect(decode(locks.map((lock, second) => msm('GPS', second, [5], lock))).flags).toEqual(flags)
  })

  it('flags an unresolved half cycle', () => {
    const raw = readMsm(msm('GPS', 0))
    const half = writeMsm({ ...raw, fields: { ...raw.fields, half: [1] } })
    expect(decode([half]).flags).toEqual([HALF_CYCLE])
  })

  it('returns no phase of a GLONASS satellite whose channel is unknown', () => {
    const phases: number[] = []
    const decoder = new ObservationDecoder(({ phase, pseudorange }) => phases.push(phase[0]!, pseudorange[0]!))
    const [satellite] = satellitesOf('GLO', [5], INSTANT)
    const epoch = { constellation: 'GLO' as Constellation, stationId: 1, instantMs: INSTANT, moreFollow: false }
    const payload = encodeMsm(4, { ...epoch, satellites: [satellite!] })
    decoder.add(payload, 1084, INSTANT)
    decoder.flush()
    expect(phases).toEqual([Number.NaN, expect.closeTo(satellite!.signals[0]!.pseudorange!, 1)])
  })

  it('finds the same losses of lock, and reads the same values at the epochs that are read whole', () => {
    const locks = [100, 101, 0.2, 1.2, 2.2, 0.1, 1.1]
    const messages = locks.flatMap((lock, second) => [msm('GPS', second, [5, 7], lock), msm('GLO', second, [3])])
    const whole = columns(messages)
    const some = columns(messages, (second) => (second % 3 === 0 ? 'all' : 'losses'))
    expect(whole.map(({ flags }) => flags)).toContainEqual([LOSS_OF_LOCK, LOSS_OF_LOCK, 0])
    expect(some).toEqual(
      whole.map((epoch, second) =>
        second % 3 === 0 ? epoch : { ...epoch, values: epoch.values.map(() => [Number.NaN, Number.NaN]) },
      ),
    )
  })

  it('reads the presence of observations: up to the first pseudorange of each message', () => {
    const [none, ...others] = satellitesOf('GPS', [3, 5, 7], INSTANT)
    const without = { ...none!, signals: none!.signals.map((signal) => ({ ...signal, pseudorange: null })) }
    const about = { stationId: 1, instantMs: INSTANT, moreFollow: false }
    const gps = encodeMsm(7, { ...about, constellation: 'GPS', satellites: [without, ...others] })
    const [epoch] = columns([gps, msm('GLO', 0, [3, 4])], () => 'presence')
    const keys = [satelliteKey(0, 3), satelliteKey(0, 3), G5, satelliteKey(1, 3)]
    expect(epoch!.satellites).toEqual(keys)
    expect(epoch!.values.map(([pseudorange]) => Number.isNaN(pseudorange))).toEqual([true, true, false, false])
  })

  it('counts messages that are cut off or have no valid time, and returns nothing of them', () => {
    const message = msm('GPS', 0)
    const raw = readMsm(message)
    const { epochs, counts } = decode([
      message.subarray(0, 20),
      writeMsm({ ...raw, epoch: 2 ** 30 - 1 }),
      message.subarray(0, 5),
    ])
    expect(epochs).toEqual([])
    expect(counts.invalid).toBe(3)
  })
})

type Sent = Extract<Observed, 'GPS' | 'GLO' | 'GAL' | 'BDS'>
type Clock = (second: number) => number
const ahead =
  (seconds: number): Clock =>
  (second) =>
    second + seconds

describe('ObservationDecoder and clocks that are off', () => {
  const ALL: readonly Sent[] = ['GPS', 'GLO', 'GAL', 'BDS']

  interface Stream {
    readonly clocks: Partial<Record<Sent, Clock>>
    readonly order?: readonly Sent[]
    readonly intervalS?: number
    readonly epochs?: number
    /** Messages of the first epoch that are missing. */
    readonly begins?: number
    /** Log files have no receive times. */
    readonly isLog?: boolean
  }

  function decoded({ clocks, order = ALL, intervalS = 1, epochs = 30, begins = 0, isLog = false }: Stream) {
    const found = new Map<number, string>()
    const decoder = new ObservationDecoder(({ gpsMs, rows, satellite }) => {
      const second = (gpsMs - gpsFromUtc(INSTANT)) / 1000
      const constellations = [...new Set(satellite.subarray(0, rows))].map((key) => ALL.find((one) => key === of(one)))
      found.set(second, `${found.get(second) ?? ''}${constellations.sort().join(' ')}`)
    })
    for (let epoch = 0; epoch < epochs; epoch++)
      for (const constellation of order.slice(epoch === 0 ? begins : 0)) {
        const second = epoch * intervalS
        const message = msm(constellation, (clocks[constellation] ?? ahead(0))(second))
        decoder.add(message, typeOf(message), INSTANT + (isLog ? 0 : second * 1000 + 200))
      }
    decoder.flush()
    return found
  }

  const of = (constellation: Sent) => satelliteKey(CONSTELLATIONS.indexOf(constellation), 5)
  const every = (seconds: readonly number[], of: readonly Sent[] = ALL) =>
    new Map(seconds.map((second) => [second, of.toSorted().join(' ')]))
  const seconds = (epochs: number, intervalS = 1) => Array.from({ length: epochs }, (_, epoch) => epoch * intervalS)

  it.each<[string, Omit<Stream, 'isLog'>]>([
    ['BeiDou in the time of GPS', { clocks: { BDS: ahead(14) } }],
    ['BeiDou in the time of GPS, every 30 s', { clocks: { BDS: ahead(14) }, intervalS: 30 }],
    ['GLONASS without leap seconds', { clocks: { GLO: ahead(18) } }],
    ['GLONASS in UTC instead of Moscow time', { clocks: { GLO: ahead(-10_800) } }],
    ['two that are off, each by itself', { clocks: { GLO: ahead(2), BDS: ahead(14) } }],
    ['GPS and BeiDou alone', { clocks: { BDS: ahead(14) }, order: ['GPS', 'BDS'] }],
  ])('joins all constellations from the first epoch on: %s', (_, stream) => {
    for (const isLog of [false, true])
      expect(decoded({ ...stream, isLog })).toEqual(every(seconds(30, stream.intervalS), stream.order))
  })

  it.each<[string, Stream]>([
    ['GPS ahead of the others', { clocks: { GPS: ahead(7) } }],
    ['the first one off', { clocks: { BDS: ahead(14) }, order: ['BDS', 'GPS', 'GLO', 'GAL'] }],
    ['a stream that begins within an epoch', { clocks: { BDS: ahead(14) }, begins: 3 }],
  ])('joins all constellations from the second epoch on: %s', (_, stream) => {
    const found = decoded(stream)
    for (const second of seconds(30).slice(1)) expect(found.get(second)).toContain('BDS GAL GLO GPS')
  })

  it('keeps the time of a constellation that arrives an epoch late', () => {
    const late: Clock = (second) => second - 1
    const found = decoded({ clocks: { BDS: late } })
    for (const second of seconds(29)) expect(found.get(second)).toBe('BDS GAL GLO GPS')
  })

  it.each([14, 7, 2, -2, -7, -14])('loses at most two epochs when a clock turns wrong in mid-stream (%i s)', (off) => {
    for (const wrong of ['GPS', 'GLO', 'BDS'] as const) {
      const found = decoded({
        clocks: { [wrong]: (second: number) => (second >= 20 ? second + off : second) },
        epochs: 60,
      })
      const whole = seconds(60).filter((second) => found.get(second)?.includes('BDS GAL GLO GPS'))
      expect([wrong, whole.length >= 58]).toEqual([wrong, true])
    }
  })

  it('loses a constellation for some epochs only if its clock is wrong for a while', () => {
    const found = decoded({
      clocks: { BDS: (second) => (second >= 20 && second < 60 ? second + 14 : second) },
      epochs: 100,
    })
    const whole = [...found].filter(([, constellations]) => constellations === 'BDS GAL GLO GPS')
    expect(new Set(whole.map(([second]) => second)).size).toBeGreaterThanOrEqual(90)
    for (const second of seconds(100)) expect(found.get(second)).toContain('GAL GLO GPS')
  })
})
