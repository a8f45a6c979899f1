// The fonts of the PDF. Read once a process; each document embeds the letters that it uses.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier)))
const inter = (weight: number) => read(`@fontsource/inter/files/inter-latin-${weight}-normal.woff`)
const dejaVu = (name: string) => read(`dejavu-fonts-ttf/ttf/DejaVu${name}.ttf`)

const SOURCES = {
  regular: () => inter(400),
  strong: () => inter(700),
  /** For what is copied letter by letter. */
  mono: () => dejaVu('SansMono-Bold'),
  /** For letters that the first has not: Greek, Cyrillic, Hebrew, Arabic, arrows. */
  other: () => dejaVu('Sans'),
  otherStrong: () => dejaVu('Sans-Bold'),
} as const

export type FontName = keyof typeof SOURCES

const loaded = new Map<FontName, Buffer>()

export function fontData(name: FontName): Buffer {
  const known = loaded.get(name)
  if (known) return known
  const data = SOURCES[name]()
  loaded.set(name, data)
  return data
}

/** Latin letters and signs, as the file of Inter has them. */
const LATIN =
  '\\u0020-\\u007e\\u00a0-\\u00ff\\u0131\\u0152\\u0153\\u2010-\\u2027\\u2030\\u2032\\u2033\\u2039\\u203a\\u20ac\\u2122'
const RUNS = new RegExp(`[${LATIN}]+|[^${LATIN}]+`, 'gu')
const IS_LATIN = new RegExp(`^[${LATIN}]`, 'u')

export interface Run {
  readonly font: FontName
  readonly text: string
}

/** The text in pieces that one font has all letters of. */
export function runsOf(text: string, font: FontName): Run[] {
  if (font === 'mono') return [{ font, text }]
  const fallback: FontName = font === 'strong' ? 'otherStrong' : 'other'
  return Array.from(text.matchAll(RUNS), ([run]) => ({ font: IS_LATIN.test(run) ? font : fallback, text: run }))
}
