import { Refusal } from '../../domain/codes/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Database } from '../../store/kit/database.ts'
import { findStation, findStationByCode, lockStations } from '../../store/stations/rows.ts'

/** By id, or by code, case-insensitive. */
export type StationRef = { readonly id: number } | { readonly code: string }

/** Locks before reading, so that the station cannot change in between. Includes archived stations. */
export async function lockStation(tx: Database, which: StationRef): Promise<Station> {
  await lockStations(tx)
  const station = await ('id' in which ? findStation(tx, which.id) : findStationByCode(tx, which.code))
  if (!station) throw notFound(which)
  return station
}

/** Archived stations count as not found; they can only be restored. */
export async function lockActiveStation(tx: Database, which: StationRef): Promise<Station> {
  const station = await lockStation(tx, which)
  if (station.archived) throw notFound(which)
  return station
}

const notFound = (which: StationRef) => new Refusal('station_not_found', 'code' in which ? which : {})
