import type L from 'leaflet'
import type { Area } from '../../../../src/http/console/contract/credentials/geofence.ts'

interface Circle {
  readonly lat: number
  readonly lng: number
  readonly radiusKm: number
}

const CORNERS = 72

export const ringOf = (fence: Area): L.LatLngTuple[] =>
  fence.shape === 'circle' ? around(fence) : fence.points.map(([lat, lng]) => [lat, lng])

/** A circle on the ground: Mercator stretches it towards the poles, so it is not a circle of pixels. */
export function around({ lat, lng, radiusKm }: Circle): L.LatLngTuple[] {
  const radians = Math.PI / 180
  const reach = radiusKm / 6371
  return Array.from({ length: CORNERS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / CORNERS
    const up = Math.asin(
      Math.sin(lat * radians) * Math.cos(reach) + Math.cos(lat * radians) * Math.sin(reach) * Math.cos(bearing),
    )
    const east = Math.atan2(
      Math.sin(bearing) * Math.sin(reach) * Math.cos(lat * radians),
      Math.cos(reach) - Math.sin(lat * radians) * Math.sin(up),
    )
    return [up / radians, lng + east / radians]
  })
}
