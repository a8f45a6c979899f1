// A receiver's log fills the gaps of a recording.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { epochMessages } from '../../../packages/rtcm/test/support/sky.ts'
import { EpochSet, observedAt } from '../../../src/archive/import/epochs.ts'
import { importFile } from '../../../src/archive/import/import.ts'
import type { ImportWish } from '../../../src/archive/import/wish.ts'
import { readFrames } from '../../../src/archive/reading/window.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'

let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
  mkdirSync(archive.folder, { recursive: true })
})
afterEach(() => archive.remove())

const ms = (text: string) => Date.parse(`${text}Z`)
const [FROM, TO] = [ms('2026-11-14T09:50:00'), ms('2026-11-14T10:10:00')]
const STATION = { id: 12, code: 'CDMX', lat: 19.4, lng: -99.1, positionPending: false }

function logOf(sent: readonly Sent[], pack = (bytes: Buffer): Buffer => bytes): string {
  const path = join(archive.dataDir, 'receiver.rtcm3')
  writeFileSync(path, pack(Buffer.concat(sent.map(({ frames }) => frames))))
  return path
}

async function imported(path: string, more: Partial<ImportWish> = {}) {
  const result = await importFile(
    {
      ...{ dataDir: archive.dataDir, folder: archive.folder, storage: new FolderStorage(archive.folder) },
      segmentsOf: async () => archive.segments,
    },
    {
      ...{ station: STATION, path, dayMs: ms('2026-11-14T00:00:00'), isForced: false, node: 'node-1' },
      now: new Date(ms('2026-11-18T00:00:00')),
      ...more,
    },
  )
  archive.segments.push(
    ...result.segments.map((segment, index) => ({
      ...segment,
      id: 1_000 + index,
      state: 'stored' as const,
      observedHour: null,
    })),
  )
  return result.hours.map(({ hour, added, existed }) => `${hour.toISOString().slice(11, 13)} ${added} ${existed}`)
}

async function epochs(): Promise<number[]> {
  const seen = new EpochSet()
  const all: number[] = []
  await readFrames({ storage: new FolderStorage(archive.folder), folder: archive.folder }, archive.segments, {
    frame(payload, type, receivedMs) {
      const at = observedAt(payload, type, receivedMs)
      if (at !== null && seen.add(at)) all.push(at)
    },
  })
  return all.toSorted((one, other) => one - other)
}

const every = (stepMs: number) => Array.from({ length: (TO - FROM) / stepMs }, (_, index) => FROM + index * stepMs)

it('completes a recording with holes, once', async () => {
  const sent = sentBetween(FROM, TO)
  const isMissing = ({ atMs }: Sent) =>
    (atMs > ms('2026-11-14T09:55:00') && atMs < ms('2026-11-14T09:57:00')) || atMs > ms('2026-11-14T10:03:00')
  archive.record(sent.filter((one) => !isMissing(one)))
  const log = logOf(sent, gzipSync)
  expect(await imported(log)).toEqual(['09 120 480', '10 420 180'])
  expect(archive.segments.filter(({ origin }) => origin === 'import')).toHaveLength(2)
  expect(await epochs()).toEqual(every(1_000))
  const before = archive.segments.length
  expect(await imported(log)).toEqual(['09 0 600', '10 0 600'])
  expect(archive.segments).toHaveLength(before)
})

it('puts all constellations of a log whose BeiDou is 14 s ahead at the times of the others', async () => {
  const sent = Array.from({ length: 60 }, (_, second): Sent => {
    const atMs = FROM + second * 1_000
    const [gps, glonass, galileo] = epochMessages(atMs)
    return { frames: Buffer.concat([gps!, glonass!, galileo!, epochMessages(atMs + 14_000).at(-1)!]), atMs }
  })
  expect(await imported(logOf(sent), { isForced: true })).toEqual(['09 60 0'])
  const received = new Set<number>()
  await readFrames({ storage: new FolderStorage(archive.folder), folder: archive.folder }, archive.segments, {
    frame: (_payload, _type, receivedMs) => void received.add(receivedMs),
  })
  expect([...received]).toEqual(sent.map(({ atMs }) => atMs))
})

it('fills an empty archive from a damaged log as far as it is readable', async () => {
  const sent = sentBetween(FROM, TO, 30_000)
  const damaged = (bytes: Buffer) => Buffer.concat([Buffer.from('noise'), bytes.subarray(0, -20)])
  const [nine = '', ten = ''] = await imported(logOf(sent, damaged))
  expect([nine, ten]).toEqual(['09 20 0', '10 20 0'])
  expect(archive.segments[0]).toMatchObject({ epochs: 20, intervalMs: 30_000, origin: 'import', format: 'rtcm' })
})

const METEOROLOGY = `${'     3.05           METEOROLOGICAL DATA'.padEnd(60)}RINEX VERSION / TYPE\n`

describe('rejects, and adds nothing:', () => {
  const failing = async (path: string, more: Partial<ImportWish> = {}) => {
    const error = await imported(path, more).catch((caught: Error) => caught)
    expect(archive.segments).toEqual([])
    return (error as Error).message
  }
  const log = () => logOf(sentBetween(FROM, FROM + 10_000))

  it('a wrong date', async () => {
    expect(await failing(log(), { dayMs: ms('2026-11-13T00:00:00') })).toMatch(/on a Saturday.*correct --date/)
  })
  it('epochs in the future', async () => {
    expect(await failing(log(), { now: new Date(FROM - 3_600_000) })).toMatch(/in the future/)
  })
  it('another station, unless forced', async () => {
    const station = { ...STATION, lat: 19.402 }
    expect(await failing(log(), { station })).toMatch(/^the antenna of the file is 22\d m from CDMX/)
    expect(await imported(log(), { station, isForced: true })).toEqual(['09 10 0'])
  })
  it.each([
    ['text', Buffer.from('nothing to see'), /no RTCM 3 frames/],
    ['RINEX of meteorology', Buffer.from(METEOROLOGY), /^line 1: the file has neither observations nor navigation/],
    ['.Z', Buffer.from([0x1f, 0x9d, 0x90]), /gzip -d/],
    ['a cut gzip file', gzipSync(Buffer.alloc(5_000, 'x')).subarray(0, -10), /gzip file is damaged/],
  ])('%s', async (_, content, message) => {
    expect(await failing(logOf([], () => content))).toMatch(message)
  })
  it('a missing file', async () => {
    expect(await failing('/nowhere')).toBe('there is no such file')
  })
})
