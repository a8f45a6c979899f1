import type { Station } from '../../domain/stations/station.ts'
import { archiveStationRow } from '../../store/stations/rows.ts'
import { type DeedContext, record } from '../context.ts'
import { lockStation, type StationRef } from './find.ts'

/** Takes it off the lists; its credentials and its history stay. Saving it again brings it back. A second time changes nothing. */
export function archiveStation(context: DeedContext, which: StationRef): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockStation(tx, which)
    const { id, code } = station
    if (station.archived) return station
    await archiveStationRow(tx, id, context.now)
    await record(tx, context, { action: 'station.archived', subject: { kind: 'station', id }, details: { code } })
    return station
  })
}
