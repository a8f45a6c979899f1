// Reads the recorded frames of a window in order of their receive time, and the epochs of imported RINEX files between
// them. What cannot be read is reported, and the rest is delivered.
import { FrameReader } from '@vertice/rtcm'
import { partOf, type Segment } from '../../domain/archive/segment.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { type DailyRun, readDailyFile } from './daily.ts'
import { FrameTwins, mergedRecords } from './merge.ts'
import { recordsOf, type SegmentPlaces } from './records.ts'

export type ReadSegment = Pick<
  Segment,
  'name' | 'hour' | 'format' | 'state' | 'firstEpoch' | 'lastEpoch' | 'observedHour'
>

export interface FrameListener {
  /** `payload` is valid during the call only. */
  frame(payload: Buffer, type: number, receivedMs: number): void
  /**
   * Called for each segment of an imported RINEX file, whose name is `source`. The result receives the text of the
   * segment: first its header, then an epoch with each call. Without it such segments are reported as unread.
   */
  imported?(source: string): (text: Buffer, atMs: number) => void
  /** Called for each part of a daily file. The result receives the file until it returns false. */
  daily?(run: DailyRun): (content: Buffer) => boolean
  /** Called between batches; the reader waits for it. Resolves to false to end the reading. */
  pause?(): Promise<boolean>
  /** Called after each hour, and each part of a daily file, with the share of all that are read, 0 to 1. */
  progress?(share: number): void
}

export interface UnreadSegment {
  readonly name: string
  readonly hour: Date
  readonly error: unknown
}

/** Segments that can have epochs of the window. An open segment has no final times yet. */
export const segmentsIn = <One extends ReadSegment>(segments: readonly One[], from: Date, to: Date): One[] =>
  segments.filter((segment) => {
    const { state, firstEpoch, lastEpoch } = segment
    const hour = observedHourOf(segment)
    if (isNavigation(segment)) return false
    if (firstEpoch && lastEpoch && state !== 'open') return firstEpoch < to && lastEpoch >= from
    return hour < to && hour.getTime() + HOUR_MS > from.getTime()
  })

/** Ephemerides of GPS are valid for two hours before and after their reference time, others for less. */
export const VALID_MS = 2 * HOUR_MS

/** Segments of imported navigation files with ephemerides that are valid in the window. */
export const navigationIn = <One extends ReadSegment>(segments: readonly One[], from: Date, to: Date): One[] =>
  segments.filter((segment) => {
    const startMs = segment.hour.getTime()
    return isNavigation(segment) && startMs < to.getTime() + VALID_MS && startMs + HOUR_MS > from.getTime() - VALID_MS
  })

const isNavigation = ({ format, firstEpoch }: ReadSegment) => format === 'rinex' && firstEpoch === null

export const observedHourOf = ({ observedHour, hour }: Pick<Segment, 'observedHour' | 'hour'>): Date =>
  observedHour ?? hour

/** `runs`: parts of daily files between the hours of the segments. */
export async function readFrames(
  places: SegmentPlaces,
  segments: readonly ReadSegment[],
  listener: FrameListener,
  runs: readonly DailyRun[] = [],
): Promise<UnreadSegment[]> {
  const unread: UnreadSegment[] = []
  const hours = Map.groupBy(segments, (segment) => observedHourOf(segment).getTime())
  const parts = [
    ...[...hours].map(([atMs, ofHour]) => ({ atMs, read: () => readHour(places, ofHour, listener, unread) })),
    ...runs.map((run) => ({ atMs: run.from.getTime(), read: () => readRun(places, run, listener, unread) })),
  ]
  parts.sort((one, other) => one.atMs - other.atMs)
  for (const [index, { read }] of parts.entries()) {
    const isGoingOn = await read()
    listener.progress?.((index + 1) / parts.length)
    if (!isGoingOn) break
  }
  return unread
}

/** Resolves to false if the listener ends the reading. */
async function readHour(
  places: SegmentPlaces,
  ofHour: readonly ReadSegment[],
  listener: FrameListener,
  unread: UnreadSegment[],
): Promise<boolean> {
  const segments = listener.imported ? ofHour : ofHour.filter(({ format }) => format === 'rtcm')
  for (const { name, hour } of ofHour)
    if (!segments.some((segment) => segment.name === name))
      unread.push({ name, hour, error: new Error('an imported RINEX file has no frames') })
  const failed = (index: number, error: unknown) => {
    const { name, hour } = segments[index]!
    unread.push({ name, hour, error })
  }
  const twins = segments.length > 1 ? new FrameTwins() : null
  let receivedMs = 0
  const readers = segments.map(({ format, name }, source) => {
    if (format === 'rinex') return listener.imported!(partOf(name))
    const reader = new FrameReader((payload, type) => {
      if (!twins?.isTwin(payload, source, receivedMs)) listener.frame(payload, type, receivedMs)
    })
    return (frames: Buffer) => reader.push(frames)
  })
  const sources = segments.map((segment) => recordsOf(places, segment))
  for await (const records of mergedRecords(sources, failed, (index) => twins?.ended(index))) {
    for (const record of records) {
      receivedMs = record.receivedMs
      readers[record.source]!(record.bytes, receivedMs)
    }
    if ((await listener.pause?.()) === false) return false
  }
  return true
}

async function readRun(
  { storage }: SegmentPlaces,
  run: DailyRun,
  listener: FrameListener,
  unread: UnreadSegment[],
): Promise<boolean> {
  const onContent = listener.daily!(run)
  let isGoingOn = true
  try {
    await readDailyFile(storage, run.name, async (content) => {
      const isInside = onContent(content)
      isGoingOn = (await listener.pause?.()) !== false
      return isInside && isGoingOn
    })
  } catch (error) {
    unread.push({ name: run.name, hour: run.from, error })
  }
  return isGoingOn
}
