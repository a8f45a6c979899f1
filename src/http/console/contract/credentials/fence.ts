// Where a credential may be used, as the pages have it.
import { Type } from 'typebox'
import {
  type Fence as DomainFence,
  FENCE_SHAPES,
  LEAST_POINTS,
  LEAST_RADIUS_KM,
  MOST_POINTS,
  MOST_RADIUS_KM,
  ON_BASE,
} from '../../../../domain/credentials/fence.ts'
import * as T from '../pieces.ts'

/** In an answer. */
export const Fence = Type.Unsafe<DomainFence>({ type: 'object' })
export type Fence = T.Received<typeof Fence>
export type { Area } from '../../../../domain/credentials/fence.ts'

const Point = Type.Unsafe<readonly number[]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 })

/** In a request: whether all of it goes together is seen by the rule. */
export const FenceBody = T.Exact({
  shape: T.OneOf(FENCE_SHAPES),
  lat: Type.Optional(Type.Number({ minimum: -90, maximum: 90 })),
  lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180 })),
  radiusKm: Type.Optional(Type.Number({ minimum: LEAST_RADIUS_KM, maximum: MOST_RADIUS_KM })),
  points: Type.Optional(Type.Array(Point, { minItems: LEAST_POINTS, maxItems: MOST_POINTS + 1 })),
  onBase: Type.Optional(T.OneOf(ON_BASE)),
})
