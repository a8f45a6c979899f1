// Rebuilds what a station's stream gave a rover in one stretch of a session.
import { Converter, FrameReader, GlonassChannels, StationFrames } from '@vertice/rtcm'
import { altersNothing } from '../../domain/network/mountpoints/alteration.ts'
import type { Conversion } from '../../domain/network/mountpoints/conversion.ts'
import type { SegmentRecord } from '../reading/records.ts'

const NOTHING = Buffer.alloc(0)

/** Bytes as they were sent, with the time at which the caster received their frames. */
export interface SentBytes {
  readonly bytes: Buffer
  readonly atMs: number
}

export interface StretchInput {
  /** From before the rover joined, so that the frames that describe the base are known. */
  readonly chunks: readonly SegmentRecord[]
  readonly joinedMs: number
  readonly endedMs: number
  readonly conversion: Conversion
  /** False if `joinedMs` is not when the rover joined, so that it was not sent the frames that describe the base. */
  readonly withStart: boolean
}

export interface RebuiltStretch {
  readonly sent: readonly SentBytes[]
  /** Whether the number of bytes is the counted one; `null` if no count is known. */
  readonly isExact: boolean | null
}

/** Chunks that arrived within a millisecond of a change, or over the bus, can belong to either side of it. */
const SHIFTS = [0, 1, -1]

/**
 * A rover joins between two chunks. The times show which ones, and the number of bytes that the session counted confirms
 * it. If the count disagrees, a neighbouring chunk is tried.
 */
export function rebuildStretch(input: StretchInput, counted: number | null): RebuiltStretch {
  const { chunks, joinedMs, endedMs } = input
  const first = indexFrom(chunks, joinedMs)
  const end = indexFrom(chunks, endedMs)
  const rebuilt = render(input, first, end, false)
  if (counted === null) return { sent: rebuilt, isExact: null }
  if (lengthOf(rebuilt) === counted) return { sent: rebuilt, isExact: true }
  for (const isRunning of altersNothing(input.conversion) ? [false] : [false, true])
    for (const later of SHIFTS)
      for (const longer of SHIFTS) {
        const tried = render(input, first + later, end + longer, isRunning)
        if (lengthOf(tried) === counted) return { sent: tried, isExact: true }
      }
  return { sent: rebuilt, isExact: false }
}

const lengthOf = (sent: readonly SentBytes[]) => sent.reduce((sum, { bytes }) => sum + bytes.length, 0)

function indexFrom(chunks: readonly SegmentRecord[], fromMs: number): number {
  const index = chunks.findIndex(({ receivedMs }) => receivedMs >= fromMs)
  return index < 0 ? chunks.length : index
}

/** `isRunning`: other rovers received the converted stream before, so the converter can hold a message back. */
function render(
  { chunks, joinedMs, conversion, withStart }: StretchInput,
  first: number,
  end: number,
  isRunning: boolean,
): SentBytes[] {
  const channels = new GlonassChannels()
  const about = new StationFrames()
  const reader = new FrameReader((payload, type) => {
    about.take(payload, type)
    if (type === 1020) channels.hearOrbit(payload)
  })
  const isConverted = !altersNothing(conversion)
  const converter = new Converter(conversion, channels)
  const convert = (bytes: Buffer, atMs: number) => (isConverted ? converter.push(bytes, atMs) : bytes)
  const sent: SentBytes[] = []
  const add = (bytes: Buffer, atMs: number) => {
    if (bytes.length > 0) sent.push({ bytes, atMs })
  }
  chunks.slice(0, Math.max(first, 0)).forEach(({ bytes, receivedMs }) => {
    reader.push(bytes)
    if (isRunning) convert(bytes, receivedMs)
  })
  if (withStart) add(isConverted ? apart(about.bytes, conversion, channels) : about.bytes, joinedMs)
  for (const { bytes, receivedMs } of chunks.slice(Math.max(first, 0), Math.max(end, 0))) {
    reader.push(bytes)
    add(convert(bytes, receivedMs), receivedMs)
  }
  return sent
}

function apart(frames: Buffer, conversion: Conversion, channels: GlonassChannels): Buffer {
  if (frames.length === 0) return NOTHING
  const converter = new Converter(conversion, channels)
  return Buffer.concat([converter.push(frames), converter.end()])
}
