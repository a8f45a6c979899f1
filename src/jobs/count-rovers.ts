// Writes down, every quarter of an hour, how many rovers are connected. Any node may, and the first one counts.
import { quarterOf } from '../domain/sessions/rover-count.ts'
import type { Database } from '../store/kit/database.ts'
import { deleteRoverCounts, writeRoverCounts } from '../store/sessions/rover-counts.ts'

/** Two days and a bit: "yesterday" and the day that leads up to it. */
const KEPT_MS = 50 * 3_600_000
/** Later than this in the quarter it would be another time than it says. */
const IN_TIME_MS = 2 * 60_000

export async function countRovers(db: Database, now: Date): Promise<void> {
  const quarter = quarterOf(now)
  if (now.getTime() - quarter.getTime() > IN_TIME_MS) return
  await writeRoverCounts(db, quarter)
  await deleteRoverCounts(db, new Date(now.getTime() - KEPT_MS))
}
