// Records upstream mountpoints that rovers request and that deliver nothing, and triggers a check of their casters.
import type { OfferFailure } from '../domain/network/upstreams/upstream.ts'
import type { Database } from '../store/kit/database.ts'
import { doubtUpstreamsOf } from '../store/network/upstreams/rows.ts'
import { noteFailures } from '../store/stations/health.ts'

/** A caster whose streams fail is checked earlier than scheduled, but not more often than this. */
const DOUBT_EVERY_MS = 15_000

/** Returns the new failures: those with a reason that was not recorded before. */
export async function recordFailedOffers(
  db: Database,
  failures: readonly OfferFailure[],
  now: Date,
): Promise<readonly OfferFailure[]> {
  const news = new Set((await noteFailures(db, failures, now)).map(({ stationId }) => stationId))
  const stationIds = failures.map(({ stationId }) => stationId)
  await doubtUpstreamsOf(db, stationIds, now, new Date(now.getTime() - DOUBT_EVERY_MS))
  return failures.filter(({ stationId }) => news.has(stationId))
}
