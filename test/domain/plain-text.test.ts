import fc from 'fast-check'
import { expect, it } from 'vitest'
import { escapeHtml, oneLine } from '../../src/domain/text/plain-text.ts'

it('one line keeps letters of every script and emoji, and nothing that breaks or turns a line', () => {
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

it('HTML shows what was written', () => {
  expect(escapeHtml(`<a href="x">'&amp;'</a>`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&#39;&lt;/a&gt;')
})
