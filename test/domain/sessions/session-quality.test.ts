import { describe, expect, it } from 'vitest'
import { CorrectionAges } from '../../../src/domain/sessions/session-quality.ts'

const told = (...ages: (number | null)[]): CorrectionAges => {
  const all = new CorrectionAges()
  for (const age of ages) all.add(age)
  return all
}

describe('the age of corrections', () => {
  it('is unknown until a GGA reports it', () => {
    expect(told(null, null)).toMatchObject({ last: null, median: null })
  })

  it('has a last, a worst and a median value', () => {
    expect(told(1, 1.2, 0.9, 40, 2)).toMatchObject({ last: 2, worst: 40, median: 1.5 })
    expect(told(0.2, 0.2, 0.3)).toMatchObject({ last: 0.3, worst: 0.3, median: 0.3 })
    expect(told(2, 3, 4000, 5000, 6000)).toMatchObject({ worst: 6000, median: 6000 })
  })

  it('has no last value if the rover works without corrections now', () => {
    expect(told(1, 2, 30, null)).toMatchObject({ last: null, worst: 30, median: 2 })
  })
})
