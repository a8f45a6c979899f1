import { expect, it } from 'vitest'
import { run, solved } from '../support/baseline.ts'

it('solves a baseline of 36 km within centimetres', () => {
  const last = solved(run({ hours: 0.5, movementM: 0 })).at(-1)!
  expect(last.isFixed).toBe(true)
  expect(Math.hypot(last.east, last.north)).toBeLessThan(0.01)
})

it('a single band is not solved', () => {
  expect(solved(run({ onlyBand: 0, hours: 0.1 }))).toHaveLength(0)
})

it('without ephemerides nothing is solved', () => {
  expect(solved(run({ orbitAt: () => null, hours: 0.1 }))).toHaveLength(0)
})
