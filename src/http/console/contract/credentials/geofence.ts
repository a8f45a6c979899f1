// Where a credential may be used, as the pages have it.
import { Type } from 'typebox'
import {
  type Geofence as DomainGeofence,
  GEOFENCE_SHAPES,
  LEAST_POINTS,
  LEAST_RADIUS_KM,
  MOST_POINTS,
  MOST_RADIUS_KM,
  ON_BASE,
} from '../../../../domain/credentials/geofence.ts'
import * as T from '../pieces.ts'

/** In an answer. */
export const Geofence = Type.Unsafe<DomainGeofence>({ type: 'object' })
export type Geofence = T.Received<typeof Geofence>
export type { Area } from '../../../../domain/credentials/geofence.ts'

const Point = Type.Unsafe<readonly number[]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 })

/** In a request: whether all of it goes together is seen by the rule. */
export const GeofenceBody = T.Exact({
  shape: T.OneOf(GEOFENCE_SHAPES),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  radiusKm: Type.Optional(Type.Number({ minimum: LEAST_RADIUS_KM, maximum: MOST_RADIUS_KM })),
  points: Type.Optional(Type.Array(Point, { minItems: LEAST_POINTS, maxItems: MOST_POINTS + 1 })),
  onBase: Type.Optional(T.OneOf(ON_BASE)),
})
