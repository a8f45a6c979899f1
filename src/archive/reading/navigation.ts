// Reads the ephemerides of imported and daily navigation files.
import { RinexReader, referenceMs } from '@vertice/rinex'
import { type Ephemeris, gpsFromUtc } from '@vertice/rtcm'
import type { Window } from '../../domain/archive/window.ts'
import { readDailyFile } from './daily.ts'
import type { SegmentPlaces } from './records.ts'
import { type ReadSegment, readFrames, type UnreadSegment, VALID_MS } from './window.ts'

/** `segments`: from `navigationIn`. Each is one file. */
export function readNavigation(
  places: SegmentPlaces,
  segments: readonly ReadSegment[],
  onEphemeris: (ephemeris: Ephemeris) => void,
): Promise<UnreadSegment[]> {
  return readFrames(places, segments, {
    frame() {},
    imported: () => (text) => {
      const reader = new RinexReader({ onEpoch() {}, onEphemeris })
      reader.push(text)
      reader.end()
    },
  })
}

const GPS_START_MS = Date.UTC(1980, 0, 6)

/** Daily files have the ephemerides of their day; only those that are valid in the window are passed on. */
export async function readDailyNavigation(
  { storage }: SegmentPlaces,
  names: readonly string[],
  { from, to }: Window,
  onEphemeris: (ephemeris: Ephemeris) => void,
): Promise<UnreadSegment[]> {
  const unread: UnreadSegment[] = []
  const fromMs = GPS_START_MS + gpsFromUtc(from.getTime()) - VALID_MS
  const toMs = GPS_START_MS + gpsFromUtc(to.getTime()) + VALID_MS
  for (const name of names) {
    const reader = new RinexReader({
      onEpoch() {},
      onEphemeris(one) {
        const atMs = referenceMs(one)
        if (atMs >= fromMs && atMs < toMs) onEphemeris(one)
      },
    })
    try {
      await readDailyFile(storage, name, async (content) => {
        reader.push(content)
        return true
      })
    } catch (error) {
      unread.push({ name, hour: from, error })
    }
  }
  return unread
}
