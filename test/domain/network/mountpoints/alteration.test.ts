import { describe, expect, it } from 'vitest'
import {
  altersNothing,
  NOTHING_ALTERED,
  THINNING_SECONDS,
} from '../../../../src/domain/network/mountpoints/alteration.ts'
import {
  type AlterationInput,
  alterationFaults,
  normalAlteration,
  parseAlteration,
} from '../../../../src/domain/network/mountpoints/alteration-input.ts'

describe('an alteration', () => {
  it('is empty by default', () => {
    for (const input of [{}, { messages: null, constellations: null, everySeconds: null, form: null }]) {
      expect(alterationFaults(input)).toEqual([])
      expect(normalAlteration(input)).toEqual(NOTHING_ALTERED)
    }
    expect(altersNothing(NOTHING_ALTERED)).toBe(true)
  })

  it('has one canonical form, whatever the order', () => {
    const input: AlterationInput = {
      messages: { rule: 'drop', types: [1230, 1005, 1230] },
      constellations: ['GAL', 'GPS', 'GPS'],
      everySeconds: 5,
      form: 'msm4',
    }
    expect(alterationFaults(input)).toEqual([])
    const normal = normalAlteration(input)
    expect(normal).toEqual({
      messages: { rule: 'drop', types: [1005, 1230] },
      constellations: ['GPS', 'GAL'],
      everySeconds: 5,
      form: 'msm4',
      ...{ announced: null, added: null, ephemerides: null, stationNumber: null },
    })
    expect(parseAlteration(JSON.parse(JSON.stringify(normal)))).toEqual(normal)
    expect(altersNothing(normal)).toBe(false)
  })

  it('treats a selection of all constellations as no filter', () => {
    expect(normalAlteration({ constellations: ['NAV', 'BDS', 'QZS', 'SBS', 'GAL', 'GLO', 'GPS'] })).toEqual(
      NOTHING_ALTERED,
    )
  })

  it.each<[AlterationInput, string, readonly (string | number)[]]>([
    [{ messages: { rule: 'only', types: [1] } }, 'not_one_of', ['messages', 'rule']],
    [{ messages: { rule: 'keep', types: [] } }, 'empty', ['messages', 'types']],
    [{ messages: { rule: 'keep', types: [1005, 4096] } }, 'not_whole_number', ['messages', 'types', 1]],
    [{ messages: { rule: 'keep', types: [0] } }, 'not_whole_number', ['messages', 'types', 0]],
    [{ messages: { rule: 'drop', types: Array(101).fill(1005) } }, 'too_many', ['messages', 'types']],
    [{ constellations: [] }, 'empty', ['constellations']],
    [{ constellations: ['GPS', 'gps'] }, 'not_one_of', ['constellations', 1]],
    [{ everySeconds: 7 }, 'not_one_of', ['everySeconds']],
    [{ everySeconds: 0 }, 'not_one_of', ['everySeconds']],
    [{ everySeconds: Number.NaN }, 'not_one_of', ['everySeconds']],
    [{ ephemerides: { everySeconds: 45 } }, 'not_one_of', ['ephemerides', 'everySeconds']],
    [{ form: 'msm7' }, 'not_one_of', ['form']],
  ])('rejects %j', (input, code, path) => {
    expect(alterationFaults(input)).toMatchObject([{ code, path }])
    expect(parseAlteration(input)).toBeNull()
  })

  it.each([null, 1, 'x', [], { messages: [] }, { messages: { rule: 'keep' } }, { constellations: [1] }, { form: 4 }])(
    'is null for invalid stored data: %j',
    (stored) => {
      expect(parseAlteration(stored)).toBeNull()
    },
  )

  it('offers intervals that divide a day', () => {
    for (const seconds of THINNING_SECONDS) expect(86_400_000 % Math.round(seconds * 1000)).toBe(0)
  })
})
