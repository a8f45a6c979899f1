import { afterEach, beforeEach, expect, it } from 'vitest'
import { stationBytes } from '../../../packages/rtcm/test/support/sky.ts'
import { byHour, readHourChunks } from '../../../src/archive/reading/chunks.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import { type Sent, sentBetween, TestArchive } from '../../support/archive.ts'

const START = Date.parse('2026-11-18T06:59:50Z')
let archive: TestArchive
beforeEach(() => {
  archive = new TestArchive()
})
afterEach(() => archive.remove())

const failures: string[] = []
async function read() {
  const places = { storage: new FolderStorage(archive.folder), folder: archive.folder }
  const hours = byHour(archive.segments).map((hour) => readHourChunks(places, hour, ({ name }) => failures.push(name)))
  return (await Promise.all(hours)).flat()
}

const joined = (sent: readonly Sent[]) => Buffer.concat(sent.map(({ frames }) => frames))

it('reads two hours of two nodes in the order of arrival, byte for byte, and frames of both once', async () => {
  const sent = sentBetween(START, START + 20_000)
  archive.record(sent.slice(0, 12))
  archive.record(sent.slice(8), { node: 'node-2' })
  const chunks = await read()
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(joined(sent))).toBe(true)
  expect(chunks.map(({ receivedMs }) => receivedMs)).toEqual(sent.map(({ atMs }) => atMs))
})

/** Changes of segment within an hour: the station repeats these frames, which are equal, every 10 s. */
const STATIC = stationBytes()
const every10s = (from: number, to: number): Sent[] =>
  Array.from({ length: (to - from) / 10 }, (_, n) => ({
    frames: STATIC,
    atMs: START - 600_000 + (from + n * 10) * 1000,
  }))

it('keeps frames that are repeated after a change of segment', async () => {
  archive.record(every10s(0, 30))
  archive.record(every10s(30, 60), { node: 'node-2' })
  expect((await read()).map(({ receivedMs }) => receivedMs)).toEqual(every10s(0, 60).map(({ atMs }) => atMs))
})

it('keeps frames that are repeated after an overlap, and those of the overlap once', async () => {
  archive.record(every10s(0, 30))
  archive.record(
    every10s(10, 60).map(({ frames, atMs }) => ({ frames, atMs: atMs + 50 })),
    { node: 'node-2' },
  )
  const expected = every10s(0, 60).map(({ atMs }, index) => atMs + (index < 3 ? 0 : 50))
  expect((await read()).map(({ receivedMs }) => receivedMs)).toEqual(expected)
})

it('keeps bytes between frames, and reports a segment that is missing', async () => {
  const [one, other] = sentBetween(START, START + 2_000)
  const withText = { ...one!, frames: Buffer.concat([one!.frames, Buffer.from('CDMX\n')]) }
  archive.record([withText, other!])
  const [lost] = archive.record([other!], { node: 'node-2' })
  archive.segments.splice(archive.segments.indexOf(lost!), 1, {
    ...lost!,
    name: 'raw/12/2026-11-18/06-gone-1.vseg.zst',
  })
  const chunks = await read()
  expect(Buffer.concat(chunks.map(({ bytes }) => bytes)).equals(joined([withText, other!]))).toBe(true)
  expect(failures).toEqual(['raw/12/2026-11-18/06-gone-1.vseg.zst'])
})
