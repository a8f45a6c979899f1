import type { Station } from '../../domain/stations/station.ts'
import { archiveStationRow } from '../../store/stations/rows.ts'
import { type ActionContext, record } from '../context.ts'
import { lockActiveStation, type StationRef } from './find.ts'

/** Removes a station from lists; keeps its credentials and history. Saving it again restores it. */
export function archiveStation(context: ActionContext, which: StationRef): Promise<Station> {
  return context.db.transaction(async (tx) => {
    const station = await lockActiveStation(tx, which)
    const { id, code } = station
    await archiveStationRow(tx, id, context.now)
    await record(tx, context, { action: 'station.archived', subject: { kind: 'station', id }, details: { code } })
    return station
  })
}
