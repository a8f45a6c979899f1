// The PDF: the content of the customer's page on one sheet of paper, with embedded fonts.
import PDFDocument from 'pdfkit'
import type { Brand, Logo } from '../../../domain/delivery/brand.ts'
import { type CustomerDelivery, hasEnded } from '../../../domain/delivery/delivery.ts'
import type { ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import { LOCALES, longTime } from '../../../domain/text/long-time.ts'
import { oneLine } from '../../../domain/text/plain-text.ts'
import { wordsOf } from '../words/words.ts'
import { SOFT, styleOf } from './layout.ts'
import { sheet } from './sheet.ts'
import { type Pdf, Setter } from './text.ts'

/** In points. Mexico prints on letter. */
export const PAPERS = { letter: [612, 792], a4: [595.28, 841.89] } as const
export type Paper = keyof typeof PAPERS

export const MARGIN = 46
const HEAD = 44
export const BODY_TOP = MARGIN + HEAD + 20
const FOOT = 44
const LOGO_WIDTH = 190
/** Tried in turn until everything fits; the last fits the longest values that the service accepts. */
const SCALES = [1, 0.92, 0.85, 0.78, 0.72, 0.66, 0.6, 0.54]

export interface PdfWish {
  readonly language: Language
  readonly paper: Paper
  readonly receiver?: ReceiverKey | null
  readonly brand: Brand
}

export function deliveryPdf(
  delivery: CustomerDelivery,
  { language, paper, receiver = null, brand }: PdfWish,
): Promise<Buffer> {
  const [width, height] = PAPERS[paper]
  const words = wordsOf(language)
  const pdf = new PDFDocument({
    size: [width, height],
    margin: 0,
    font: '', // otherwise pdfkit loads a font that we do not use
    lang: LOCALES[language],
    displayTitle: true,
    info: {
      Title: `${words.title}: ${delivery.mountpoint}`,
      Author: oneLine(delivery.networkName),
      Creator: 'Vértice',
      CreationDate: delivery.now,
    },
  })
  const done = collect(pdf)
  const setter = new Setter(pdf)
  const inner = width - 2 * MARGIN
  const accent = brand.shades.deep
  drawHead(pdf, setter, delivery.networkName, brand, inner)
  const room = height - BODY_TOP - MARGIN - FOOT
  const at = (scale: number) => sheet({ pdf, setter, scale, accent }, { delivery, receiver, language }, inner)
  const fitting = SCALES.values()
    .map(at)
    .find(({ height }) => height <= room)
  const body = fitting ?? at(SCALES.at(-1)!)
  body.draw(MARGIN, BODY_TOP)
  drawFoot({ setter, accent }, delivery, language, inner, height - MARGIN - FOOT)
  pdf.end()
  return done
}

/** Draws the network's name, at the left or to the right of the logo. */
export function drawHead(pdf: Pdf, setter: Setter, networkName: string, { logo, shades }: Brand, width: number): void {
  if (logo) drawLogo(pdf, logo)
  const beside = logo ? LOGO_WIDTH + 20 : 0
  const style = logo
    ? styleOf(1, 'strong', 11, undefined, { lines: 2, leading: 1.2 })
    : styleOf(1, 'strong', 15, shades.deep, { lines: 2, leading: 1.2 })
  const name = setter.set(networkName, style, width - beside)
  const widest = Math.max(...name.lines.map((line) => setter.widthOf(line, style)))
  setter.draw(name, logo ? MARGIN + width - widest : MARGIN, MARGIN + HEAD - name.height - 4)
  pdf.rect(MARGIN, MARGIN + HEAD, width, 2).fill(shades.deep)
}

function drawLogo(pdf: Pdf, { content }: Logo): void {
  pdf.image(content, MARGIN, MARGIN, { fit: [LOGO_WIDTH, HEAD - 8] })
}

interface Pen {
  readonly setter: Setter
  readonly accent: string
}

function drawFoot(
  { setter, accent }: Pen,
  delivery: CustomerDelivery,
  language: Language,
  width: number,
  top: number,
): void {
  const words = wordsOf(language)
  const { url, now } = delivery
  const style = styleOf(1, 'regular', 8, SOFT)
  const printed = words.printed(`${longTime(now, language)} (${words.zone})`)
  const lines = [
    ...(url === null ? [] : [setter.set(url, styleOf(1, 'regular', 8, accent, { lines: 2 }), width)]),
    setter.set(hasEnded(delivery) ? printed : `${words.privateSheet} ${printed}`, style, width),
  ]
  let y = top + FOOT - lines.reduce((sum, { height }) => sum + height, 0)
  for (const line of lines) {
    setter.draw(line, MARGIN, y)
    y += line.height
  }
}

export function collect(pdf: Pdf): Promise<Buffer> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })
}
