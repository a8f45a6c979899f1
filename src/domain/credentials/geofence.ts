// A geofence is the area where a credential may be used. On the network mountpoint a rover outside the area, or without
// a position, receives nothing. On a base the session is marked as outside, or ends.
import { type Fault, type FieldFault, fault, wrong } from '../codes/fault.ts'
import { beyondCircleKm, beyondPolygonKm, type Circle, type Corner, crossingOf } from '../geometry/area.ts'
import type { Position } from '../geometry/geodesy.ts'
import { MINUTE_MS } from '../time/units.ts'

export const GEOFENCE_SHAPES = ['circle', 'polygon'] as const
/** Effect of leaving the geofence on a base: `tell` marks the session, `cut` ends it. */
export const ON_BASE = ['tell', 'cut'] as const
export type OnBase = (typeof ON_BASE)[number]

export type Area =
  | ({ readonly shape: 'circle' } & Circle)
  | { readonly shape: 'polygon'; readonly points: readonly Corner[] }
export type Geofence = { readonly onBase: OnBase } & Area

/** The area without `onBase`, for public pages: the consequence of leaving it is internal to the operator. */
export function areaOf(geofence: Geofence): Area {
  if (geofence.shape === 'polygon') return { shape: geofence.shape, points: geofence.points }
  const { shape, lat, lng, radiusKm } = geofence
  return { shape, lat, lng, radiusKm }
}

export const LEAST_RADIUS_KM = 0.1
export const MOST_RADIUS_KM = 2_000
export const LEAST_POINTS = 3
export const MOST_POINTS = 100
const MOST_WIDTH = 180

/** Hysteresis: positions are a few metres off, so a rover leaves only this far outside and enters at the border. */
export const MARGIN_KM = 0.05
/** Max age of a position on the network mountpoint. */
export const PLACE_GOOD_MS = 5 * MINUTE_MS

/** Distance to the area; 0 if inside. */
export const outsideKm = (geofence: Geofence, position: Position): number =>
  geofence.shape === 'circle' ? beyondCircleKm(geofence, position) : beyondPolygonKm(geofence.points, position)

export const isInside = (geofence: Geofence, position: Position, wasInside: boolean): boolean =>
  outsideKm(geofence, position) <= (wasInside ? MARGIN_KM : 0)

export interface GeofenceWish {
  readonly shape: Geofence['shape']
  readonly lat?: number | undefined
  readonly lng?: number | undefined
  readonly radiusKm?: number | undefined
  readonly points?: readonly (readonly number[])[] | undefined
  readonly onBase?: OnBase | undefined
}

const CIRCLE_FIELDS = ['lat', 'lng', 'radiusKm'] as const
const FIELDS = { circle: CIRCLE_FIELDS, polygon: ['points'] as const }

/** Paths are relative to the geofence. */
export type ReadGeofence = { readonly geofence: Geofence } | { readonly faults: readonly FieldFault[] }

export function readGeofence(wish: GeofenceWish): ReadGeofence {
  const faults: FieldFault[] = []
  for (const name of FIELDS[wish.shape]) if (wish[name] === undefined) faults.push(wrong([name], 'missing'))
  for (const name of FIELDS[wish.shape === 'circle' ? 'polygon' : 'circle'])
    if (wish[name] !== undefined) faults.push(wrong([name], 'not_of_fence', { shape: wish.shape }))
  const inRange = (path: readonly (string | number)[], value: number | undefined, least: number, most: number) => {
    if (value === undefined || (value >= least && value <= most)) return
    faults.push(wrong(path, 'number_range', { least, most }))
  }
  inRange(['lat'], wish.lat, -90, 90)
  inRange(['lng'], wish.lng, -180, 180)
  inRange(['radiusKm'], wish.radiusKm, LEAST_RADIUS_KM, MOST_RADIUS_KM)
  if (faults.length > 0) return { faults }
  const { onBase = 'tell' } = wish
  if (wish.shape === 'circle') {
    const { lat, lng, radiusKm } = wish
    return { geofence: { shape: 'circle', lat: lat!, lng: lng!, radiusKm: radiusKm!, onBase } }
  }
  const points = opened(wish.points!)
  for (const [index, [lat, lng]] of points.entries()) {
    inRange(['points', index, 0], lat ?? Number.NaN, -90, 90)
    inRange(['points', index, 1], lng ?? Number.NaN, -180, 180)
  }
  if (faults.length > 0) return { faults }
  const corners = points as readonly Corner[]
  const found = faultOf(corners)
  return found
    ? { faults: [{ path: ['points'], ...found }] }
    : { geofence: { shape: 'polygon', points: corners, onBase } }
}

/** Removes the closing point: GeoJSON and WKT repeat the first point at the end. */
function opened(points: readonly (readonly number[])[]): readonly (readonly number[])[] {
  const [first, last] = [points[0], points.at(-1)]
  const isClosed = points.length > LEAST_POINTS && first![0] === last![0] && first![1] === last![1]
  return isClosed ? points.slice(0, -1) : points
}

function faultOf(corners: readonly Corner[]): Fault | null {
  if (corners.length < LEAST_POINTS) return fault('too_few', { least: LEAST_POINTS })
  if (corners.length > MOST_POINTS) return fault('too_many', { most: MOST_POINTS })
  const lngs = corners.map(([, lng]) => lng)
  if (Math.max(...lngs) - Math.min(...lngs) >= MOST_WIDTH) return fault('fence_too_wide')
  const repeated = corners.findIndex(([lat, lng], index) => {
    const [latBefore, lngBefore] = corners.at(index - 1)!
    return lat === latBefore && lng === lngBefore
  })
  if (repeated >= 0) return fault('fence_repeats', { point: repeated + 1 })
  const crossing = crossingOf(corners)
  return crossing && fault('fence_crosses', { first: crossing[0] + 1, second: crossing[1] + 1 })
}
