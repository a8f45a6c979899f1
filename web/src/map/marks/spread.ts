// Moves marks that would cover each other apart, so that each can be seen and clicked.

export interface Spot {
  readonly x: number
  readonly y: number
}

const ROUNDS = 60
/** A mark this close to its position counts as being there. */
const NEAR_PX = 3

/** New positions, at least about `distance` apart, in the same order. Marks with enough room stay where they are. */
export function spread(spots: readonly Spot[], distance: number): Spot[] {
  const moved = spots.map(({ x, y }) => ({ x, y }))
  for (let round = 0; round < ROUNDS; round++) {
    let isDone = true
    for (let index = 0; index < moved.length; index++)
      for (let next = index + 1; next < moved.length; next++) {
        const [one, other] = [moved[index]!, moved[next]!]
        const [right, down] = [other.x - one.x, other.y - one.y]
        const apart = Math.hypot(right, down)
        if (apart >= distance - 0.5) continue
        isDone = false
        // Marks at the same position leave it in different directions.
        const angle = apart === 0 ? index * 2.4 : Math.atan2(down, right)
        const push = (distance - apart) / 2
        one.x -= Math.cos(angle) * push
        one.y -= Math.sin(angle) * push
        other.x += Math.cos(angle) * push
        other.y += Math.sin(angle) * push
      }
    if (isDone) break
  }
  return moved.map((spot, place) => (isNear(spot, spots[place]!) ? spots[place]! : spot))
}

const isNear = (one: Spot, other: Spot) => Math.hypot(one.x - other.x, one.y - other.y) < NEAR_PX
