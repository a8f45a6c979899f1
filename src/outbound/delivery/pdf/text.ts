// Sets text into lines of a given width: wraps words, breaks words that are longer than a line, and truncates with "…".
import type PDFDocument from 'pdfkit'
import { oneLine } from '../../../domain/text/plain-text.ts'
import { type FontName, fontOf, type Run, runsOf } from './fonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export interface Style {
  readonly font: FontName
  readonly size: number
  readonly color: string
  /** Line height as a multiple of the size. */
  readonly leading?: number
  /** Max lines, truncated with "…"; unlimited if omitted. */
  readonly lines?: number
}

export interface SetText {
  readonly lines: readonly string[]
  readonly style: Style
  readonly height: number
}

const LEADING = 1.35

/** Measures and draws the text of a document. Registers fonts on first use. */
export class Setter {
  readonly #pdf: Pdf
  readonly #given = new Set<FontName>()
  /** Widths at size 1, cached because the same words are measured again at every scale. */
  readonly #widths = new Map<string, number>()

  constructor(pdf: Pdf) {
    this.#pdf = pdf
  }

  set(text: string, style: Style, width: number): SetText {
    const lines = this.#wrap(oneLine(text), style, width)
    const most = style.lines ?? lines.length
    if (lines.length > most) lines.splice(most - 1, lines.length, this.#shorten(lines[most - 1]!, style, width))
    return { lines, style, height: lines.length * lineHeight(style) }
  }

  draw({ lines, style }: SetText, x: number, y: number): void {
    lines.forEach((line, index) => {
      let from = x
      for (const run of runsOf(line, style.font)) {
        this.#use(run, style.size)
        this.#pdf.fillColor(style.color)
        this.#pdf.text(run.text, from, y + index * lineHeight(style), { lineBreak: false })
        from += this.#pdf.widthOfString(run.text)
      }
    })
  }

  widthOf(text: string, { font, size }: Style): number {
    const key = `${font} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = 0
      for (const run of runsOf(text, font)) {
        this.#use(run, 1)
        width += this.#pdf.widthOfString(run.text)
      }
      this.#widths.set(key, width)
    }
    return width * size
  }

  give(font: FontName): FontName {
    if (!this.#given.has(font)) {
      this.#pdf.registerFont(font, fontOf(font) as never)
      this.#given.add(font)
    }
    return font
  }

  #use({ font }: Run, size: number): void {
    this.#pdf.font(this.give(font)).fontSize(size)
  }

  #wrap(text: string, style: Style, width: number): string[] {
    const lines: string[] = []
    let line = ''
    let used = 0
    const space = this.widthOf(' ', style)
    for (const word of text.split(' ')) {
      const wide = this.widthOf(word, style)
      if (line !== '' && used + space + wide <= width) {
        line += ` ${word}`
        used += space + wide
        continue
      }
      if (line !== '') lines.push(line)
      const pieces = wide <= width ? [word] : this.#broken(word, style, width)
      lines.push(...pieces.slice(0, -1))
      line = pieces.at(-1)!
      used = pieces.length === 1 ? wide : this.widthOf(line, style)
    }
    return [...lines, line]
  }

  /** Measures letter by letter: measuring every prefix of a long word would block the thread for a second. */
  #broken(word: string, style: Style, width: number): string[] {
    const pieces: string[] = []
    let piece = ''
    let used = 0
    for (const letter of word) {
      const wide = this.widthOf(letter, style)
      if (piece !== '' && used + wide > width) {
        pieces.push(piece)
        piece = ''
        used = 0
      }
      piece += letter
      used += wide
    }
    return [...pieces, piece]
  }

  #shorten(line: string, style: Style, width: number): string {
    const room = width - this.widthOf('…', style)
    const [fitting] = this.widthOf(line, style) <= room ? [line] : this.#broken(line, style, room)
    return `${fitting!.trimEnd()}…`
  }
}

export const lineHeight = ({ size, leading = LEADING }: Style): number => size * leading
