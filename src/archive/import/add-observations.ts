// Adds the epochs of a RINEX observation file that the archive does not have.
import { type ObservationHeader, ObservationWriter } from '@vertice/rinex'
import { gpsFromUtc, leapSecondsAt, utcFromGps } from '@vertice/rtcm'
import { hourOf } from '../../domain/archive/segment.ts'
import { existingEpochs } from './existing.ts'
import { HourCounts } from './hour-counts.ts'
import { HourFiles } from './hour-files.ts'
import { checkPlace } from './place.ts'
import { type ObservationFile, readRinex } from './rinex-file.ts'
import type { ImportDependencies, Imported, ImportWish } from './wish.ts'

export async function addObservations(
  dependencies: ImportDependencies,
  { station, path, now, isForced, node }: ImportWish,
  file: ObservationFile,
): Promise<Imported> {
  if (!isForced) for (const position of file.positions) checkPlace(station, position)
  const existing = await existingEpochs(dependencies, file.firstMs, file.lastMs)
  const counts = new HourCounts('epochs')
  const { dataDir, storage } = dependencies
  return HourFiles.with({ stationId: station.id, node, format: 'rinex', dataDir }, async (files) => {
    let text: Buffer = Buffer.alloc(0)
    const writer = new ObservationWriter(headerOf(file, now), file.types, (bytes) => {
      text = text.length === 0 ? bytes : Buffer.concat([text, bytes])
    })
    const taken = (): Buffer => {
      writer.end()
      const written = text
      text = Buffer.alloc(0)
      return written
    }
    const header = taken()
    let newestMs = Number.NEGATIVE_INFINITY
    let repeated = 0
    await readRinex(path, {
      onEpoch(epoch) {
        if (epoch.gpsMs <= newestMs) {
          repeated++
          return
        }
        newestMs = epoch.gpsMs
        const instantMs = utcFromGps(epoch.gpsMs)
        if (existing.has(instantMs)) {
          counts.count(hourOf(instantMs), 'existed')
          writer.skip(epoch)
          return
        }
        writer.write(epoch)
        const lines = taken()
        if (lines.length === 0) return
        if (!files.has(instantMs)) files.append(header, instantMs).add(header.length, null)
        files.append(lines, instantMs).add(lines.length, instantMs)
        counts.count(hourOf(instantMs), 'added')
      },
    })
    const notes = repeated > 0 ? [`left out ${repeated} epochs that repeat or are earlier than the epoch before`] : []
    return { hours: counts.all(), notes: [...file.notes, ...notes], segments: await files.store(storage) }
  })
}

function headerOf({ header, channels, firstMs, lastMs }: ObservationFile, now: Date): ObservationHeader {
  return {
    ...{ version: '3.05', program: 'vertice', runBy: '', writtenAt: now, comments: [], station: header.station },
    ...{ intervalSeconds: header.intervalSeconds, firstMs: gpsFromUtc(firstMs), lastMs: gpsFromUtc(lastMs) },
    ...{ glonassChannels: channels, glonassBiases: header.glonassBiases, leapSeconds: leapSecondsAt(firstMs) },
  }
}
