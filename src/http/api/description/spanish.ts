// Translates the descriptions of the OpenAPI document into Spanish. Names, types and values stay the same.
import { PUBLISHED } from '../../../wire/problems/problem.ts'
import { EventSchemas } from '../../../wire/webhooks/event.ts'
import { en } from '../../../words/en.ts'
import { ENDINGS, EXAMPLES, TAGS, TRANSLATED } from '../../../words/es/reference.ts'
import { es } from '../../../words/es.ts'
import { problemSentence } from '../contract/problems.ts'
import { summaryOf } from './events.ts'

const PARAGRAPH = '\n\n'
/** The configured rate limit in the description of the whole API; the table has `{rate}` instead. */
const RATE = /\d+(?= requests in any 60 seconds)/

const TABLE = new Map(TRANSLATED.flatMap((texts) => Object.entries(texts)))
const PROBLEMS = PUBLISHED.map((code) => [problemSentence(en, code), problemSentence(es, code)] as const)
const SUMMARIES = EventSchemas.map(({ when }) => [summaryOf(when), summaryOf(TABLE.get(when) ?? when)] as const)
const TEXTS = new Map([...TABLE, ...PROBLEMS, ...SUMMARIES])
const SEPARATE = [...ENDINGS, ...PROBLEMS.map(([english]) => english)]

/** `null` if a part of the text has no translation. */
function spanishOf(text: string): string | null {
  const paragraphs = text.split(PARAGRAPH).map((paragraph) => {
    const parts = partsOf(paragraph).map((part) => TEXTS.get(part))
    return parts.includes(undefined) ? null : parts.join(' ')
  })
  if (paragraphs.includes(null)) return null
  return paragraphs.join(PARAGRAPH).replace('{rate}', RATE.exec(text)?.[0] ?? '')
}

/** The parts of a paragraph that are translated one by one: its text, then its usual endings. */
export function partsOf(paragraph: string): string[] {
  const text = paragraph.replace(RATE, '{rate}')
  const ending = SEPARATE.find((known) => text.endsWith(` ${known}`))
  if (ending === undefined || TEXTS.has(text)) return [text]
  return [...partsOf(text.slice(0, -ending.length - 1)), ending]
}

/** Texts without a translation stay in English. */
export function inSpanish<Document extends object>(document: Document): Document {
  const { tags = [], ...rest } = JSON.parse(JSON.stringify(document), (key, value) => {
    if (typeof value !== 'string') return value
    return (key === 'description' || key === 'summary' ? spanishOf(value) : EXAMPLES.get(value)) ?? value
  })
  // Names of tags are ids in links. Tools such as Redoc show `x-displayName` instead.
  return { ...rest, tags: tags.map((tag: { name: string }) => ({ ...tag, 'x-displayName': TAGS[tag.name] })) }
}
