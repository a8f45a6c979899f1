import { allInvalid } from '../../../domain/codes/refusal.ts'
import { type Geofence, type GeofenceWish, readGeofence } from '../../../domain/credentials/geofence.ts'

/** `null` removes the geofence; undefined keeps it. */
export function requestedGeofence(wish: GeofenceWish | null | undefined): Geofence | null | undefined {
  if (!wish) return wish
  const read = readGeofence(wish)
  if ('geofence' in read) return read.geofence
  throw allInvalid(read.faults.map(({ path, ...found }) => ({ path: ['fence', ...path], ...found })))
}
