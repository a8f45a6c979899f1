// What the archive has already, so that an import adds only what is missing.
import { RinexReader } from '@vertice/rinex'
import { decodeEphemeris, utcFromGps } from '@vertice/rtcm'
import type { Segment } from '../../domain/archive/segment.ts'
import { DAY_MS, HOUR_MS } from '../../domain/time/units.ts'
import { readNavigation } from '../reading/navigation.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { navigationIn, readFrames, segmentsIn, type UnreadSegment, VALID_MS } from '../reading/window.ts'
import { identityOf } from '../rinex/navigation/ephemerides.ts'
import { EpochSet, observedAt } from './epochs.ts'
import { NotImported } from './source.ts'

export interface ArchivedSegments extends SegmentPlaces {
  readonly segmentsOf: (from: Date, to: Date) => Promise<readonly Segment[]>
}

/** Limit of a file. The date of a longer one is wrong, or it takes too much memory. */
const MOST_DAYS = 31

export async function existingEpochs(archive: ArchivedSegments, fromMs: number, toMs: number): Promise<EpochSet> {
  checkSpan(fromMs, toMs)
  const existing = new EpochSet()
  const listed = await archive.segmentsOf(new Date(fromMs - HOUR_MS), new Date(toMs + HOUR_MS))
  const unread = await readFrames(archive, segmentsIn(listed, new Date(fromMs), new Date(toMs + 1)), {
    frame(payload, type, receivedMs) {
      const instantMs = observedAt(payload, type, receivedMs)
      if (instantMs !== null) existing.add(instantMs)
    },
    imported() {
      const reader = new RinexReader({ onEpoch: ({ gpsMs }) => existing.add(utcFromGps(gpsMs)) })
      return (text) => reader.push(text)
    },
  })
  checkRead(unread)
  return existing
}

/** Identities of the ephemerides that are recorded or imported with reference times in the window. */
export async function existingEphemerides(
  archive: ArchivedSegments,
  fromMs: number,
  toMs: number,
): Promise<Set<string>> {
  checkSpan(fromMs, toMs)
  const [from, to] = [new Date(fromMs - VALID_MS), new Date(toMs + VALID_MS)]
  const existing = new Set<string>()
  const listed = await archive.segmentsOf(from, to)
  const orbits = navigationIn(listed, new Date(fromMs), new Date(toMs))
  checkRead(await readNavigation(archive, orbits, (one) => void existing.add(identityOf(one))))
  const recorded = segmentsIn(listed, from, to).filter(({ format }) => format === 'rtcm')
  const unread = await readFrames(archive, recorded, {
    frame(payload, type, receivedMs) {
      const ephemeris = decodeEphemeris(payload, type, receivedMs)
      if (ephemeris) existing.add(identityOf(ephemeris))
    },
  })
  checkRead(unread)
  return existing
}

function checkRead([first]: readonly UnreadSegment[]): void {
  if (first)
    throw new NotImported(
      `the recording of ${first.hour.toISOString()} cannot be read here, so its gaps are unknown (${(first.error as Error).message}): run the import on the machine that recorded it, or later. If that machine is lost: vertice archive remove --lost`,
    )
}

function checkSpan(fromMs: number, toMs: number): void {
  const days = (toMs - fromMs) / DAY_MS
  if (days <= MOST_DAYS) return
  const [first, last] = [fromMs, toMs].map((atMs) => new Date(atMs).toISOString().slice(0, 10))
  throw new NotImported(
    `the file is of ${first} to ${last}, but at most ${MOST_DAYS} days can be imported: check its dates, or split it`,
  )
}
