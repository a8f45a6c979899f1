// The recorder with a real database and a real folder; its ticks are called by the test.
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { epochFrame } from '../../../packages/rtcm/test/support/epochs.ts'
import { type RecordedSource, Recorder } from '../../../src/archive/recorder/recorder.ts'
import { type SegmentDescription, SegmentParser } from '../../../src/archive/segments/format.ts'
import { openFile } from '../../../src/archive/segments/places.ts'
import { FolderStorage } from '../../../src/archive/storage/folder.ts'
import type { Storage } from '../../../src/archive/storage/storage.ts'
import type { Segment } from '../../../src/domain/archive/segment.ts'
import { listSegments } from '../../../src/store/archive/segments.ts'
import type { DatabasePool } from '../../../src/store/kit/database.ts'
import { makeDatabase } from '../../support/service.ts'

const HOUR = Date.parse('2026-11-18T07:00:00Z')
const STATION = 8
const FIRST: RecordedSource = { isStandby: false, fencingToken: null }
const GB = 1e9

let db: DatabasePool
let drop: () => Promise<void>
let folder: string
let now: number
let nodes = 0
let free: number
const warnings: string[] = []

beforeAll(async () => {
  ;({ db, drop } = await makeDatabase())
})
afterAll(() => drop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recorder-'))
  now = HOUR
  free = 50 * GB
  warnings.length = 0
})
afterEach(async () => {
  vi.restoreAllMocks()
  await db.query({ text: 'delete from archive_segments' })
  await rm(folder, { recursive: true })
})

class Recording {
  readonly recorder: Recorder
  readonly node = `node${++nodes}`
  isRecorded = true

  constructor(storage: Storage = new FolderStorage(folder)) {
    this.recorder = new Recorder({
      ...{ db, storage, folder, node: this.node, clock: () => new Date(now) },
      isRecorded: () => this.isRecorded,
      warn: (message) => void warnings.push(message),
      info: (message) => void warnings.push(message),
      readSpace: async () => ({ freeBytes: free, totalBytes: 100 * GB }),
    })
  }

  /** One epoch per second. */
  receive(seconds: number, source = FIRST, stationId = STATION): void {
    for (let n = 0; n < seconds; n++, now += 1000) this.recorder.tap(stationId, epochFrame(now), now, source)
  }

  async tick(): Promise<void> {
    // Each station is written in one of four rounds; the round after it indexes what was written.
    for (let round = 0; round <= 4; round++)
      for (const component of this.recorder.components)
        await Promise.resolve(component.tick?.()).catch((error: Error) => warnings.push(error.message))
  }

  async stop(): Promise<void> {
    for (const component of this.recorder.components.toReversed()) await component.stop?.()
  }
}

const segments = async (): Promise<Segment[]> =>
  listSegments(db, STATION, new Date(HOUR - 86_400_000), new Date(HOUR + 86_400_000))

const inShort = ({ hour, origin, state, epochs, fencingToken }: Segment) =>
  `${hour.toISOString().slice(11, 16)} ${origin} ${state} ${epochs} ${fencingToken}`

async function read(name: string): Promise<{ about: SegmentDescription; frames: Buffer; times: number[] }> {
  const bytes = zstdDecompressSync(await buffer(await new FolderStorage(folder).read(name)))
  let about: SegmentDescription | null = null
  const [frames, times]: [Buffer[], number[]] = [[], []]
  const parser = new SegmentParser({
    described: (found) => {
      about = found
    },
    record: (record, receivedMs) => {
      frames.push(Buffer.from(record))
      times.push(receivedMs)
    },
  })
  parser.push(bytes)
  expect(parser.unfinishedBytes).toBe(0)
  return { about: about!, frames: Buffer.concat(frames), times }
}

const filesOf = async (): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))

it('records frames with their times, indexes them while open, and stores them compressed when stopped', async () => {
  const recording = new Recording()
  recording.receive(3)
  await recording.tick()
  const [open] = await segments()
  expect(open).toMatchObject({ state: 'open', epochs: 3, intervalMs: 1000, origin: 'stream', node: recording.node })
  expect((await readFile(openFile(folder, open!.name))).length).toBeGreaterThan(open!.bytes)
  recording.receive(2)
  await recording.stop()
  const [stored] = await segments()
  expect(stored).toMatchObject({
    state: 'stored',
    epochs: 5,
    firstEpoch: new Date(HOUR),
    lastEpoch: new Date(HOUR + 4000),
  })
  const { about, frames, times } = await read(stored!.name)
  expect(about).toMatchObject({ stationId: STATION, hour: new Date(HOUR), origin: 'stream' })
  expect(times).toEqual([0, 1, 2, 3, 4].map((n) => HOUR + n * 1000))
  expect(frames).toEqual(Buffer.concat(times.map((time) => epochFrame(time))))
  expect(await filesOf()).toEqual([stored!.name])
})

it('starts a segment with each hour, source and owner, and continues after the same node takes its lease again', async () => {
  const recording = new Recording()
  recording.receive(2, { isStandby: false, fencingToken: 4 })
  recording.receive(2, { isStandby: false, fencingToken: 5 }) // its own lease again
  recording.receive(2, { isStandby: false, fencingToken: 7 }) // another node was the owner
  recording.receive(2, { isStandby: true, fencingToken: 8 })
  now = HOUR + 3_600_000
  recording.receive(2, { isStandby: true, fencingToken: 8 })
  await recording.tick()
  await recording.stop()
  expect((await segments()).map(inShort)).toEqual([
    '07:00 stream stored 4 4',
    '07:00 stream stored 2 7',
    '07:00 standby stored 2 8',
    '08:00 standby stored 2 8',
  ])
})

it('keeps the hour if the clock is corrected by some seconds', async () => {
  const recording = new Recording()
  recording.receive(1)
  now = HOUR - 5_000
  recording.receive(1)
  await recording.stop()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 2 null'])
})

it('closes the segment of a silent station after its hour', async () => {
  const recording = new Recording()
  recording.receive(2)
  await recording.tick()
  now = HOUR + 3_600_000 + 61_000
  await recording.tick()
  await recording.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 2 null'])
  await recording.stop()
})

it('does not record stations that are switched off', async () => {
  const recording = new Recording()
  recording.receive(2)
  await recording.tick()
  recording.isRecorded = false
  recording.receive(5)
  await recording.tick()
  await recording.stop()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 2 null'])
})

it('closes the files of a killed process, without a record that was cut off', async () => {
  const killed = new Recording()
  killed.receive(10)
  await killed.tick()
  const [open] = await segments()
  const file = openFile(folder, open!.name)
  const whole = await readFile(file)
  await writeFile(file, whole.subarray(0, whole.length - 7))
  const next = new Recording()
  await next.tick()
  await next.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 9 null'])
  expect((await read(open!.name)).times).toHaveLength(9)
  expect(await filesOf()).toEqual([open!.name])
  await next.stop()
  await killed.stop() // as a frozen process that resumes: the stored segment stays as it is
  expect((await segments()).map(({ state }) => state)).toEqual(['stored'])
})

it.each([
  { what: 'that runs', seenAt: 'now()' },
  { what: 'that could not renew its lease in an outage of the database', seenAt: `now() - interval '1 minute'` },
])('leaves the files of a process $what', async ({ seenAt }) => {
  const other = new Recording()
  await db.query({ text: 'delete from nodes' })
  await db.query(
    {
      text: `insert into nodes (id, name, machine, roles, version, seen_at) values ($1, 'a', 'a', '{caster}', '1', ${seenAt})`,
    },
    [other.node],
  )
  other.receive(2)
  await other.tick()
  const next = new Recording()
  await next.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream open 2 null'])
  await Promise.all([next.stop(), other.stop()])
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 2 null'])
})

it('continues in another file when another node has closed its file', async () => {
  const startMs = performance.now()
  let passedMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => startMs + passedMs)
  const other = new Recording()
  other.receive(2)
  await other.tick()
  const next = new Recording()
  await next.tick()
  await next.stop()
  for (const ms of [6_000, 12_000]) {
    passedMs = ms
    other.receive(3)
    await other.tick()
  }
  await other.stop()
  const [closed, more] = await segments()
  expect([closed, more].map((segment) => inShort(segment!))).toEqual([
    '07:00 stream stored 2 null',
    expect.stringMatching(/^07:00 stream stored [36] null$/),
  ])
})

it('closes other files although one cannot be decompressed, and keeps that one', async () => {
  const killed = new Recording()
  killed.receive(5)
  killed.receive(5, FIRST, STATION + 1)
  await killed.tick()
  const [open] = await segments()
  const file = openFile(folder, open!.name)
  await writeFile(`${file}.zst`, zstdCompressSync(await readFile(file)).subarray(0, -10))
  await rm(file)
  const next = new Recording()
  await next.tick()
  await next.tick()
  const others = await listSegments(db, STATION + 1, new Date(HOUR), new Date(HOUR + 3_600_000))
  expect(others.map(inShort)).toEqual(['07:00 stream stored 5 null'])
  expect(warnings).toContainEqual(expect.stringContaining('is damaged'))
  expect(await filesOf()).toContainEqual(expect.stringMatching(/\.damaged$/))
  await next.stop()
})

it('completes what a process began that was killed while it closed a segment', async () => {
  const killed = new Recording()
  killed.receive(5)
  await killed.tick()
  const [open] = await segments()
  const file = openFile(folder, open!.name)
  await writeFile(`${file}.zst.unfinished`, 'half')
  await writeFile(`${file}.zst`, 'a copy that was not complete')
  const next = new Recording()
  await next.tick()
  await next.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 5 null'])
  expect(await filesOf()).toEqual([open!.name])
  await next.stop()
  await killed.stop() // as a frozen process that resumes: the stored segment stays as it is
  expect((await segments()).map(({ state }) => state)).toEqual(['stored'])
})

it('marks a segment as stored whose process was killed right after it had stored the file', async () => {
  const first = new Recording()
  first.receive(3)
  await first.stop()
  await db.query({ text: `update archive_segments set state = 'closed'` })
  const next = new Recording()
  await next.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 3 null'])
  await next.stop()
})

const unreachable: Storage = {
  place: 'nowhere',
  put: () => Promise.reject(new Error('unreachable')),
  read: () => Promise.reject(new Error('unreachable')),
  remove: () => Promise.reject(new Error('unreachable')),
  list: () => {
    throw new Error('unreachable')
  },
}

it.each(['open', 'closed'])(
  'does not index a segment again that was deleted while its node was down: %s',
  async (state) => {
    const killed = new Recording(state === 'closed' ? unreachable : undefined)
    killed.receive(3)
    await (state === 'closed' ? killed.stop() : killed.tick())
    expect((await segments()).map(inShort)).toEqual([`07:00 stream ${state} 3 null`])
    await db.query({ text: 'delete from archive_segments' })
    const next = new Recording()
    await next.tick()
    await next.tick()
    expect([await segments(), await filesOf()]).toEqual([[], []])
    await next.stop()
  },
)

it('does not index a segment again that was deleted while its node was frozen', async () => {
  const frozen = new Recording()
  frozen.receive(3)
  await frozen.tick()
  await db.query({ text: 'delete from archive_segments' })
  frozen.receive(3)
  await frozen.tick()
  await frozen.stop()
  expect([await segments(), await filesOf()]).toEqual([[], []])
})

it('keeps closed segments on the disk while the storage is unreachable, also across a restart', async () => {
  const first = new Recording(unreachable)
  first.receive(3)
  await first.stop()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream closed 3 null'])
  expect(warnings).toEqual([expect.stringContaining('waits on the disk')])
  const next = new Recording()
  await next.tick()
  await next.tick()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 3 null'])
  expect((await read((await segments())[0]!.name)).times).toHaveLength(3)
  await next.stop()
})

it('pauses before the disk is full, counts what it leaves out, and resumes in a new segment', async () => {
  const recording = new Recording()
  recording.receive(2)
  await recording.tick()
  free = 4 * GB
  await passTime(recording)
  recording.receive(3)
  await recording.tick()
  expect(recording.recorder.figures).toMatchObject({ isPaused: true, openSegments: 0 })
  expect(recording.recorder.figures.pausedBytes).toBe(3 * epochFrame(HOUR).length)
  free = 10 * GB
  await passTime(recording)
  recording.receive(4)
  await recording.tick()
  await recording.stop()
  expect((await segments()).map(inShort)).toEqual(['07:00 stream stored 2 null', '07:00 stream stored 4 null'])
  expect(warnings).toEqual([expect.stringContaining('Recording is paused'), 'Recording resumed'])
})

const realNow = performance.now.bind(performance)
let passedMs = 0

/** The free space is read every 5 s; a full disk that a write reports makes the recorder read it at once. */
async function passTime(recording: Recording): Promise<void> {
  passedMs += 6_000
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passedMs)
  await recording.tick()
}

it('keeps frames while the disk cannot be written, up to its limit, and never throws', async () => {
  const place = join(folder, 'open')
  await writeFile(place, 'a file where the folder should be')
  const recording = new Recording()
  recording.receive(5)
  await recording.tick()
  expect(recording.recorder.figures).toMatchObject({ recordedBytes: 0, droppedBytes: 0 })
  expect(warnings).toContainEqual(expect.stringContaining('will retry every second'))
  const large = Buffer.alloc(1024 * 1024)
  for (let n = 0; n < 5; n++) recording.recorder.tap(STATION, large, now, FIRST)
  for (let station = 100; station < 140; station++) recording.recorder.tap(station, large, now, FIRST)
  expect(recording.recorder.figures.droppedBytes).toBeGreaterThan(20 * large.length)
  await rm(place)
  await recording.tick()
  await recording.stop()
  const [stored] = await segments()
  expect(stored).toMatchObject({ state: 'stored', epochs: 5 })
})
