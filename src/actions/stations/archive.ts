import { Refusal } from '../../domain/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/database.ts'
import { archiveStationRow, findStationByCode, lockStations } from '../../store/stations/rows.ts'

/** Takes it off the lists; its credentials and its history stay. Saving it again brings it back. */
export function archiveStation(db: Database, code: string, now: Date): Promise<Station> {
  return db.transaction(async (tx) => {
    await lockStations(tx)
    const station = await findStationByCode(tx, code)
    if (!station) throw new Refusal('station_not_found', { code })
    await archiveStationRow(tx, station.id, now)
    return station
  })
}
