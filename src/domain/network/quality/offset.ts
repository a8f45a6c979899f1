// How far a solved position is from the registered one.
import { ecefOf, geodeticOf, localOf, type Vector } from '@vertice/gnss'

export interface Registered {
  readonly lat: number
  readonly lng: number
}

/** Metres. Registered positions have no height, so both are compared at the solved height. */
export function offsetFrom(registered: Registered, point: Vector): { readonly east: number; readonly north: number } {
  const place = { lat: registered.lat, lng: registered.lng, height: geodeticOf(point).height }
  const at = ecefOf(place)
  return localOf({ x: point.x - at.x, y: point.y - at.y, z: point.z - at.z }, place)
}

/** A single-point position has errors of the orbits and the atmosphere that last for hours. */
const LEAST_DETECTABLE_M = 3

/** Metres by which the position would have to change to be noticed. `spreadM`: median distance from the median. */
export const detectableM = (spreadM: number): number => Math.max(LEAST_DETECTABLE_M, 3 * spreadM)
