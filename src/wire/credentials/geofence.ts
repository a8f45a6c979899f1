// The geofence of a credential. The domain rule (domain/credentials/geofence.ts) checks the fields that only a circle
// or only a polygon has.
import { type Static, Type } from 'typebox'
import {
  type Geofence,
  type GeofenceWish,
  LEAST_POINTS,
  LEAST_RADIUS_KM,
  MOST_POINTS,
  MOST_RADIUS_KM,
  type OnBase,
} from '../../domain/credentials/geofence.ts'
import { Words } from '../common.ts'

const SHAPES = { circle: 'circulo', polygon: 'poligono' } as const satisfies Record<Geofence['shape'], string>
export const ON_BASE_WORDS = { tell: 'avisar', cut: 'cortar' } as const satisfies Record<OnBase, string>

export const geofenceExample = {
  tipo: 'circulo',
  lat: 19.4326,
  lng: -99.1332,
  radio_km: 20,
  en_base: 'avisar',
} as const
const polygonExample = {
  tipo: 'poligono',
  puntos: [
    [19.3, -99.3],
    [19.3, -99],
    [19.6, -99],
  ],
} as const

const circleFields = {
  lat: Type.Number({ minimum: -90, maximum: 90, description: 'Latitude of the centre, in decimal degrees.' }),
  lng: Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the centre, in decimal degrees.' }),
  radio_km: Type.Number({ minimum: LEAST_RADIUS_KM, maximum: MOST_RADIUS_KM, description: 'Radius in kilometres.' }),
}

const polygonFields = {
  puntos: Type.Array(
    Type.Unsafe<[number, number]>({ type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 }),
    {
      minItems: LEAST_POINTS,
      // One more, because a ring may repeat its first point at the end.
      maxItems: MOST_POINTS + 1,
      description: `${LEAST_POINTS} to ${MOST_POINTS} points \`[lat, lng]\` around the area, in order. The sides are straight lines in latitude and longitude, do not cross each other, and do not cross the antimeridian.`,
    },
  ),
}

const onBase = {
  en_base: Type.Optional(
    Words(
      'FenceOnBase',
      Object.values(ON_BASE_WORDS),
      'What happens on the mountpoint of a station when a rover reports a position outside the area. `avisar` (default): the session records it. `cortar`: the session ends.',
    ),
  ),
}

const Circle = Type.Object(
  { tipo: Type.Literal(SHAPES.circle), ...circleFields, ...onBase },
  { title: 'FenceCircle', additionalProperties: false, description: 'A circle.', examples: [geofenceExample] },
)
const Polygon = Type.Object(
  { tipo: Type.Literal(SHAPES.polygon), ...polygonFields, ...onBase },
  {
    title: 'FencePolygon',
    additionalProperties: false,
    description: 'A polygon.',
    examples: [polygonExample],
  },
)

export const GeofenceSchema = Type.Object(
  {
    tipo: Type.Unsafe<(typeof SHAPES)[Geofence['shape']]>({ type: 'string', enum: Object.values(SHAPES) }),
    ...Type.Partial(Type.Object({ ...circleFields, ...polygonFields })).properties,
    ...onBase,
  },
  {
    title: 'Fence',
    additionalProperties: false,
    description:
      'An area: a circle or a polygon. On the network mountpoint, a rover receives data only while it reports a position inside the area.',
    described: {
      oneOf: [Circle, Polygon],
      discriminator: {
        propertyName: 'tipo',
        mapping: {
          [SHAPES.circle]: '#/components/schemas/FenceCircle',
          [SHAPES.polygon]: '#/components/schemas/FencePolygon',
        },
      },
    },
    examples: [geofenceExample],
  },
)

export type WireGeofence = Static<typeof GeofenceSchema>

const keyOf = <Key extends string>(words: Readonly<Record<Key, string>>, word: string): Key =>
  (Object.keys(words) as Key[]).find((key) => words[key] === word)!

export const geofenceFromWire = ({ tipo, lat, lng, radio_km, puntos, en_base }: WireGeofence): GeofenceWish => ({
  shape: keyOf(SHAPES, tipo),
  lat,
  lng,
  radiusKm: radio_km,
  points: puntos,
  onBase: en_base && keyOf(ON_BASE_WORDS, en_base),
})

export function geofenceToWire(geofence: Geofence): WireGeofence {
  const en_base = ON_BASE_WORDS[geofence.onBase]
  if (geofence.shape === 'polygon')
    return { tipo: SHAPES.polygon, puntos: geofence.points.map(([lat, lng]) => [lat, lng]), en_base }
  const { lat, lng, radiusKm } = geofence
  return { tipo: SHAPES.circle, lat, lng, radio_km: radiusKm, en_base }
}
