// Two casters that record the same base: one after the other, or both at once. The file has every epoch once.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { epochMessages, stationBytes } from '../../../packages/rtcm/test/support/sky.ts'
import type { Segment } from '../../../src/domain/archive/segment.ts'
import { listSegments } from '../../../src/store/archive/segments.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { RECORDED_STATION, RecordedArchive } from '../../support/recorded-station.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR = Date.parse('2026-11-18T07:00:00Z')
const GPS = 18_000

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

const epoch = (second: number) => Buffer.concat([...epochMessages(HOUR + second * 1000), stationBytes()])
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)
const owner = (fencingToken: number) => ({ isStandby: false, fencingToken })
const secondsOf = (epochs: readonly { gpsMs: number }[]) => epochs.map(({ gpsMs }) => (gpsMs - GPS - HOUR) / 1000)
const segments = (): Promise<Segment[]> =>
  listSegments(db, RECORDED_STATION, new Date(HOUR - 3_600_000), new Date(HOUR + 7_200_000))

it('a base that moves between two casters within the hour', async () => {
  const [one, two] = [await archive.node(), await archive.node()]
  for (const second of range(0, 180)) {
    const turn = Math.floor(second / 30)
    const node = turn % 2 === 0 ? one : two
    node.receive(epoch(second), HOUR + second * 1000 + 300, owner(turn + 1))
    if (second % 10 === 9) await Promise.all([one.tick(), two.tick()])
  }
  await Promise.all([one.stop(), two.stop()])
  expect((await segments()).map(({ fencingToken }) => fencingToken).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
  const { epochs, outcome } = await archive.make(HOUR, HOUR + 180_000)
  expect(secondsOf(epochs)).toEqual(range(0, 180))
  expect(outcome).toMatchObject({ completenessPct: 100, gaps: [] })
  expect(await archive.hours(HOUR, HOUR + 180_000)).toEqual([[180, 180]])
})

it('two casters that both believe that they own the base for some seconds', async () => {
  const [one, two] = [await archive.node(), await archive.node()]
  for (const second of range(0, 120)) {
    if (second < 70) one.receive(epoch(second), HOUR + second * 1000 + 300, owner(4))
    if (second >= 50) two.receive(epoch(second), HOUR + second * 1000 + 350, owner(5))
  }
  await Promise.all([one.stop(), two.stop()])
  expect((await segments()).map(({ fencingToken, epochs }) => [fencingToken, epochs]).toSorted()).toEqual([
    [4, 70],
    [5, 70],
  ])
  const both = await archive.make(HOUR, HOUR + 120_000)
  expect(secondsOf(both.epochs)).toEqual(range(0, 120))
  expect(await archive.hours(HOUR, HOUR + 180_000)).toEqual([[120, 180]])
  await archive.remove()
  archive = new RecordedArchive(db)
  await archive.record(range(0, 120).map((second) => [epoch(second), HOUR + second * 1000 + 300]))
  const alone = await archive.make(HOUR, HOUR + 120_000)
  expect(both.epochs).toEqual(alone.epochs)
})

it('two casters whose clocks differ by two minutes', async () => {
  const [one, two] = [await archive.node(), await archive.node()]
  for (const second of range(0, 300)) {
    if (second < 200) one.receive(epoch(second), HOUR + second * 1000 + 300, owner(4))
    if (second >= 100) two.receive(epoch(second), HOUR + second * 1000 + 120_000, owner(5))
  }
  await Promise.all([one.stop(), two.stop()])
  const { epochs, outcome } = await archive.make(HOUR, HOUR + 300_000)
  expect(secondsOf(epochs)).toEqual(range(0, 300))
  expect(outcome).toMatchObject({ completenessPct: 100 })
  expect(new Set(epochs.map(({ lines }) => lines.length)).size).toBe(1)
  expect(epochs.flatMap(({ lines }) => lines.filter((line) => line.charAt(33) === '1'))).toEqual([])
})

it('an hour that both recorded is not more than complete in the calendar', async () => {
  const [one, two] = [await archive.node(), await archive.node()]
  for (const second of range(0, 100)) {
    if (second < 60 || second >= 90) one.receive(epoch(second), HOUR + second * 1000 + 300, owner(4))
    if (second < 60) two.receive(epoch(second), HOUR + second * 1000 + 350, owner(5))
  }
  await Promise.all([one.stop(), two.stop()])
  const { outcome } = await archive.make(HOUR, HOUR + 100_000)
  expect(outcome).toMatchObject({ epochs: 70, completenessPct: 70 })
  expect(await archive.hours(HOUR, HOUR + 100_000)).toEqual([[70, 100]])
})
