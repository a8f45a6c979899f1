// Coordinates as they are typed.

export interface TypedPosition {
  readonly lat: string
  readonly lng: string
}

/** A comma is how many people write a decimal point. What is no number stays a text, and the service says so. */
export const toNumber = (text: string): number | string => {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || Number.isNaN(number) ? text : number
}

/** null: neither of them is filled in; undefined: this is no position. */
export function positionIn({ lat, lng }: TypedPosition): { lat: number; lng: number } | null | undefined {
  if (lat.trim() === '' && lng.trim() === '') return null
  const [north, east] = [toNumber(lat), toNumber(lng)]
  if (typeof north !== 'number' || typeof east !== 'number') return undefined
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? { lat: north, lng: east } : undefined
}
