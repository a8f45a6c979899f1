// Rebuilds the bytes that a rover was sent between two times, from the archive and the session's record. Runs in a
// thread: a stretch of some hours takes seconds.
import { createHash } from 'node:crypto'
import type { Segment } from '../../domain/archive/segment.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { altersNothing } from '../../domain/network/mountpoints/alteration.ts'
import { type ConvertedStation, type Converting, conversionOf } from '../../domain/network/mountpoints/conversion.ts'
import {
  type Sent,
  type SentCertainty,
  type SentPart,
  type SessionRecord,
  type Stretch,
  stretchesIn,
  unknownUntil,
} from '../../domain/sessions/sent.ts'
import { HOUR_MS } from '../../domain/time/units.ts'
import { byHour, readHourChunks } from '../reading/chunks.ts'
import type { SegmentPlaces, SegmentRecord } from '../reading/records.ts'
import { rebuildStretch } from './stretch.ts'

/** Frames that describe a base repeat at least this often. */
const LOOK_BACK_MS = HOUR_MS
/** Longer stretches are not rebuilt from their start, so their length cannot be compared. Bounds the memory. */
const LONGEST_REBUILT_MS = 6 * HOUR_MS

/** Plain data, which a thread can receive. */
export interface SentJob extends Converting {
  readonly session: SessionRecord
  readonly from: Date
  readonly to: Date
  readonly now: Date
  /** Segments of the stations that served in the window, from `firstNeeded` on. */
  readonly segments: readonly Segment[]
  readonly codes: ReadonlyMap<number, string>
  /** Stations as they are registered now, for conversions. */
  readonly stations: ReadonlyMap<number, ConvertedStation>
}

/** Stretches of a job that carried data. */
export const servedStretches = ({ session, from, to, now }: Pick<SentJob, 'session' | 'from' | 'to' | 'now'>) =>
  stretchesIn(session, +from, +to, +now).filter(({ source }) => source !== null)

/** Start of the archive that a stretch needs. */
export const firstNeeded = ({ fromMs }: Stretch): Date => new Date(fromMs - LOOK_BACK_MS)

export async function rebuildSent(places: SegmentPlaces, job: SentJob): Promise<Sent> {
  const { session, alteration, from, to } = job
  if (session.served === null) throw new Refusal('sent_not_recorded')
  const stretches = servedStretches(job)
  if (stretches.length === 0) throw new Refusal('sent_nothing')
  const pieces: Buffer[] = []
  const parts: SentPart[] = []
  for (const stretch of stretches) {
    const rebuilt = await rebuildPart(places, job, stretch)
    pieces.push(...rebuilt.pieces)
    parts.push(rebuilt.part)
  }
  const bytes = Buffer.concat(pieces)
  if (bytes.length === 0) throw new Refusal('sent_not_in_archive')
  const { id, username, mountpoint } = session
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const isConverted = !altersNothing(alteration)
  return {
    bytes,
    report: {
      session: id,
      username,
      mountpoint,
      from,
      to,
      bytes: bytes.length,
      sha256,
      isConverted,
      parts,
      unknownUntil: unknownUntil(session, from),
    },
  }
}

async function rebuildPart(
  places: SegmentPlaces,
  job: SentJob,
  stretch: Stretch,
): Promise<{ readonly pieces: readonly Buffer[]; readonly part: SentPart }> {
  const { from, to } = job
  const { source, skipped, counted } = stretch
  const window = { from: new Date(Math.max(+from, stretch.fromMs)), to: new Date(Math.min(+to, stretch.toMs)) }
  const part = { ...window, skippedBytes: skipped, missingHours: [] }
  if (typeof source !== 'number')
    return { pieces: [], part: { ...part, station: null, bytes: 0, certainty: 'computed' } }
  const isWhole = stretch.toMs - stretch.fromMs <= LONGEST_REBUILT_MS
  const joinedMs = isWhole ? stretch.fromMs : +window.from
  const endedMs = isWhole && counted !== null ? stretch.toMs : +window.to
  const conversion = conversionOf(job, job.stations.get(source) ?? null)
  const { chunks, hours } = await readChunks(places, job, { source, joinedMs, endedMs })
  const rebuilt = rebuildStretch(
    { chunks, joinedMs, endedMs, conversion, withStart: isWhole },
    isWhole ? counted : null,
  )
  const pieces = rebuilt.sent.filter(({ atMs }) => atMs >= +window.from && atMs < +window.to).map(({ bytes }) => bytes)
  return {
    pieces,
    part: {
      ...part,
      station: job.codes.get(source) ?? `#${source}`,
      bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
      certainty: certaintyOf(rebuilt.isExact, skipped),
      missingHours: hoursIn(window)
        .filter((hourMs) => !hours.has(hourMs))
        .map((hourMs) => new Date(hourMs)),
    },
  }
}

function certaintyOf(isExact: boolean | null, skipped: number): SentCertainty {
  if (isExact === null) return 'unchecked'
  if (!isExact) return 'differs'
  return skipped > 0 ? 'skips' : 'exact'
}

/** Imported data was not sent to rovers. */
async function readChunks(
  places: SegmentPlaces,
  { segments }: SentJob,
  { source, joinedMs, endedMs }: { readonly source: number; readonly joinedMs: number; readonly endedMs: number },
): Promise<{ readonly chunks: SegmentRecord[]; readonly hours: ReadonlySet<number> }> {
  const recorded = segments.filter(
    ({ stationId, origin, hour }) =>
      stationId === source && origin !== 'import' && +hour < endedMs && +hour + HOUR_MS > joinedMs - LOOK_BACK_MS,
  )
  const chunks: SegmentRecord[] = []
  for (const hour of byHour(recorded)) {
    const ofHour = await readHourChunks(places, hour, ({ name }) => {
      throw new Refusal('sent_not_readable', { name })
    })
    for (const chunk of ofHour) chunks.push(chunk)
  }
  return { chunks, hours: new Set(recorded.map(({ hour }) => hour.getTime())) }
}

function hoursIn({ from, to }: { readonly from: Date; readonly to: Date }): number[] {
  const first = Math.floor(+from / HOUR_MS) * HOUR_MS
  return Array.from({ length: Math.ceil((+to - first) / HOUR_MS) }, (_, index) => first + index * HOUR_MS)
}
