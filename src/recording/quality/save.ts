// Saves what the thread measured.
import type { Database } from '../../store/kit/database.ts'
import {
  dropsOf,
  writeDrops,
  writeQualityMinutes,
  writeSkies,
  writeSkyParts,
} from '../../store/stations/quality/write.ts'
import type { Measured } from './station-meters.ts'

export const saveMeasured = (db: Database, { minutes, skyParts }: Measured): Promise<void> =>
  db.transaction(async (tx) => {
    if (minutes.length > 0) {
      await writeQualityMinutes(tx, minutes)
      await writeSkies(tx, minutes)
      const drops = minutes.flatMap(dropsOf)
      if (drops.length > 0) await writeDrops(tx, drops)
    }
    if (skyParts.length > 0) await writeSkyParts(tx, skyParts)
  })
