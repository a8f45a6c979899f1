import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml, oneLine, quotable } from '../../../src/domain/text/plain-text.ts'

it('keeps letters of every script and emoji in one line, and removes breaks and direction marks', () => {
  expect(oneLine(' a\r\nb\tc\0d\u2028e\u0085f  g ')).toBe('a b c d e f g')
  expect(oneLine('\u202efdp.exe\u2066 שלום مرحبا 👩‍🌾 Ñandú')).toBe('fdp.exe שלום مرحبا 👩‍🌾 Ñandú')
  expect(oneLine('half \ud83d of one')).toBe('half of one')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const line = oneLine(text)
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u)
      expect(oneLine(line)).toBe(line)
    }),
  )
})

it('shortens quoted text and breaks its links, and keeps names', () => {
  for (const name of ['María Peña', 'Topografía S.A. de C.V.', 'Ing. J. Pérez', 'Tramo 3.5', 'שלום 🛰️'])
    expect(quotable(name)).toBe(name)
  expect(quotable('pague en https://evil.example/x?y=1')).toBe('pague en https: //evil. example/x?y=1')
  expect(quotable('www.evil.com, a@evil.com, пример.рф, evil。com')).toBe(
    'www. evil. com, a@evil. com, пример. рф, evil。 com',
  )
  expect(quotable('🛰️'.repeat(200)).length).toBeLessThan(250)
  expect(Array.from(quotable('x'.repeat(200)))).toHaveLength(80)
  expect(quotable('a\r\nb')).toBe('a b')
})

it('escapes HTML', () => {
  expect(escapeHtml(`<a href="x">'&amp;'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;')
})
