// Epochs from messages: late, repeated and interleaved messages, time steps, losses of lock.
import { describe, expect, it } from 'vitest'
import { ObservationDecoder } from '../../src/decode/observation-decoder.ts'
import { HALF_CYCLE, LOSS_OF_LOCK, satelliteKey } from '../../src/decode/observation-epoch.ts'
import { encodeMsm } from '../../src/encode/msm.ts'
import { gpsFromUtc } from '../../src/gps-time.ts'
import type { Constellation } from '../../src/observations/head.ts'
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
