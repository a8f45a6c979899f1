// Adds the epochs of an RTCM 3 log that the archive does not have.
import { hourOf } from '../../domain/archive/segment.ts'
import { EpochSet } from './epochs.ts'
import { existingEpochs } from './existing.ts'
import { HourCounts } from './hour-counts.ts'
import { HourFiles } from './hour-files.ts'
import { checkPlace } from './place.ts'
import { type LogListener, readRtcmLog } from './rtcm-log.ts'
import type { ImportDependencies, Imported, ImportWish } from './wish.ts'

export async function addLog(
  dependencies: ImportDependencies,
  { station, path, dayMs, now, isForced, node }: ImportWish & { readonly dayMs: number },
): Promise<Imported> {
  const window = { firstMs: Number.POSITIVE_INFINITY, lastMs: Number.NEGATIVE_INFINITY }
  const facts = await readRtcmLog(path, dayMs, now, {
    frame(_, instantMs) {
      window.firstMs = Math.min(window.firstMs, instantMs)
      window.lastMs = Math.max(window.lastMs, instantMs)
    },
  })
  if (!isForced) checkPlace(station, facts.position)
  const existing = await existingEpochs(dependencies, window.firstMs, window.lastMs)
  const counts = new HourCounts('epochs')
  const [added, skipped] = [new EpochSet(), new EpochSet()]
  const { dataDir, storage } = dependencies
  return HourFiles.with({ stationId: station.id, node, format: 'rtcm', dataDir }, async (files) => {
    const frame: LogListener['frame'] = (bytes, instantMs, isObservation) => {
      const exists = existing.has(instantMs)
      if (isObservation && (exists ? skipped : added).add(instantMs))
        counts.count(hourOf(instantMs), exists ? 'existed' : 'added')
      if (!exists) files.append(bytes, instantMs).push(bytes, instantMs)
    }
    await readRtcmLog(path, dayMs, now, { frame }, facts.clocks)
    const { badFrames, skippedBytes } = facts
    return {
      hours: counts.all(),
      notes:
        badFrames + skippedBytes > 0
          ? [`left out ${badFrames} frames with a wrong checksum and ${skippedBytes} bytes between frames`]
          : [],
      segments: await files.store(storage, (epochs) => epochs > 0),
    }
  })
}
