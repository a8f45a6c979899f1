import { describe, expect, it } from 'vitest'
import { codeSides } from '../../web/src/map/marks/codes.ts'
import { spread } from '../../web/src/map/marks/spread.ts'

const APART = 25
const gaps = (spots: readonly { x: number; y: number }[]) =>
  spots.flatMap((one, at) => spots.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y)))

describe('marks that would overlap', () => {
  it('are moved apart, and stay close to their positions', () => {
    const spots = Array.from({ length: 10 }, (_, at) => ({ x: 100 + (at % 4) * 6, y: 100 + Math.floor(at / 4) * 7 }))
    const moved = spread(spots, APART)
    expect(Math.min(...gaps(moved))).toBeGreaterThan(APART - 3)
    for (const [at, { x, y }] of moved.entries())
      expect(Math.hypot(x - spots[at]!.x, y - spots[at]!.y)).toBeLessThan(70)
  })

  it('leave the same position in different directions', () => {
    const moved = spread(
      Array.from({ length: 3 }, () => ({ x: 5, y: 5 })),
      APART,
    )
    expect(Math.min(...gaps(moved))).toBeGreaterThan(APART - 3)
  })

  it('stay where they are if there is room', () => {
    const spots = [
      { x: 0, y: 0 },
      { x: 40, y: 0 },
    ]
    const moved = spread(spots, APART)
    expect(moved[0]).toBe(spots[0])
    expect(moved[1]).toBe(spots[1])
  })
})

describe('station codes', () => {
  const mark = (x: number, y: number, isProblem = false) => ({ x, y, code: 'CDMX', isProblem })

  it('stand on a side with room', () => {
    expect(codeSides([mark(0, 0), mark(400, 0)])).toEqual(['right', 'right'])
    expect(codeSides([mark(0, 0), mark(30, 0)])).toEqual(['left', 'right'])
    expect(codeSides([mark(0, 0)], [{ x: 30, y: 0, size: 38 }])).toEqual(['left'])
  })

  it('are left out without room, except those of stations with a problem, which come first', () => {
    const crowd = Array.from({ length: 25 }, (_, at) => mark((at % 5) * 25, Math.floor(at / 5) * 25))
    expect(codeSides(crowd)[12]).toBeNull()
    const troubled = crowd.map((one, at) => ({ ...one, isProblem: at === 12 }))
    expect(codeSides(troubled)[12]).toBe('right')
    const pair = [mark(0, 0), mark(0, 12, true)]
    expect(codeSides(pair)[1]).not.toBeNull()
  })
})
