import { Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStation, findStationByCode, lockStations } from '../../store/stations/rows.ts'

/** By its id, or by its code in any case. */
export type StationRef = { readonly id: number } | { readonly code: string }

/** Locked before it is read: nobody changes it between the two. Archived ones too. */
export async function lockStation(tx: Database, which: StationRef): Promise<Station> {
  await lockStations(tx)
  const station = await ('id' in which ? findStation(tx, which.id) : findStationByCode(tx, which.code))
  if (!station) throw notFound(which)
  return station
}

/** An archived one can only be brought back. */
export async function lockActiveStation(tx: Database, which: StationRef): Promise<Station> {
  const station = await lockStation(tx, which)
  if (station.archived) throw notFound(which)
  return station
}

const notFound = (which: StationRef) => new Refusal('station_not_found', 'code' in which ? which : {})
