// Reads recorded bytes as the caster published them: byte for byte, in order of their receive time.
import { FrameReader, frameAround } from '@vertice/rtcm'
import { FrameTwins, mergedRecords } from './merge.ts'
import { recordsOf, type SegmentPlaces, type SegmentRecord } from './records.ts'
import type { ReadSegment } from './window.ts'

export type SegmentFailed = (segment: ReadSegment, error: unknown) => void

/** Segments by hour, oldest first. */
export const byHour = <One extends ReadSegment>(segments: readonly One[]): One[][] =>
  [...Map.groupBy(segments, ({ hour }) => hour.getTime())]
    .toSorted(([one], [other]) => one - other)
    .map(([, ofHour]) => ofHour)

/** The chunks of an hour. Frames that two nodes recorded are returned once. A segment that fails is reported. */
export async function readHourChunks(
  places: SegmentPlaces,
  segments: readonly ReadSegment[],
  failed: SegmentFailed,
): Promise<SegmentRecord[]> {
  const readable = segments.filter(({ format }) => format === 'rtcm')
  for (const one of segments) if (one.format !== 'rtcm') failed(one, new Error('the segment has no RTCM frames'))
  const filter = readable.length > 1 ? new TwinFilter(readable.length) : null
  const sources = readable.map((segment) => recordsOf(places, segment))
  const chunks: SegmentRecord[] = []
  const merged = mergedRecords(
    sources,
    (index, error) => failed(readable[index]!, error),
    (index) => filter?.ended(index),
  )
  for await (const records of merged)
    for (const { bytes, receivedMs, source } of records) {
      const kept = filter ? filter.pass(bytes, source, receivedMs) : bytes
      if (kept.length > 0) chunks.push({ bytes: kept, receivedMs })
    }
  return chunks
}

class TwinFilter {
  readonly #twins = new FrameTwins()
  readonly #readers: readonly FrameReader[]
  #source = 0
  #receivedMs = 0
  #kept: Buffer[] = []
  #dropped = 0

  constructor(sources: number) {
    this.#readers = Array.from({ length: sources }, () => new FrameReader((payload) => this.#frame(payload)))
  }

  /** Returns the chunk unchanged if none of its frames is a twin. */
  pass(bytes: Buffer, source: number, receivedMs: number): Buffer {
    this.#source = source
    this.#receivedMs = receivedMs
    this.#kept = []
    this.#dropped = 0
    this.#readers[source]!.push(bytes)
    return this.#dropped === 0 ? bytes : Buffer.concat(this.#kept)
  }

  ended(source: number): void {
    this.#twins.ended(source)
  }

  #frame(payload: Buffer): void {
    if (this.#twins.isTwin(payload, this.#source, this.#receivedMs)) this.#dropped++
    else this.#kept.push(Buffer.from(frameAround(payload)))
  }
}
