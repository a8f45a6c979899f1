// Decides beside which marks there is room for the station's code.
import type { Spot } from './spread.ts'

export const SIDES = ['right', 'left', 'below', 'above'] as const
export type Side = (typeof SIDES)[number]

export interface Coded extends Spot {
  readonly code: string
  /** Shown even where there is no room. */
  readonly isProblem: boolean
}

interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const MARK_PX = 24
const GAP_PX = 2
const HEIGHT_PX = 17
/** Average width of a letter in map.css, rounded up. */
const LETTER_PX = 7.5
const AROUND_PX = 6

/** The side of each mark's code, in the same order; `null` without room. `others` are marks without a code. */
export function codeSides(marks: readonly Coded[], others: readonly (Spot & { size: number })[] = []): (Side | null)[] {
  const boxes = marks.map((mark) => around(mark, MARK_PX))
  const taken = others.map((other) => around(other, other.size))
  const sides = marks.map((): Side | null => null)
  const byNeed = [...marks.keys()].sort((a, b) => Number(marks[b]!.isProblem) - Number(marks[a]!.isProblem))
  for (const place of byNeed) {
    const mark = marks[place]!
    const isFree = (side: Side) => {
      const box = boxOf(mark, side)
      return (
        !taken.some((other) => overlap(box, other)) && !boxes.some((other, at) => at !== place && overlap(box, other))
      )
    }
    const side = SIDES.find(isFree) ?? (mark.isProblem ? 'right' : null)
    if (side === null) continue
    sides[place] = side
    taken.push(boxOf(mark, side))
  }
  return sides
}

const around = ({ x, y }: Spot, size: number): Box => ({
  left: x - size / 2,
  top: y - size / 2,
  right: x + size / 2,
  bottom: y + size / 2,
})

function boxOf({ x, y, code }: Coded, side: Side): Box {
  const width = code.length * LETTER_PX + AROUND_PX
  const beside = MARK_PX / 2 + GAP_PX
  const middle = { top: y - HEIGHT_PX / 2, bottom: y + HEIGHT_PX / 2 }
  const centre = { left: x - width / 2, right: x + width / 2 }
  if (side === 'right') return { left: x + beside, right: x + beside + width, ...middle }
  if (side === 'left') return { left: x - beside - width, right: x - beside, ...middle }
  if (side === 'below') return { ...centre, top: y + beside, bottom: y + beside + HEIGHT_PX }
  return { ...centre, top: y - beside - HEIGHT_PX, bottom: y - beside }
}

const overlap = (one: Box, other: Box) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
