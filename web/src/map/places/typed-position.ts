import { toNumber } from '../../parts/text/typed-number.ts'

export interface TypedPosition {
  readonly lat: string
  readonly lng: string
}

/** `null` if both fields are empty, `undefined` if they are not a position. */
export function positionIn({ lat, lng }: TypedPosition): { lat: number; lng: number } | null | undefined {
  if (lat.trim() === '' && lng.trim() === '') return null
  const [north, east] = [toNumber(lat), toNumber(lng)]
  if (typeof north !== 'number' || typeof east !== 'number') return undefined
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { lat: north, lng: east } : undefined
}
