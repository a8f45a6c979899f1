// A geofence as typed: numbers stay text until the form is sent.
import type { Geofence } from '../../../../src/http/console/contract/credentials/geofence.ts'
import { toNumber } from '../../parts/text/typed-number.ts'
import { positionIn, type TypedPosition } from './typed-position.ts'

export interface TypedGeofence {
  readonly shape: 'none' | Geofence['shape']
  readonly centre: TypedPosition
  readonly radiusKm: string
  /** One point per line: latitude, longitude. */
  readonly points: string
  readonly onBase: Geofence['onBase']
}

export const NO_FENCE: TypedGeofence = {
  ...{ shape: 'none', centre: { lat: '', lng: '' }, radiusKm: '20', points: '', onBase: 'tell' },
}

export function typedGeofence(fence: Geofence | null): TypedGeofence {
  if (!fence) return NO_FENCE
  const { shape, onBase } = fence
  if (fence.shape === 'polygon') return { ...NO_FENCE, shape, onBase, points: textOf(fence.points) }
  const centre = { lat: String(fence.lat), lng: String(fence.lng) }
  return { ...NO_FENCE, shape, onBase, centre, radiusKm: String(fence.radiusKm) }
}

export type Point = readonly [lat: number, lng: number]

export const textOf = (points: readonly (readonly number[])[]): string =>
  points.map(([lat, lng]) => `${lat}, ${lng}`).join('\n')

/** The points that can be parsed; `whole` if all of them can. Semicolons also separate points. */
export function pointsIn(text: string): { readonly points: readonly Point[]; readonly whole: boolean } {
  const lines = text.split(/[\n;]/).filter((line) => line.trim() !== '')
  const points = lines.flatMap((line): Point[] => {
    const [lat = '', lng = '', more] = line.trim().split(/\s*,\s*|\s+/)
    const position = more === undefined ? positionIn({ lat, lng }) : undefined
    return position ? [[position.lat, position.lng]] : []
  })
  return { points, whole: points.length === lines.length }
}

/** The request value: `null` for no geofence, `undefined` if incomplete. */
export function geofenceIn({ shape, centre, radiusKm, points: text, onBase }: TypedGeofence) {
  if (shape === 'none') return null
  if (shape === 'polygon') {
    const { points, whole } = pointsIn(text)
    return whole && points.length >= 3 ? { shape, points: points.map((point) => [...point]), onBase } : undefined
  }
  const position = positionIn(centre)
  const radius = toNumber(radiusKm)
  return position && typeof radius === 'number' && radius > 0
    ? { shape, ...position, radiusKm: radius, onBase }
    : undefined
}
