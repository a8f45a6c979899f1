// Reads the ephemerides of imported navigation files.
import { RinexReader } from '@vertice/rinex'
import type { Ephemeris } from '@vertice/rtcm'
import type { SegmentPlaces } from './records.ts'
import { type ReadSegment, readFrames, type UnreadSegment } from './window.ts'

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
