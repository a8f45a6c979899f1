import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, isColour, shadesOf } from '../../../src/domain/delivery/accent.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('an accent colour', () => {
  it('has the contrast of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  })

  it('has legible shades, whatever was chosen', () => {
    fc.assert(
      fc.property(colours, (accent) => {
        const { deep, pale } = shadesOf(accent)
        expect([isColour(deep), isColour(pale)]).toEqual([true, true])
        for (const ground of ['#ffffff', '#f6f8f9']) expect(contrast(deep, ground)).toBeGreaterThanOrEqual(4.5)
        for (const ground of ['#10171c', '#171f25', '#202a31'])
          expect(contrast(pale, ground)).toBeGreaterThanOrEqual(4.5)
      }),
    )
  })

  it('is unchanged if it is legible', () => {
    expect(shadesOf('#0B5FA5').deep).toBe('#0b5fa5')
    expect(shadesOf('#ffcc00').pale).toBe('#ffcc00')
  })

  it.each(['#fff', 'red', '#12345', '#1234567', '#12345g', '#123456;}', ''])(
    'is rejected if it is no colour: %s',
    (text) => {
      expect(isColour(text)).toBe(false)
    },
  )
})
