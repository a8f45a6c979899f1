import { expect, it } from 'vitest'
import { type UncheckedFacts, uncheckedReason } from '../../../../src/domain/archive/integrity/unchecked.ts'

const facts = (more: Partial<UncheckedFacts> = {}): UncheckedFacts => ({
  ...{
    stationId: 1,
    isCompared: true,
    pairs: [{ a: 1, b: 2, km: 30 }],
    troubles: [],
    isOnline: true,
    isMeasured: true,
  },
  ...more,
})

it.each([
  ['not_compared', { isCompared: false }],
  ['no_neighbour', { pairs: [] }],
  ['little_memory', { isMeasured: false }],
  ['no_data', { isOnline: false }],
  ['no_position', { troubles: [{ code: 'no_position', stationId: 1 }] }],
  ['wrong_clock', { isOnline: false, troubles: [{ code: 'wrong_clock', stationId: 1 }] }],
  ['neighbour_without_data', { troubles: [{ code: 'no_data', stationId: 2 }] }],
  [
    'wrong_coordinates',
    {
      troubles: [
        { code: 'not_fixed', stationId: null },
        { code: 'wrong_coordinates', stationId: null },
      ],
    },
  ],
  [
    'two_bands',
    {
      troubles: [
        { code: 'no_data', stationId: 2 },
        { code: 'two_bands', stationId: null },
      ],
    },
  ],
  ['not_fixed', {}],
] as const)('says %s', (code, more) => {
  expect(uncheckedReason(facts(more))).toBe(code)
})
