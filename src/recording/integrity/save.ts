// Saves what the thread solved.
import type { SolvedBaselines } from '../../domain/archive/integrity/live.ts'
import type { Database } from '../../store/kit/database.ts'
import { writeAntennas, writeBaselineBins, writeBaselineDays } from '../../store/stations/integrity/write.ts'

export const saveSolved = (db: Database, { bins, days, antennas }: SolvedBaselines): Promise<void> =>
  db.transaction(async (tx) => {
    if (antennas.length > 0) await writeAntennas(tx, antennas)
    if (bins.length > 0) await writeBaselineBins(tx, bins)
    if (days.length > 0) await writeBaselineDays(tx, days)
  })
