import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inAscii } from '../src/ascii.ts'

it.each([
  ['Mérida', 'Merida'],
  ['Cancún – Ñuñoa', 'Cancun - Nunoa'],
  ['São Paulo', 'Sao Paulo'],
  ['Straße', 'Strasse'],
  ['«Vértice»', "'Vertice'"],
  ['東京', '??'],
  ['plain; text\r\n', 'plain; text\r\n'],
])('%s becomes %s', (text, ascii) => {
  expect(inAscii(text)).toBe(ascii)
})

it('leaves only ASCII of any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(inAscii(text)).toMatch(/^[\0-\x7f]*$/)
    }),
  )
})
