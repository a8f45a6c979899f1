// Fonts of the PDF, opened once per process. Each document embeds the glyphs that it uses.
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { packageFile } from '../../../base/package-file.ts'

const inter = (style: string) => `@expo-google-fonts/inter/${style}/Inter_${style}.ttf`
const dejaVu = (name: string) => `dejavu-fonts-ttf/ttf/DejaVu${name}.ttf`

export const FONT_FILES = {
  regular: inter('400Regular'),
  strong: inter('700Bold'),
  /** For values that are copied letter by letter. */
  mono: dejaVu('SansMono-Bold'),
  /** For non-Latin scripts (Greek, Cyrillic, Hebrew, Arabic) and arrows. */
  other: dejaVu('Sans'),
  otherStrong: dejaVu('Sans-Bold'),
} as const

export type FontName = keyof typeof FONT_FILES

export const readFont = (name: FontName): Buffer => readFileSync(packageFile(FONT_FILES[name]))

const opened = new Map<FontName, Font>()

export function fontOf(name: FontName): Font {
  let font = opened.get(name)
  if (!font) {
    font = remembering(create(readFont(name)) as Font)
    opened.set(name, font)
  }
  return font
}

/** Nearly all words are ours and the same on every sheet; beyond this many, the cache is cleared. */
const WORDS_KEPT = 4_000

/** Caches the layout of words, because shaping takes most of the time of a sheet. */
function remembering(font: Font): Font {
  const known = new Map<string, ReturnType<Font['layout']>>()
  const layout: Font['layout'] = (text, ...more) => {
    if (more.some((option) => option !== undefined)) return font.layout(text, ...more)
    let run = known.get(text)
    if (!run) {
      run = font.layout(text)
      if (known.size >= WORDS_KEPT) known.clear()
      known.set(text, run)
    }
    // Copied, because the caller scales the positions in place.
    const positions = run.positions.map((position) => ({ ...position }))
    return Object.assign(Object.create(Object.getPrototypeOf(run)), run, { positions })
  }
  return Object.create(font, { layout: { value: layout } })
}

/** Latin letters and signs, which Inter has. */
const LATIN =
  '\\u0020-\\u007e\\u00a0-\\u00ff\\u0131\\u0152\\u0153\\u2010-\\u2027\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u2122'
const RUNS = new RegExp(`[${LATIN}]+|[^${LATIN}]+`, 'gu')
const ALL_LATIN = new RegExp(`^[${LATIN}]*$`, 'u')

export interface Run {
  readonly font: FontName
  readonly text: string
}

/** Splits the text into runs, each covered by one font. */
export function runsOf(text: string, font: FontName): Run[] {
  if (font === 'mono' || ALL_LATIN.test(text)) return [{ font, text }]
  const fallback: FontName = font === 'strong' ? 'otherStrong' : 'other'
  return Array.from(text.matchAll(RUNS), ([run]) => ({ font: ALL_LATIN.test(run) ? font : fallback, text: run }))
}
