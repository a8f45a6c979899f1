// Adds the ephemerides of a navigation file that the archive does not have. They belong to the hour of their reference
// time, because files of other programs often lack the time of reception.
import { navigationFile, referenceMs } from '@vertice/rinex'
import { leapSecondsAt } from '@vertice/rtcm'
import { hourOf } from '../../domain/archive/segment.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { identityOf } from '../rinex/navigation/ephemerides.ts'
import { existingEphemerides } from './existing.ts'
import { HourCounts } from './hour-counts.ts'
import { HourFiles } from './hour-files.ts'
import type { NavigationFile } from './rinex-file.ts'
import { NotImported } from './source.ts'
import type { ImportDependencies, Imported, ImportWish } from './wish.ts'

/** Ephemerides are sent before their reference time, at most by some hours. */
const AHEAD_MS = DAY_MS

export async function addNavigation(
  dependencies: ImportDependencies,
  { station, now, node }: ImportWish,
  { ephemerides, notes }: NavigationFile,
): Promise<Imported> {
  const times = ephemerides.map(referenceMs).toSorted((one, other) => one - other)
  const [firstMs, lastMs] = [times[0]!, times.at(-1)!]
  if (lastMs > now.getTime() + AHEAD_MS)
    throw new NotImported(`the ephemeris of ${new Date(lastMs).toISOString()} is in the future`)
  const known = await existingEphemerides(dependencies, firstMs, lastMs)
  const unique = new Map(ephemerides.map((one) => [identityOf(one), one]))
  const counts = new HourCounts('ephemerides')
  const { dataDir, storage } = dependencies
  return HourFiles.with({ stationId: station.id, node, format: 'rinex', dataDir }, async (files) => {
    const missing = [...unique].filter(([identity, one]) => {
      counts.count(hourOf(referenceMs(one)), known.has(identity) ? 'existed' : 'added')
      return !known.has(identity)
    })
    const hours = Map.groupBy(missing, ([, one]) => hourOf(referenceMs(one)).getTime())
    for (const [hourMs, ofHour] of hours) {
      const header = { version: '3.05', program: 'vertice', runBy: '', writtenAt: now, comments: [] } as const
      const orbits = ofHour.map(([, one]) => one)
      const records = navigationFile({ ...header, leapSeconds: leapSecondsAt(hourMs) }, orbits)
      const text = Buffer.from([...records].join(''), 'latin1')
      files.append(text, hourMs).add(text.length, null)
    }
    return { hours: counts.all(), notes, segments: await files.store(storage) }
  })
}
