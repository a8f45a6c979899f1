import { siteAt } from '../domain/archive/site.ts'
import type { SiteDescription, SiteLogFormat } from '../domain/archive/site-log.ts'
import type { Station } from '../domain/stations/station.ts'
import type { Database } from '../store/kit/database.ts'
import { readSiteRecord } from '../store/stations/equipment.ts'
import { geodesyMlName, writeGeodesyMl } from '../wire/stations/site-log/geodesyml.ts'
import { siteLogName, writeSiteLog } from '../wire/stations/site-log/write.ts'

export interface SiteLogFile {
  readonly name: string
  readonly type: string
  readonly text: string
}

export async function readSiteLogFile(
  db: Database,
  station: Station,
  format: SiteLogFormat,
  now: Date,
): Promise<SiteLogFile> {
  const site = await describe(db, station, now)
  return format === 'log'
    ? { name: siteLogName(site), type: 'text/plain; charset=utf-8', text: writeSiteLog(site) }
    : { name: geodesyMlName(site), type: 'application/xml; charset=utf-8', text: writeGeodesyMl(site) }
}

async function describe(db: Database, station: Station, now: Date): Promise<SiteDescription> {
  const record = await readSiteRecord(db, station.id, now)
  if (!record) throw new Error(`station ${station.code} has no record`)
  const { facts, history, networkName } = record
  return { station, facts, history, networkName, position: siteAt(record, now).position, preparedAt: now }
}
