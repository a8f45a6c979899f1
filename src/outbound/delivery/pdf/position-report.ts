// The PDF report of a computed position: one page.
import PDFDocument from 'pdfkit'
import type { PositionReport } from '../../../domain/archive/integrity/report.ts'
import type { Brand } from '../../../domain/delivery/brand.ts'
import type { Language } from '../../../domain/people/user.ts'
import { LOCALES, longTime } from '../../../domain/text/long-time.ts'
import { oneLine } from '../../../domain/text/plain-text.ts'
import { positionWords } from '../words/position-report.ts'
import { BODY_TOP, collect, drawHead, MARGIN, PAPERS } from './document.ts'
import { factBlock, gap, LINE, rule, SOFT, stack, styleOf, textBlock } from './layout.ts'
import { Setter } from './text.ts'

const NAME_WIDTH = 150

export interface ReportWish {
  readonly report: PositionReport
  readonly language: Language
  readonly brand: Brand
}

export function positionReportPdf({ report, language, brand }: ReportWish): Promise<Buffer> {
  const words = positionWords(language)
  const [width, height] = PAPERS.letter
  const pdf = new PDFDocument({
    ...{ size: [width, height], margin: 0, font: '', lang: LOCALES[language], displayTitle: true },
    info: {
      Title: words.title(report.code),
      Author: oneLine(report.networkName),
      Creator: 'Vértice',
      CreationDate: report.now,
    },
  })
  const done = collect(pdf)
  const setter = new Setter(pdf)
  const inner = width - 2 * MARGIN
  drawHead(pdf, setter, report.networkName, brand, inner)
  const shop = { pdf, setter, scale: 1, accent: brand.shades.deep }
  const text = (value: string, size = 10.5) => textBlock(shop, value, styleOf(1, 'regular', size), inner - NAME_WIDTH)
  const facts = factsOf(report, language).flatMap(([name, value]) => [
    factBlock(shop, name, text(value), NAME_WIDTH, 10),
    gap(9),
  ])
  const note = (value: string) => textBlock(shop, value, styleOf(1, 'regular', 9.5, SOFT), inner)
  stack(
    textBlock(shop, words.title(report.code), styleOf(1, 'strong', 22), inner),
    gap(4),
    textBlock(shop, words.subtitle(report.name), styleOf(1, 'regular', 11, SOFT), inner),
    gap(18),
    ...facts,
    ...(report.computed.isAttributed ? [] : [gap(4), note(words.single)]),
    gap(14),
    rule(shop, inner, 0.75, LINE),
    gap(12),
    note(words.method),
    gap(10),
    note(words.made(longTime(report.now, language))),
  ).draw(MARGIN, BODY_TOP)
  pdf.end()
  return done
}

function factsOf({ computed, datum, neighbours, registered }: PositionReport, language: Language): [string, string][] {
  const words = positionWords(language)
  const metres = (value: number, decimals: number) => `${number(value, decimals, language)} m`
  const { lat, lng, height, position, error, firstDay, lastDay, days, hours, baselines } = computed
  return [
    [words.lat, degrees(lat, 'N', 'S')],
    [words.lng, degrees(lng, 'E', 'W')],
    [words.height, metres(height, 4)],
    [words.geocentric, [position.x, position.y, position.z].map((value) => metres(value, 4)).join(' · ')],
    [words.error, words.errorText(metres(error.horizontal, 3), metres(error.vertical, 3))],
    [words.frame, datum],
    [words.data, words.dataText(firstDay, lastDay, days, number(hours, 1, language))],
    [words.neighbours, words.neighboursText(baselines, neighbours.join(', '))],
    ...(registered
      ? [
          [words.registered, words.registeredText(placeText(registered), metres(registered.metres, 3))] as [
            string,
            string,
          ],
        ]
      : []),
  ]
}

const number = (value: number, decimals: number, language: Language) =>
  value.toLocaleString(LOCALES[language], { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

const placeText = ({ lat, lng }: { readonly lat: number; readonly lng: number }) =>
  `${lat.toFixed(8)}, ${lng.toFixed(8)}`

/** Five decimals of a second are a third of a millimetre. */
function degrees(value: number, positive: string, negative: string): string {
  const size = Math.round(Math.abs(value) * 3600 * 1e5) / 1e5
  const [whole, minutes] = [Math.floor(size / 3600), Math.floor((size % 3600) / 60)]
  const seconds = (size - whole * 3600 - minutes * 60).toFixed(5).padStart(8, '0')
  return `${whole}° ${String(minutes).padStart(2, '0')}′ ${seconds}″ ${value < 0 ? negative : positive}   (${value.toFixed(9)}°)`
}
