// The vector from the registered position to the announced one, in metres.

interface Place {
  readonly lat: number
  readonly lng: number
}

interface Announced extends Place {
  readonly at: string
  readonly height: number | null
}

export interface Offset {
  readonly east: number
  readonly north: number
}

const EQUATOR_M = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_316
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** On the tangent plane at `from`, which is exact enough for some kilometres. */
export function offsetOf(from: Place, to: Place): Offset {
  const sine = Math.sin(radians(from.lat))
  const root = Math.sqrt(1 - ECCENTRICITY_SQUARED * sine * sine)
  const meridian = (EQUATOR_M * (1 - ECCENTRICITY_SQUARED)) / root ** 3
  const cross = EQUATOR_M / root
  return {
    east: radians(to.lng - from.lng) * cross * Math.cos(radians(from.lat)),
    north: radians(to.lat - from.lat) * meridian,
  }
}

export const lengthOf = ({ east, north }: Offset): number => Math.hypot(east, north)

/**
 * Change of height since the station last announced a position near the registered one, because stations have no
 * registered height; `null` if that is not known.
 */
export function upOf(registered: Place, limitM: number, positions: readonly Announced[]): number | null {
  const now = positions.at(-1)?.height ?? null
  const before = positions.findLast((each) => lengthOf(offsetOf(registered, each)) <= limitM)?.height ?? null
  return now === null || before === null ? null : now - before
}

/** The distance from the registered position at each step; `null` before the first known position. */
export function distancesOver(
  registered: Place,
  positions: readonly Announced[],
  { from, to, stepMs }: { readonly from: number; readonly to: number; readonly stepMs: number },
): { readonly at: number; readonly value: number | null }[] {
  const changes = positions.map((each) => ({
    at: new Date(each.at).getTime(),
    metres: lengthOf(offsetOf(registered, each)),
  }))
  return Array.from({ length: Math.ceil((to - from) / stepMs) }, (_, step) => {
    const at = from + step * stepMs
    return { at, value: changes.findLast((change) => change.at <= at + stepMs)?.metres ?? null }
  })
}
