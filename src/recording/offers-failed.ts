// Stations of other casters that somebody wants and that do not come: noted, and their casters are looked at.
import type { Database } from '../store/kit/database.ts'
import { noteFailures } from '../store/stations/health.ts'
import { doubtUpstreamsOf } from '../store/upstreams/rows.ts'

/** One whose streams fail is asked sooner than it would be, but not again and again. */
const DOUBT_EVERY_MS = 15_000

export async function offersFailed(db: Database, stationIds: readonly number[], now: Date): Promise<void> {
  await noteFailures(db, stationIds, now)
  await doubtUpstreamsOf(db, stationIds, now, new Date(now.getTime() - DOUBT_EVERY_MS))
}
