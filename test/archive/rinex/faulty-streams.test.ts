// Streams as faulty receivers send them, from the recorder to the RINEX file and the calendar.

import { encodeMsm, frame } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { readMsm, writeMsm } from '../../../packages/rtcm/test/support/raw-messages.ts'
import { epochMessages, FULL_SKY, type Sky, stationBytes } from '../../../packages/rtcm/test/support/sky.ts'
import type { MadeRinex } from '../../../src/archive/rinex/make.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { RecordedArchive } from '../../support/recorded-station.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR = Date.parse('2026-11-18T07:00:00Z')
const MINUTE = 60_000
/** GPS time is 18 s ahead of UTC. */
const GPS = 18_000
const DAY = 86_400_000

let db: DatabasePool
let drop: () => Promise<void>
let archive: RecordedArchive

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(() => drop())
beforeEach(() => {
  archive = new RecordedArchive(db)
})
afterEach(() => archive.remove())

const epoch = (atMs: number, sky?: Sky) => Buffer.concat(epochMessages(atMs, sky))
/** One epoch each second from `first` to before `end`, received 300 ms later than `receivedMs` says. */
function seconds(first: number, end: number, receivedMs = (atMs: number) => atMs, sky?: Sky, stepMs = 1000) {
  const sent: [Buffer, number][] = []
  for (let atMs = first; atMs < end; atMs += stepMs) sent.push([epoch(atMs, sky), receivedMs(atMs) + 300])
  return sent
}
const secondsOf = (epochs: readonly { gpsMs: number }[]) => epochs.map(({ gpsMs }) => (gpsMs - GPS - HOUR) / 1000)
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const gapsOf = (outcome: unknown) =>
  (outcome as MadeRinex).gaps.map(({ from, to }) => [(from.getTime() - HOUR) / 1000, (to.getTime() - HOUR) / 1000])

it('noise, frames with a wrong CRC and frames that are cut off cost only themselves', async () => {
  const sent = seconds(HOUR, HOUR + MINUTE).map(([frames, at], n): [Buffer, number] => {
    if (n === 10) return [Buffer.concat([Buffer.from('\r\nnoise \xd3\x00', 'latin1'), frames]), at]
    if (n === 20) return [Buffer.from(frames).fill(0, 20, 24), at] // GPS, the first message
    if (n === 30) return [frames.subarray(0, frames.length - 40), at] // BeiDou, the last message
    return [frames, at]
  })
  await archive.record(sent)
  const { epochs, outcome } = await archive.make(HOUR, HOUR + MINUTE)
  expect(secondsOf(epochs)).toEqual(range(0, 60))
  expect(outcome).toMatchObject({ completenessPct: 100, gaps: [] })
  const has = (n: number) => [...new Set(epochs[n]!.lines.map((line) => line[0]))].join('')
  expect([has(10), has(19), has(20), has(21), has(30), has(31)]).toEqual(['GREC', 'GREC', 'REC', 'GREC', 'GRE', 'GREC'])
})

it('a receiver that boots with a wrong clock costs only these seconds, in any direction', async () => {
  await archive.record([
    ...seconds(HOUR, HOUR + MINUTE),
    ...seconds(HOUR + 40 * MINUTE, HOUR + 40 * MINUTE + 5_000, (at) => at - 39 * MINUTE),
    ...seconds(HOUR + MINUTE + 5_000, HOUR + 2 * MINUTE),
    ...seconds(HOUR + 10_000, HOUR + 15_000, (at) => at + 2 * MINUTE - 10_000),
    ...seconds(HOUR + 2 * MINUTE + 5_000, HOUR + 3 * MINUTE),
    ...seconds(HOUR + 3 * DAY, HOUR + 3 * DAY + 5_000, (at) => at - 3 * DAY + 3 * MINUTE),
    ...seconds(HOUR + 3 * MINUTE + 5_000, HOUR + 4 * MINUTE),
  ])
  const { epochs, outcome } = await archive.make(HOUR, HOUR + 4 * MINUTE)
  expect(secondsOf(epochs)).toEqual([...range(0, 60), ...range(65, 120), ...range(125, 180), ...range(185, 240)])
  expect(gapsOf(outcome)).toEqual([
    [60, 65],
    [120, 125],
    [180, 185],
  ])
  const longer = await archive.make(HOUR, HOUR + 60 * MINUTE)
  expect(secondsOf(longer.epochs)).toEqual(secondsOf(epochs))
  expect(longer.text).toContain('225 of 3600 epochs (6.2 %)')
})

it('a receiver that repeats epochs, or sends a minute again, has every epoch once', async () => {
  const sent = seconds(HOUR, HOUR + 4 * MINUTE)
  await archive.record([
    ...sent.slice(0, 120).flatMap((one) => [one, one]),
    ...sent.slice(60, 120).map(([frames], n): [Buffer, number] => [frames, HOUR + 120_000 + n]),
    ...sent.slice(120).map(([frames, at]): [Buffer, number] => [frames, at + 1_000]),
  ])
  const { epochs, outcome } = await archive.make(HOUR, HOUR + 4 * MINUTE)
  expect(secondsOf(epochs)).toEqual(range(0, 240))
  expect(outcome).toMatchObject({ completenessPct: 100 })
  expect(await archive.hours(HOUR, HOUR + 4 * MINUTE)).toEqual([[240, 240]])
})

/** The messages of an epoch, BeiDou with the time of GPS: 14 s ahead. */
function wrongBeidou(atMs: number): Buffer {
  const [gps, glonass, galileo] = epochMessages(atMs)
  return Buffer.concat([gps!, glonass!, galileo!, epochMessages(atMs + 14_000).at(-1)!])
}

it.each([1_000, 30_000])('a constellation whose clock is 14 s ahead is not lost, at %d ms', async (stepMs) => {
  const from = HOUR + MINUTE - GPS
  const sent = seconds(from, from + 20 * MINUTE, (at) => at, undefined, stepMs)
  await archive.record(sent.map(([, at]): [Buffer, number] => [wrongBeidou(at - 300), at]))
  const { epochs, outcome } = await archive.make(from, from + 20 * MINUTE, { intervalS: stepMs / 1000 })
  expect(outcome).toMatchObject({ completenessPct: 100, gaps: [] })
  expect(epochs).toHaveLength((20 * MINUTE) / stepMs)
  const constellations = epochs.map(({ lines }) => [...new Set(lines.map((line) => line[0]))].join(''))
  expect(new Set(constellations)).toEqual(new Set(['GREC']))
})

it.each([
  { clock: 'the machine', offH: 5, isKept: true },
  { clock: 'the machine', offH: -5, isKept: true },
  { clock: 'the receiver', offH: -30, isKept: true },
  { clock: 'the receiver, in the future', offH: 5, isKept: false },
])('the clock of $clock is wrong by $offH h: calendar and file agree', async ({ clock, offH, isKept }) => {
  const off = offH * 60 * MINUTE
  // The database clock, which is that of the machine in this test.
  const observed = clock === 'the machine' ? HOUR : HOUR + off
  const received = clock === 'the machine' ? HOUR + off : HOUR
  await archive.record(seconds(observed, observed + 2 * MINUTE, (at) => at - observed + received))
  await db.query({ text: 'update archive_segments set created_at = $1' }, [new Date(HOUR)])
  const hoursAt = async (atMs: number) => (await archive.hours(atMs, atMs + 60 * MINUTE))[0]![0]
  const there = await archive.make(observed, observed + 2 * MINUTE)
  const elsewhere = await archive.make(received, received + 2 * MINUTE)
  expect(await Promise.all([hoursAt(observed), hoursAt(received)])).toEqual(isKept ? [120, 0] : [0, 120])
  if (isKept) {
    expect(there.epochs).toHaveLength(120)
    expect(there.text).toContain('A clock was wrong by hours')
  }
  expect(elsewhere.outcome).toEqual({ failure: 'wrong_clock' })
})

it('hours that arrived together because the machine clock was set are written in the order of observation', async () => {
  const later = HOUR + 5 * 60 * MINUTE
  await archive.record(seconds(HOUR, HOUR + MINUTE, (at) => at + 5 * 60 * MINUTE))
  await archive.record(seconds(later, later + MINUTE))
  const { epochs } = await archive.make(HOUR, later + 60 * MINUTE)
  expect(secondsOf(epochs)).toEqual([...range(0, 60), ...range(18_000, 18_060)])
})

it('late messages of two epochs are joined with their epochs', async () => {
  const sent = range(0, 60).flatMap((n): [Buffer, number][] => {
    const [gps, ...others] = epochMessages(HOUR + n * 1000)
    return [
      [gps!, HOUR + n * 1000 + 100],
      [Buffer.concat(others), HOUR + n * 1000 + 1_150],
    ]
  })
  await archive.record(sent.toSorted(([, one], [, other]) => one - other))
  const { epochs } = await archive.make(HOUR, HOUR + MINUTE)
  expect(secondsOf(epochs)).toEqual(range(0, 60))
  expect(new Set(epochs.map(({ lines }) => lines.length)).size).toBe(1)
})

it('epochs that arrive after the hour belong to the hour of their observation', async () => {
  await archive.record(seconds(HOUR - MINUTE, HOUR + MINUTE, (at) => at + 2_000))
  const before = await archive.make(HOUR - MINUTE, HOUR)
  const after = await archive.make(HOUR, HOUR + MINUTE)
  expect([secondsOf(before.epochs), secondsOf(after.epochs)]).toEqual([range(-60, 0), range(0, 60)])
})

it('GLONASS without channel numbers has ranges and no phase, never a guess', async () => {
  const satellites = range(1, 4).map((satellite) => ({
    satellite,
    signals: [{ signal: '1C', pseudorange: 21e6, phaseRange: 21e6, phaseRangeRate: null, cnr: 45, lockTime: 60 }],
  }))
  const sent = range(0, 30).map((n): [Buffer, number] => {
    const about = { stationId: 1, instantMs: HOUR + n * 1000, moreFollow: false }
    return [
      Buffer.concat([
        epoch(HOUR + n * 1000, { GPS: [1, 3] }),
        frame(encodeMsm(4, { constellation: 'GLO', ...about, satellites })),
      ]),
      HOUR + n * 1000,
    ]
  })
  await archive.record(sent)
  const { epochs, text } = await archive.make(HOUR, HOUR + 30_000)
  expect(epochs).toHaveLength(30)
  const glonass = epochs.flatMap(({ lines }) => lines.filter((line) => line.startsWith('R')))
  expect(glonass).toHaveLength(90)
  expect(new Set(glonass.map((line) => line.trimEnd()))).toHaveLength(3)
  expect(text).toMatch(/GLONASS SLOT \/ FRQ #/)
})

it('signals without a RINEX name are left out, and the others of the message are kept', async () => {
  const sent = seconds(HOUR, HOUR + 30_000, undefined, { GPS: [1, 3, 7] }).map(([frames, at]): [Buffer, number] => {
    const raw = readMsm(frames.subarray(3, -3))
    return [frame(writeMsm({ ...raw, signals: [raw.signals[0]!, 11] })), at]
  })
  await archive.record(sent)
  const { epochs, text } = await archive.make(HOUR, HOUR + 30_000)
  expect(secondsOf(epochs)).toEqual(range(0, 30))
  expect(text).toMatch(/^G {4}4 C1C L1C D1C S1C /m)
})

it('a satellite that has only signals without a RINEX name has no line', async () => {
  const sent = seconds(HOUR, HOUR + 10_000, undefined, { GPS: [1, 3, 7] }).map(([frames, at]): [Buffer, number] => {
    const raw = readMsm(frames.subarray(3, -3))
    const mask = [1, 1, 1, 1, 0, 1]
    const fields = Object.fromEntries(
      Object.entries(raw.fields).map(([name, values]) => [name, values.length === 6 ? values.toSpliced(4, 1) : values]),
    ) as typeof raw.fields
    return [frame(writeMsm({ ...raw, mask, signals: [raw.signals[0]!, 11], fields })), at]
  })
  await archive.record(sent)
  const { epochs } = await archive.make(HOUR, HOUR + 10_000)
  expect(epochs.map(({ lines }) => lines.map((line) => line.slice(0, 3)).join(' '))).toEqual(Array(10).fill('G01 G03'))
})

it('epochs without the wanted constellation are missing, in the result and in the comments', async () => {
  await archive.record([
    ...seconds(HOUR, HOUR + MINUTE),
    ...seconds(HOUR + MINUTE, HOUR + 2 * MINUTE, undefined, { GPS: FULL_SKY.GPS!, BDS: FULL_SKY.BDS! }),
  ])
  for (const more of [{ constellations: ['GAL'] }, { constellations: ['GAL', 'BDS'], version: '2.11' }] as const) {
    const { outcome, text } = await archive.make(HOUR, HOUR + 2 * MINUTE, more)
    expect(outcome).toMatchObject({ epochs: 60, completenessPct: 50 })
    expect(gapsOf(outcome)).toEqual([[60, 120]])
    expect(text).toContain('60 of 120 epochs (50 %)')
  }
})

it('a stream without ranges (MSM 1 to 3) makes no file', async () => {
  const presence = seconds(HOUR, HOUR + 10_000, undefined, { GPS: [1, 3] }).map(([frames, at]): [Buffer, number] => {
    const raw = readMsm(frames.subarray(3, -3))
    return [frame(writeMsm({ ...raw, type: 1071, fields: { ...raw.fields, range: [0, 0, 0, 0] } })), at]
  })
  await archive.record(presence)
  expect((await archive.make(HOUR, HOUR + 10_000)).outcome).toEqual({ failure: 'no_data' })
})

it('a receiver that restarts with a wrong clock reports its losses of lock afterwards', async () => {
  const locked = (atMs: number, lockTime: number) => {
    const signals = [{ signal: '1C', pseudorange: 21e6, phaseRange: 21e6, phaseRangeRate: null, cnr: 45, lockTime }]
    const satellites = [{ satellite: 5, signals }]
    return frame(encodeMsm(7, { constellation: 'GPS', stationId: 1, instantMs: atMs, moreFollow: false, satellites }))
  }
  await archive.record([
    ...range(0, 60).map((n): [Buffer, number] => [locked(HOUR + n * 1000, 100 + n), HOUR + n * 1000]),
    ...range(60, 63).map((n): [Buffer, number] => [locked(HOUR + DAY + n * 1000, n - 59), HOUR + n * 1000]),
    ...range(63, 90).map((n): [Buffer, number] => [locked(HOUR + n * 1000, n - 62.5), HOUR + n * 1000]),
  ])
  const { epochs } = await archive.make(HOUR, HOUR + 90_000)
  expect(secondsOf(epochs)).toEqual([...range(0, 60), ...range(63, 90)])
  const flags = epochs.map(({ lines }) => lines[0]!.charAt(3 + 16 + 14))
  expect(flags.map((flag, n) => (flag === '1' ? n : -1)).filter((n) => n >= 0)).toEqual([60])
})

it('50 Hz is written at 1 Hz, and its hour is complete in the calendar', async () => {
  await archive.record([...seconds(HOUR, HOUR + 20_000, undefined, { GPS: [1, 3] }, 20)])
  const { epochs } = await archive.make(HOUR, HOUR + 20_000)
  expect(secondsOf(epochs)).toEqual(range(0, 20))
  expect(await archive.hours(HOUR, HOUR + 20_000)).toEqual([[1000, 1000]])
})

it('a station that changes its rate within the hour', async () => {
  await archive.record([
    ...seconds(HOUR, HOUR + 2 * MINUTE),
    ...seconds(HOUR + 2 * MINUTE + 2_000, HOUR + 4 * MINUTE, undefined, undefined, 5_000),
    ...seconds(HOUR + 4 * MINUTE, HOUR + 4 * MINUTE + 30_000, undefined, undefined, 200),
  ])
  const { epochs, outcome } = await archive.make(HOUR, HOUR + 4.5 * MINUTE, { intervalS: 5 })
  expect(secondsOf(epochs)).toEqual(range(0, 54).map((n) => n * 5 + 2))
  expect(outcome).toMatchObject({ completenessPct: 100 })
  const fast = await archive.make(HOUR, HOUR + 4.5 * MINUTE)
  expect(fast.epochs).toHaveLength(120 + 24 + 30)
  expect(fast.text).toContain('174 of 270 epochs (64.4 %)')
})

it('a station that changes its constellations within the hour', async () => {
  await archive.record([
    ...seconds(HOUR, HOUR + MINUTE, undefined, { GPS: FULL_SKY.GPS! }),
    ...seconds(HOUR + MINUTE, HOUR + 2 * MINUTE),
    ...seconds(HOUR + 2 * MINUTE, HOUR + 3 * MINUTE, undefined, { GAL: FULL_SKY.GAL! }),
  ])
  const { epochs } = await archive.make(HOUR, HOUR + 3 * MINUTE)
  const has = (n: number) => [...new Set(epochs[n]!.lines.map((line) => line[0]))].join('')
  expect(epochs).toHaveLength(180)
  expect([has(0), has(59), has(60), has(119), has(120), has(179)]).toEqual(['G', 'G', 'GREC', 'GREC', 'E', 'E'])
})

it('two receivers in one stream are not mixed in one epoch', async () => {
  const other = (atMs: number) => Buffer.concat(epochMessages(atMs, { GPS: [2, 4, 6], GLO: [3, 5] }, 7, 77))
  await archive.record(
    seconds(HOUR, HOUR + MINUTE).map(([frames, at]): [Buffer, number] => [
      Buffer.concat([frames, other(at - 300), stationBytes()]),
      at,
    ]),
  )
  const { epochs } = await archive.make(HOUR, HOUR + MINUTE)
  expect(epochs).toHaveLength(60)
  expect(new Set(epochs.map(({ lines }) => lines.length))).toEqual(new Set([28]))
})

it('a wrong clock of the machine: the files have the times of observation', async () => {
  await archive.record(seconds(HOUR, HOUR + MINUTE, (at) => at + 55 * MINUTE))
  const { epochs } = await archive.make(HOUR, HOUR + MINUTE)
  expect(secondsOf(epochs)).toEqual(range(0, 60))
})

it('a clock of the machine that is corrected in between', async () => {
  await archive.record([
    ...seconds(HOUR, HOUR + MINUTE, (at) => at + 25 * MINUTE),
    ...seconds(HOUR + MINUTE, HOUR + 2 * MINUTE),
  ])
  const { epochs } = await archive.make(HOUR, HOUR + 2 * MINUTE)
  expect(secondsOf(epochs)).toEqual(range(0, 120))
})
