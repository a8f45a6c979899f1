// Stations of other casters that somebody wants and that do not come: noted, and their casters are looked at.
import type { OfferFailure } from '../domain/network/upstreams/upstream.ts'
import type { Database } from '../store/kit/database.ts'
import { doubtUpstreamsOf } from '../store/network/upstreams/rows.ts'
import { noteFailures } from '../store/stations/health.ts'

/** One whose streams fail is asked sooner than it would be, but not again and again. */
const DOUBT_EVERY_MS = 15_000

/** Returns what is news: those that fail for a reason that was not known of them. */
export async function offersFailed(
  db: Database,
  failures: readonly OfferFailure[],
  now: Date,
): Promise<readonly OfferFailure[]> {
  const news = new Set((await noteFailures(db, failures, now)).map(({ stationId }) => stationId))
  const stationIds = failures.map(({ stationId }) => stationId)
  await doubtUpstreamsOf(db, stationIds, now, new Date(now.getTime() - DOUBT_EVERY_MS))
  return failures.filter(({ stationId }) => news.has(stationId))
}
