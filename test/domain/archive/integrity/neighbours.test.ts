import { expect, it } from 'vitest'
import { neighbourPairs } from '../../../../src/domain/archive/integrity/neighbours.ts'

const at = (id: number, lat: number, lng: number) => ({ id, lat, lng })

it('pairs neighbours, not stations behind them', () => {
  const grid = Array.from({ length: 25 }, (_, i) =>
    at(i + 1, 19 + Math.floor(i / 5) * 0.3, -99 + (i % 5) * 0.3 + 0.01 * i),
  )
  const pairs = neighbourPairs(grid)
  expect(pairs.length).toBeGreaterThan(39)
  expect(pairs.length).toBeLessThan(75)
  expect(pairs.filter(({ km }) => km > 60).length).toBeLessThan(4)
  expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBe(25)
})

it('leaves out distances beyond 100 km', () => {
  expect(neighbourPairs([at(1, 19, -99), at(2, 20, -99)])).toEqual([])
  expect(neighbourPairs([at(2, 19, -99), at(1, 19.5, -99)])).toMatchObject([{ a: 1, b: 2 }])
  expect(neighbourPairs([at(1, 19, -99)])).toEqual([])
})

it('pairs stations on one line, and two at one site', () => {
  const pairs = neighbourPairs([at(1, 19, -99), at(2, 19.3, -99), at(3, 19.6, -99), at(4, 19.6, -99)])
  expect(pairs.map(({ a, b }) => `${a}-${b}`)).toEqual(expect.arrayContaining(['1-2', '2-3', '3-4']))
})
