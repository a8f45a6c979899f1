// Divides a network into regions that a wall shows one after the other.

interface Located {
  readonly code: string
  readonly federalState: string
  readonly lat: number
  readonly lng: number
}

export interface Region<One> {
  /** The federal states with the most stations, or station codes. */
  readonly names: readonly string[]
  readonly stations: readonly One[]
}

/** Smaller networks fit on one screen. */
const LEAST_STATIONS = 8
const MOST_REGIONS = 6
/** Groups up to this size are not divided. */
const SMALL = 5
const MOST_NAMES = 2

export function regionsOf<One extends Located>(stations: readonly One[]): Region<One>[] {
  if (stations.length < LEAST_STATIONS) return []
  const groups: (readonly One[])[] = [stations]
  while (groups.length < MOST_REGIONS) {
    const largest = groups.reduce((one, other) => (other.length > one.length ? other : one))
    if (largest.length <= SMALL) break
    groups.splice(groups.indexOf(largest), 1, ...halves(largest))
  }
  return groups.map((group) => ({ names: namesOf(group), stations: group }))
}

/** Cuts at the widest gap near the middle of the longer side. */
function halves<One extends Located>(group: readonly One[]): [One[], One[]] {
  const extent = (values: number[]) => Math.max(...values) - Math.min(...values)
  const isWide = extent(group.map(({ lng }) => lng)) > extent(group.map(({ lat }) => lat))
  const along = (one: One) => (isWide ? one.lng : -one.lat)
  const sorted = group.toSorted((a, b) => along(a) - along(b))
  const [from, to] = [Math.ceil(sorted.length / 4), Math.floor((3 * sorted.length) / 4)]
  const gapAt = (place: number) => along(sorted[place]!) - along(sorted[place - 1]!)
  let cut = from
  for (let place = from; place <= to; place++) if (gapAt(place) > gapAt(cut)) cut = place
  return [sorted.slice(0, cut), sorted.slice(cut)]
}

function namesOf(group: readonly Located[]): string[] {
  const counts = new Map<string, number>()
  for (const { federalState } of group)
    if (federalState.trim()) counts.set(federalState, (counts.get(federalState) ?? 0) + 1)
  const states = [...counts].sort(([, a], [, b]) => b - a).map(([state]) => state)
  return (states.length > 0 ? states : group.map(({ code }) => code)).slice(0, MOST_NAMES)
}
