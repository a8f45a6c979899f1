import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast, DEFAULT_ACCENT, isColour, shadesOf } from '../../../src/domain/delivery/accent.ts'

const colours = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('an accent', () => {
  it('has the contrast of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.478, 3)
  })

  it('has shades that can be read, whatever was chosen', () => {
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

  it('stays what it is where it can be read already', () => {
    expect(shadesOf('#0B5FA5').deep).toBe('#0b5fa5')
    expect(shadesOf('#ffcc00').pale).toBe('#ffcc00')
  })

  it.each(['#fff', 'red', '#12345', '#1234567', '#12345g', '#123456;}', ''])('is no colour: %s', (text) => {
    expect(isColour(text)).toBe(false)
  })
})

it('by default is the same on every kind of page', () => {
  const { deep, pale } = shadesOf(DEFAULT_ACCENT)
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  expect(read('web/src/theme/global.css')).toContain(`--accent: ${deep};\n  --accent-pale: ${pale};`)
  expect(read('src/http/portal/files/portal.css')).toContain(`--accent: light-dark(${deep}, ${pale});`)
  for (const shade of [deep, pale]) expect(read('src/delivery/files/customer.css')).toContain(`--accent: ${shade};`)
  expect(read('web/public/assets/icon.svg')).toContain(`fill="${deep}"`)
})
