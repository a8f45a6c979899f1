// Stations of the simulated world whose observations are in the archive and its index.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Geodetic } from '@vertice/gnss'
import { Receiver, sky } from '../../packages/gnss/test/support/world.ts'
import { insertStoredSegments } from '../../src/store/archive/recording.ts'
import type { Database } from '../../src/store/kit/database.ts'
import type { TestArchive } from './archive.ts'
import { framesOf } from './world-stream.ts'

/** An epoch each 30 s from `WORLD_START_MS` on. */
export async function recordWorld(
  db: Database,
  archive: TestArchive,
  stations: readonly (Geodetic & { readonly id: number })[],
  hours: number,
): Promise<void> {
  const orbits = sky()
  for (const place of stations) {
    const sent = framesOf(new Receiver(place, place.id), orbits, { to: hours * 3600, every: 30 })
    const rows = archive.record(sent, { stationId: place.id }).map((one) => {
      const content = readFileSync(join(archive.folder, one.name))
      return { ...one, storedBytes: content.length, sha256: createHash('sha256').update(content).digest() }
    })
    await insertStoredSegments(db, rows, new Date())
  }
}
