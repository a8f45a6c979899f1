// The state of the network as an SVG badge for other websites.
import { createHash } from 'node:crypto'
import type { Verdict } from '../../domain/network/overview/verdict.ts'
import type { Language } from '../../domain/people/user.ts'
import type { SimulatedShare } from '../../domain/stations/simulated.ts'
import { escapeHtml } from '../../domain/text/plain-text.ts'

const WORDS: Record<Language, Record<Verdict, string> & { readonly simulated: string }> = {
  es: {
    up: 'en línea',
    partly: 'con problemas',
    down: 'fuera de línea',
    not_measured: 'sin medición',
    simulated: 'simulada',
  },
  en: { up: 'online', partly: 'some problems', down: 'offline', not_measured: 'not measured', simulated: 'simulated' },
}

/** White text is readable on each colour (contrast 4.5:1). */
const COLOURS: Record<Verdict, string> = { up: '#15803d', partly: '#b45309', down: '#b91c1c', not_measured: '#57606a' }

const HEIGHT = 22
const PADDING = 8
/**
 * Average width of a 12 px letter in a common font; the text is stretched to the computed width, so that any font fits.
 */
const LETTER = 6.7
const LONGEST_NAME = 40

export interface Badge {
  readonly svg: string
  readonly etag: string
}

export function badgeOf(
  network: { name: string; simulated: SimulatedShare },
  verdict: Verdict,
  language: Language,
): Badge {
  const words = WORDS[language]
  const name = network.name.length > LONGEST_NAME ? `${network.name.slice(0, LONGEST_NAME - 1)}…` : network.name
  const state = network.simulated !== 'none' ? `${words[verdict]} · ${words.simulated}` : words[verdict]
  const left = widthOf(name)
  const right = widthOf(state)
  const label = escapeHtml(`${name}: ${state}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" role="img" aria-label="${label}">
<title>${label}</title>
<clipPath id="r"><rect width="${left + right}" height="${HEIGHT}" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="#24292f"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="${COLOURS[verdict]}"/></g>
<g fill="#fff" font-family="Inter, Verdana, 'DejaVu Sans', sans-serif" font-size="12" lengthAdjust="spacingAndGlyphs">
${written(name, PADDING, left)}
${written(state, left + PADDING, right)}
</g>
</svg>
`
  return { svg, etag: `"${createHash('sha256').update(svg).digest('base64url').slice(0, 22)}"` }
}

const widthOf = (text: string) => Math.round(text.length * LETTER) + 2 * PADDING

const written = (text: string, x: number, width: number) =>
  `<text x="${x}" y="15" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escapeHtml(text)}</text>`
