import { describe, expect, it } from 'vitest'
import { CorrectionAges } from '../../../src/domain/sessions/felt.ts'

const told = (...ages: (number | null)[]): CorrectionAges => {
  const all = new CorrectionAges()
  for (const age of ages) all.add(age)
  return all
}

describe('how old the corrections were', () => {
  it('is not known while no GGA told it', () => {
    expect(told(null, null)).toMatchObject({ last: null, median: null })
  })

  it('is the last, the worst, and what half of them stayed within', () => {
    expect(told(1, 1.2, 0.9, 40, 2)).toMatchObject({ last: 2, worst: 40, median: 1.5 })
    expect(told(0.2, 0.2, 0.3)).toMatchObject({ last: 0.3, worst: 0.3, median: 0.3 })
    expect(told(2, 3, 4000, 5000, 6000)).toMatchObject({ worst: 6000, median: 6000 })
  })

  it('a rover that works without corrections has no age now, and has had one', () => {
    expect(told(1, 2, 30, null)).toMatchObject({ last: null, worst: 30, median: 2 })
  })
})
