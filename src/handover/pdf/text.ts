// Sets text into lines of a width: words wrap, words that are longer than a line are broken, and what is too much ends in "…".
import type PDFDocument from 'pdfkit'
import { oneLine } from '../../domain/plain-text.ts'
import { type FontName, fontData, type Run, runsOf } from './fonts.ts'

export type Pdf = InstanceType<typeof PDFDocument>

export interface Style {
  readonly font: FontName
  readonly size: number
  readonly color: string
  /** Of the size. */
  readonly leading?: number
  /** Beyond these it is cut, with "…"; left out: as many as it takes. */
  readonly lines?: number
}

export interface SetText {
  readonly lines: readonly string[]
  readonly style: Style
  readonly height: number
}

const LEADING = 1.35

/** How a document measures and draws; fonts are given to it when they are first needed. */
export class Setter {
  readonly #pdf: Pdf
  readonly #given = new Set<FontName>()

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

  widthOf(text: string, style: Style): number {
    return runsOf(text, style.font).reduce((sum, run) => {
      this.#use(run, style.size)
      return sum + this.#pdf.widthOfString(run.text)
    }, 0)
  }

  #use({ font }: Run, size: number): void {
    if (!this.#given.has(font)) {
      this.#pdf.registerFont(font, fontData(font))
      this.#given.add(font)
    }
    this.#pdf.font(font).fontSize(size)
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

  #broken(word: string, style: Style, width: number): string[] {
    const pieces: string[] = []
    let piece = ''
    for (const letter of word) {
      if (piece !== '' && this.widthOf(piece + letter, style) > width) {
        pieces.push(piece)
        piece = ''
      }
      piece += letter
    }
    return [...pieces, piece]
  }

  #shorten(line: string, style: Style, width: number): string {
    const letters = Array.from(line)
    while (letters.length > 0 && this.widthOf(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('').trimEnd()}…`
  }
}

export const lineHeight = ({ size, leading = LEADING }: Style): number => size * leading
