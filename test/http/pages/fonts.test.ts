import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fontkit from 'fontkit'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const MOST_BYTES = 20_000

const words = ['web/src/words', 'src/words', 'src/outbound/delivery/words'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8')),
)

describe.each([400, 500, 600])('Inter of weight %i', (weight) => {
  const file = readFileSync(join(ROOT, `web/public/assets/inter-${weight}.woff2`))
  const font = fontkit.create(file) as fontkit.Font

  it('is small and correctly padded', () => {
    expect(file.length).toBeLessThan(MOST_BYTES)
    expect(file.length % 4).toBe(0)
    expect(file.readUInt32BE(8)).toBe(file.length)
  })

  it('has every character of our texts', () => {
    const letters = new Set([...words.join('')].filter((letter) => letter >= ' '))
    expect([...letters].filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0)!))).toEqual([])
  })

  it('has tabular figures and kerning', () => {
    const widths = [...'0123456789'].map((figure) => font.layout(figure).glyphs[0]!.advanceWidth)
    expect(new Set(widths).size).toBe(1)
    expect(widths[0]).toBeGreaterThan(0)
    const [left] = font.layout('To').positions
    expect(left!.xAdvance).toBeLessThan(font.layout('T').positions[0]!.xAdvance)
  })

  it('contains the copyright notice', () => {
    expect(font.copyright).toContain('Inter Project Authors')
  })
})
