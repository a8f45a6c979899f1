// The Spanish API description: every text has a translation, and the table has no others.
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, it } from 'vitest'
import { description as served } from '../../../scripts/openapi/description.ts'
import { inSpanish, partsOf } from '../../../src/http/api/description/spanish.ts'
import { EXAMPLES, TAGS, TRANSLATED } from '../../../src/words/es/reference.ts'

const ENTRIES = TRANSLATED.flatMap((texts) => Object.entries(texts))

let text: string
// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
let document: any
beforeAll(async () => {
  text = await served()
  document = JSON.parse(text)
})

function textsOf(json: string): string[] {
  const found: string[] = []
  JSON.parse(json, (key, value) => {
    if ((key === 'description' || key === 'summary') && typeof value === 'string') found.push(value)
    return value
  })
  return found
}

it('has a Spanish text for every description and summary', () => {
  const english = textsOf(text)
  const spanish = textsOf(JSON.stringify(inSpanish(document)))
  expect(english.length).toBeGreaterThan(500)
  expect(spanish).toHaveLength(english.length)
  const missing = english.filter((each, at) => spanish[at] === each)
  expect([...new Set(missing)]).toEqual([])
})

it('has no translation that the description does not use, and none twice', () => {
  const used = new Set(textsOf(text).flatMap((each) => each.split('\n\n').flatMap(partsOf)))
  const keys = ENTRIES.map(([english]) => english)
  expect(keys.filter((english) => !used.has(english))).toEqual([])
  expect(keys).toHaveLength(new Set(keys).size)
  expect([...EXAMPLES.keys()].filter((sentence) => !text.includes(JSON.stringify(sentence)))).toEqual([])
  expect(Object.keys(TAGS)).toEqual(document.tags.map(({ name }: { name: string }) => name))
})

it('keeps the names and values of the English text', () => {
  const code = (each: string) => each.match(/`[^`]+`/g) ?? []
  for (const [english, spanish] of ENTRIES) {
    expect(code(spanish), spanish).toEqual(expect.arrayContaining(code(english)))
    expect(spanish.endsWith('.'), spanish).toBe(english.endsWith('.'))
    expect(spanish, spanish).toMatch(/^[\p{Lu}\d`]/u)
  }
})

it('changes only texts', () => {
  const bare = (json: object) =>
    JSON.parse(JSON.stringify(json), (key, value) =>
      /^(description|summary|x-displayName|texto|motivo)$/.test(key) && typeof value === 'string' ? undefined : value,
    )
  expect(isDeepStrictEqual(bare(inSpanish(document)), bare(document))).toBe(true)
})

it('has the configured rate limit', () => {
  expect(inSpanish(document).info.description).toContain('240 peticiones')
})
