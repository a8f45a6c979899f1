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

/** Schema in answers. */
export const Geofence = Type.Unsafe<DomainGeofence>({ type: 'object' })
export type Geofence = T.Received<typeof Geofence>
export type { Area } from '../../../../domain/credentials/geofence.ts'

const Point = Type.Unsafe<readonly number[]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 })

/** Schema in requests. The domain rule checks whether the fields fit the shape. */
export const GeofenceBody = T.Exact({
  shape: T.OneOf(GEOFENCE_SHAPES),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  radiusKm: Type.Optional(Type.Number({ minimum: LEAST_RADIUS_KM, maximum: MOST_RADIUS_KM })),
  points: Type.Optional(Type.Array(Point, { minItems: LEAST_POINTS, maxItems: MOST_POINTS + 1 })),
  onBase: Type.Optional(T.OneOf(ON_BASE)),
})
