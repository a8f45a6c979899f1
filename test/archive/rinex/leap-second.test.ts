// The leap second 2016-12-31T23:59:60Z at 1 Hz, from the recorder and from a receiver's file to the RINEX file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frame } from '@vertice/rtcm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  LEAP_GPS_MS,
  LEAP_STREAMS,
  LEAP_UTC_MS,
  type LeapStream,
  leapMessage,
  receivedAt,
} from '../../../packages/rtcm/test/support/leap-second.ts'
import { importFile } from '../../../src/archive/import/import.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { type MadeFile, RECORDED_STATION, RecordedArchive } from '../../support/recorded-station.ts'
import { makeDatabase } from '../../support/service.ts'

const [FROM, TO] = [LEAP_UTC_MS - 10_000, LEAP_UTC_MS + 10_000]
/** 23:59:50 to 00:00:09 UTC are 21 s; second 0 is 23:59:60. */
const SECONDS = Array.from({ length: 21 }, (_, n) => n - 10)
const GPS_START_MS = Date.UTC(1980, 0, 6)

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

const secondsOf = ({ epochs }: MadeFile) => epochs.map(({ gpsMs }) => (gpsMs - GPS_START_MS - LEAP_GPS_MS) / 1_000)
const constellationsOf = ({ epochs }: MadeFile) => [
  ...new Set(epochs.map(({ lines }) => lines.map((line) => line[0]).join(''))),
]

const sentOf = (stream: LeapStream) =>
  SECONDS.map((second): [Buffer, number] => [
    Buffer.concat(stream.order.map((constellation) => frame(leapMessage(constellation, second, stream)))),
    receivedAt(second, 'steps'),
  ])

it.each(LEAP_STREAMS.filter(({ order }) => order.length > 1))('recorded: $name', async (stream) => {
  await archive.record(sentOf(stream))
  const made = await archive.make(FROM, TO)
  expect(secondsOf(made)).toEqual(SECONDS)
  expect(constellationsOf(made)).toHaveLength(1)
  expect(constellationsOf(made)[0]).toHaveLength(stream.order.length)
  expect(made.outcome).toMatchObject({ epochs: 21, completenessPct: 100, gaps: [] })
  const [before, after] = [await archive.make(FROM, LEAP_UTC_MS), await archive.make(LEAP_UTC_MS, TO)]
  expect([...secondsOf(before), ...secondsOf(after)]).toEqual(SECONDS)
})

it('imported from a RINEX file, twice', async () => {
  await archive.record(sentOf(LEAP_STREAMS[0]!))
  const { text } = await archive.make(FROM, TO)
  const path = join(archive.folder, 'receiver.rnx')
  writeFileSync(path, text)
  const storage = new FolderStorage(archive.folder)
  const station = { id: RECORDED_STATION, code: 'CDMX', lat: 19.4, lng: -99.1, positionPending: false }
  const add = (segments: Parameters<typeof importFile>[0]['segmentsOf']) =>
    importFile(
      { dataDir: archive.folder, folder: archive.folder, storage, segmentsOf: segments },
      { station, path, dayMs: null, isForced: true, node: 'node-1', now: new Date(TO) },
    )
  const { hours, segments } = await add(async () => [])
  expect(hours.map(({ added, existed }) => [added, existed])).toEqual([
    [10, 0],
    [11, 0],
  ])
  const stored = segments.map((one, id) => ({ ...one, id, state: 'stored' as const, observedHour: null }))
  const again = await archive.make(FROM, TO, { segments: stored })
  expect(secondsOf(again)).toEqual(SECONDS)
  const second = await add(async () => stored)
  expect(second.hours.reduce((sum, { added }) => sum + added, 0)).toBe(0)
})
