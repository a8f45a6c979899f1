// Groups stations whose marks would overlap and could not be clicked.
import type { Placed } from '../fit-stations.ts'

export interface Cluster<One> {
  /** Stable while the cluster contains the same stations. */
  readonly id: string
  /** One of the members, so that two cluster marks are never closer than their width. */
  readonly at: One
  readonly members: readonly One[]
}

export interface Clustered<One> {
  readonly singles: readonly One[]
  readonly clusters: readonly Cluster<One>[]
}

/** Up to this number, overlapping marks are still readable, and nothing is clustered. */
export const FEW = 40
const RADIUS_PX = 40

/** `pixel` returns a station's position at the current zoom. */
export function clustered<One extends Placed & { readonly id: number }>(
  stations: readonly One[],
  pixel: (station: One) => { readonly x: number; readonly y: number },
): Clustered<One> {
  if (stations.length <= FEW) return { singles: stations, clusters: [] }
  const spots = stations.map((station) => ({ station, ...pixel(station), isTaken: false }))
  const cells = new Map<string, typeof spots>()
  for (const spot of spots) {
    const cell = cellOf(spot.x, spot.y)
    cells.set(cell, [...(cells.get(cell) ?? []), spot])
  }
  const singles: One[] = []
  const clusters: Cluster<One>[] = []
  for (const spot of spots) {
    if (spot.isTaken) continue
    const near = around(spot).flatMap((cell) => cells.get(cell) ?? [])
    const members = near.filter(
      (other) => !other.isTaken && Math.hypot(other.x - spot.x, other.y - spot.y) <= RADIUS_PX,
    )
    for (const member of members) member.isTaken = true
    if (members.length === 1) singles.push(spot.station)
    else {
      const together = members.map(({ station }) => station)
      clusters.push({ id: together.map(({ id }) => id).join('-'), at: spot.station, members: together })
    }
  }
  return { singles, clusters }
}

const cellOf = (x: number, y: number) => `${Math.floor(x / RADIUS_PX)} ${Math.floor(y / RADIUS_PX)}`
const around = ({ x, y }: { readonly x: number; readonly y: number }) =>
  [-1, 0, 1].flatMap((right) => [-1, 0, 1].map((down) => cellOf(x + right * RADIUS_PX, y + down * RADIUS_PX)))
