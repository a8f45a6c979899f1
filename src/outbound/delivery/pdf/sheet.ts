// The content of the sheet: everything on one page, whatever the values are.

import { type CustomerDelivery, hasEnded } from '../../../domain/delivery/delivery.ts'
import { RECEIVER_KEYS, type ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import { longTime } from '../../../domain/text/long-time.ts'
import { wordsIn } from '../../../words/language.ts'
import { receiverName } from '../../../words/words.ts'
import { groupNotes, networkText, otherNotes } from '../group-notes.ts'
import { issuersWords } from '../issuers-words.ts'
import { QUIET, qrCode } from '../qr.ts'
import { recipeFor, type Statement } from '../recipe.ts'
import type { Words } from '../words/es.ts'
import { areaIn, datumIn, explainDatum, wordsOf } from '../words/words.ts'
import {
  ALARM,
  type Block,
  beside,
  factBlock,
  gap,
  LINE,
  panel,
  rule,
  SOFT,
  stack,
  styleOf,
  textBlock,
  type Workshop,
} from './layout.ts'

const QR_SIDE = 118
const PADDING = 14
const GUTTER = 24

export interface SheetContent {
  readonly delivery: CustomerDelivery
  /** `null` if the customer chose none. */
  readonly receiver: ReceiverKey | null
  readonly language: Language
}

export function sheet(shop: Workshop, content: SheetContent, width: number): Block {
  const { delivery, language } = content
  const words = wordsOf(language)
  const half = (width - GUTTER) / 2
  const { scale } = shop
  const validity = beside(
    { at: 0, block: validityBlock(shop, delivery, language, half) },
    { at: half + GUTTER, block: correctionsBlock(shop, delivery, language, half) },
  )
  const title = titleBlock(shop, delivery, words, width)
  const connection = panel(shop, width, PADDING, connectionBlock(shop, delivery, words, width - 2 * PADDING))
  if (hasEnded(delivery)) return stack(title, gap(12 * scale), connection, gap(16 * scale), validity)
  return stack(
    title,
    gap(12 * scale),
    connection,
    gap(8 * scale),
    textBlock(shop, words.notWeb, styleOf(scale, 'strong', 9.5), width),
    gap(16 * scale),
    validity,
    gap(16 * scale),
    rule(shop, width, 0.75, LINE),
    gap(14 * scale),
    beside(
      { at: 0, block: howBlock(shop, delivery, language, half) },
      { at: half + GUTTER, block: equipmentBlock(shop, content, half) },
    ),
  )
}

function titleBlock(shop: Workshop, delivery: CustomerDelivery, words: Words, width: number): Block {
  const { scale } = shop
  const { state, simulated, credential } = delivery
  const isShut = state === 'expired' || state === 'revoked' || state === 'suspended'
  const alarm = (text: string) =>
    stack(textBlock(shop, text, styleOf(scale, 'strong', 11, ALARM), width), gap(6 * scale))
  const whose = issuersWords(delivery, words).map(({ name, value }) =>
    textBlock(shop, `${name}: ${value}`, styleOf(scale, 'regular', 11.5, SOFT, { lines: 2 }), width),
  )
  return stack(
    simulated ? alarm(words.simulated) : null,
    credential.isTest ? alarm(`${words.test}. ${words.testMeans}`) : null,
    isShut && !credential.isTest ? alarm(`${words.state[state]}. ${words.stateMeans[state]}`) : null,
    textBlock(shop, words.title, styleOf(scale, 'strong', 20, undefined, { leading: 1.2 }), width),
    ...whose.flatMap((block) => [gap(2), block]),
  )
}

/** A sheet of an access that ended has no password, which nothing accepts. */
function connectionBlock(shop: Workshop, delivery: CustomerDelivery, words: Words, width: number): Block {
  const { scale } = shop
  const { url, casterHost, casterPort, mountpoint, credential, password } = delivery
  const isOver = hasEnded(delivery)
  const typedWidth = url === null || isOver ? width : width - QR_SIDE - GUTTER
  const nameWidth = 112
  const typed = (name: string, value: string): Block => {
    const block = textBlock(shop, value, styleOf(scale, 'mono', 13.5), typedWidth - nameWidth)
    return stack(factBlock(shop, name, block, nameWidth, 9.5), gap(7 * scale))
  }
  const facts = stack(
    ...(isOver ? [] : [typed(words.host, casterHost), typed(words.port, String(casterPort))]),
    typed(words.mountpoint, mountpoint),
    typed(words.username, credential.username),
    isOver ? null : typed(words.password, password),
  )
  if (url === null || isOver) return facts
  const caption = textBlock(shop, words.qrOnPaper, styleOf(scale, 'regular', 8, SOFT), QR_SIDE)
  return beside({ at: 0, block: facts }, { at: width - QR_SIDE, block: stack(qrBlock(shop, url), gap(5), caption) })
}

function qrBlock({ pdf }: Workshop, url: string): Block {
  const { size, path } = qrCode(url)
  const module = QR_SIDE / (size + 2 * QUIET)
  return {
    height: QR_SIDE,
    draw(x, y) {
      pdf.rect(x, y, QR_SIDE, QR_SIDE).fill('#ffffff')
      pdf.save()
      pdf.translate(x + QUIET * module, y + QUIET * module).scale(module)
      pdf.path(path).fill('#000000')
      pdf.restore()
    },
  }
}

const heading = (shop: Workshop, text: string, width: number): Block =>
  stack(textBlock(shop, text, styleOf(shop.scale, 'strong', 11, shop.accent), width), gap(5 * shop.scale))

function fact(shop: Workshop, name: string, value: string, width: number, strong = false): Block {
  const nameWidth = 62
  const style = styleOf(shop.scale, strong ? 'strong' : 'regular', 9.5)
  const block = textBlock(shop, value, style, width - nameWidth)
  return stack(factBlock(shop, name, block, nameWidth), gap(4 * shop.scale))
}

const small = (shop: Workshop, text: string, width: number) =>
  textBlock(shop, text, styleOf(shop.scale, 'regular', 8.5, SOFT), width)

function validityBlock(
  shop: Workshop,
  { credential, state }: CustomerDelivery,
  language: Language,
  width: number,
): Block {
  const words = wordsOf(language)
  return stack(
    heading(shop, words.validity, width),
    fact(shop, words.starts, longTime(credential.startsAt, language), width, true),
    fact(shop, words.ends, longTime(credential.expiresAt, language), width, true),
    fact(shop, words.status, words.state[state], width),
    small(shop, `${words.zone.charAt(0).toUpperCase()}${words.zone.slice(1)}.`, width),
  )
}

function correctionsBlock(shop: Workshop, delivery: CustomerDelivery, language: Language, width: number): Block {
  const words = wordsOf(language)
  const { station, format, datum, credential } = delivery
  const from = station ? `${station.name} (${station.code})` : networkText(delivery, words)
  return stack(
    heading(shop, words.corrections, width),
    fact(shop, station ? words.base : words.network, from, width),
    ...(credential.geofence ? [fact(shop, words.area, areaIn(credential.geofence, language), width)] : []),
    fact(shop, words.format, format, width),
    fact(shop, words.datumShort, datumIn(datum, language), width),
    small(shop, explainDatum(datum, language), width),
  )
}

function howBlock(shop: Workshop, delivery: CustomerDelivery, language: Language, width: number): Block {
  const words = wordsOf(language)
  const { scale } = shop
  const notes = [
    ...(delivery.station ? [] : [words.sendPosition]),
    ...groupNotes(delivery, words),
    ...otherNotes(delivery, language),
    words.oneSession,
  ]
  return stack(
    heading(shop, words.how, width),
    ...words.howPlain.map((text, index) => stepBlock(shop, text, index, width)),
    ...notes.flatMap((note) => [gap(3 * scale), small(shop, note, width)]),
  )
}

function stepBlock(shop: Workshop, text: string, index: number, width: number): Block {
  const { scale } = shop
  const number = textBlock(shop, `${index + 1}.`, styleOf(scale, 'strong', 9.5), 14)
  const block = textBlock(shop, text, styleOf(scale, 'regular', 9.5), width - 16)
  return stack(beside({ at: 0, block: number }, { at: 16, block }), gap(4 * scale))
}

/** The steps for the chosen receiver; otherwise, where the customer finds them. */
function equipmentBlock(shop: Workshop, { delivery, receiver, language }: SheetContent, width: number): Block {
  if (receiver === null) return receiversBlock(shop, delivery, language, width)
  const words = wordsOf(language)
  const { scale } = shop
  const { name, notices, steps, general, values, traps, unconfirmed, sources } = recipeFor(receiver, delivery, language)
  const spaced = (block: Block) => [block, gap(3 * scale)]
  const filled = (step: string) => step.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '')
  const remarked = ({ text, remark }: Statement) => `• ${text}${remark === null ? '' : ` (${remark})`}`
  return stack(
    heading(shop, words.recipes.chosen(name), width),
    ...notices.flatMap((notice) => spaced(textBlock(shop, notice, styleOf(scale, 'strong', 8.5), width))),
    ...(general === null ? [] : spaced(small(shop, general, width))),
    ...steps.map((step, index) => stepBlock(shop, filled(step), index, width)),
    ...traps.flatMap((trap) => spaced(small(shop, remarked(trap), width))),
    unconfirmed === null ? null : small(shop, unconfirmed, width),
    sources.length === 0
      ? null
      : small(shop, `${words.recipes.sources}: ${sources.map(({ title }) => title).join('; ')}.`, width),
  )
}

function receiversBlock(shop: Workshop, { url }: CustomerDelivery, language: Language, width: number): Block {
  const words = wordsOf(language)
  if (url === null) return gap(0)
  const names = RECEIVER_KEYS.map((key) => receiverName(wordsIn(language), key)).join(', ')
  return stack(
    heading(shop, words.equipmentTitle, width),
    textBlock(shop, words.recipes.onPaper, styleOf(shop.scale, 'regular', 9.5), width),
    gap(4 * shop.scale),
    small(shop, `${names}.`, width),
  )
}
