import type { Area } from '../../../../src/http/console/contract/credentials/geofence.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from './figures.ts'

export function useGeofenceText(): (fence: Area | null) => string {
  const { fence: words } = usePartWords()
  const { number } = useFigures()
  return (fence) => {
    if (!fence) return words.anywhere
    if (fence.shape === 'polygon') return words.inPolygon(fence.points.length)
    const km = number(fence.radiusKm, Number.isInteger(fence.radiusKm) ? 0 : 1)
    return words.inCircle(km, `${number(fence.lat, 4)}, ${number(fence.lng, 4)}`)
  }
}
