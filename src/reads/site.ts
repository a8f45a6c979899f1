import { type Site, siteAt } from '../domain/archive/site.ts'
import type { Database } from '../store/kit/database.ts'
import { readSiteRecord } from '../store/stations/equipment.ts'

/** The station as a RINEX header describes it at that time; `null` if the station is unknown. */
export async function readSite(db: Database, stationId: number, at: Date): Promise<Site | null> {
  const record = await readSiteRecord(db, stationId, at)
  return record && siteAt(record, at)
}
