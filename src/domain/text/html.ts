// Safe HTML templates: every interpolated value is escaped unless it is `Html` itself.
import { escapeHtml, oneLine } from './plain-text.ts'

export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | string | number | null | false | readonly Html[]

export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.map((text, index) => text + asText(pieces[index] ?? null)).join(''))

function asText(piece: Piece): string {
  if (piece === null || piece === false) return ''
  if (piece instanceof Html) return piece.text
  if (Array.isArray(piece)) return piece.map(({ text }) => text).join('')
  return escapeHtml(oneLine(String(piece)))
}
