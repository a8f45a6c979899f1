// Refuses files of another station.
import { distanceKm, positionOf } from '../../domain/geometry/geodesy.ts'
import type { Station } from '../../domain/stations/station.ts'
import { NotImported } from './source.ts'

/** A file whose antenna is farther away is of another station. */
const SAME_PLACE_KM = 0.1

export type StationPlace = Pick<Station, 'code' | 'lat' | 'lng' | 'positionPending'>

/** `at`: metres, Earth-centred and Earth-fixed; `null` if the file does not say where its antenna is. */
export function checkPlace(
  { code, lat, lng, positionPending }: StationPlace,
  at: { readonly x: number; readonly y: number; readonly z: number } | null,
): void {
  if (at === null) throw new NotImported(`the file does not say where its antenna is: add --force if it is of ${code}`)
  if (positionPending) return
  const km = distanceKm({ lat, lng }, positionOf(at))
  if (km <= SAME_PLACE_KM) return
  const distance = km < 10 ? `${Math.round(km * 1000)} m` : `${Math.round(km)} km`
  throw new NotImported(`the antenna of the file is ${distance} from ${code}: check the file, or add --force`)
}
