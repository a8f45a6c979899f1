// Reads the recorded frames of a window in order of their receive time. What cannot be read is reported, and the rest
// is delivered.
import { FrameReader } from '@vertice/rtcm'
import type { Segment } from '../../domain/archive/segment.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { FrameTwins, mergedRecords } from './merge.ts'
import { recordsOf, type SegmentPlaces } from './records.ts'

export type ReadSegment = Pick<Segment, 'name' | 'hour' | 'format' | 'state' | 'firstEpoch' | 'lastEpoch'>

export interface FrameListener {
  /** `payload` is valid during the call only. */
  frame(payload: Buffer, type: number, receivedMs: number): void
  /** Called between batches; the reader waits for it. Resolves to false to end the reading. */
  pause?(): Promise<boolean>
  /** Called after each hour with the share of the hours that are read, 0 to 1. */
  progress?(share: number): void
}

export interface UnreadSegment {
  readonly name: string
  readonly hour: Date
  readonly error: unknown
}

/** Segments that can have epochs of the window. An open segment has no final times yet. */
export const segmentsIn = <One extends ReadSegment>(segments: readonly One[], from: Date, to: Date): One[] =>
  segments.filter(({ hour, state, firstEpoch, lastEpoch }) =>
    firstEpoch && lastEpoch && state !== 'open'
      ? firstEpoch < to && lastEpoch >= from
      : hour < to && hour.getTime() + HOUR_MS > from.getTime(),
  )

export async function readFrames(
  places: SegmentPlaces,
  segments: readonly ReadSegment[],
  listener: FrameListener,
): Promise<UnreadSegment[]> {
  const unread: UnreadSegment[] = []
  const hours = [...Map.groupBy(segments, ({ hour }) => hour.getTime())].toSorted(([one], [other]) => one - other)
  for (const [index, [, ofHour]] of hours.entries()) {
    const readable = ofHour.filter(({ format }) => format === 'rtcm')
    for (const { name, hour } of ofHour.filter(({ format }) => format !== 'rtcm'))
      unread.push({ name, hour, error: new Error('the format of the segment is not supported') })
    const isGoingOn = await readHour(places, readable, listener, (failed, error) =>
      unread.push({ name: readable[failed]!.name, hour: readable[failed]!.hour, error }),
    )
    listener.progress?.((index + 1) / hours.length)
    if (!isGoingOn) break
  }
  return unread
}

async function readHour(
  places: SegmentPlaces,
  segments: readonly ReadSegment[],
  listener: FrameListener,
  failed: (index: number, error: unknown) => void,
): Promise<boolean> {
  const twins = segments.length > 1 ? new FrameTwins() : null
  let receivedMs = 0
  const readers = segments.map(
    (_, source) =>
      new FrameReader((payload, type) => {
        if (!twins?.isTwin(payload, source, receivedMs)) listener.frame(payload, type, receivedMs)
      }),
  )
  const sources = segments.map((segment) => recordsOf(places, segment))
  for await (const records of mergedRecords(sources, failed)) {
    for (const record of records) {
      receivedMs = record.receivedMs
      readers[record.source]!.push(record.bytes)
    }
    if ((await listener.pause?.()) === false) return false
  }
  return true
}
