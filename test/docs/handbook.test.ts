// The Spanish handbook (docs/es) has the pages, headings and code of the English one. Its links are checked by
// links.test.ts on a code host and by test/http/portal/handbook.test.ts in the portal.
import { expect, it } from 'vitest'
import { readHandbooks } from '../../src/http/portal/handbook.ts'
import { headingsIn } from '../../src/http/portal/markdown.ts'
import { type Block, blocksIn } from '../support/code-blocks.ts'

const { en, es } = readHandbooks()
const translated = [...es.sources.keys()].filter(es.isTranslated)

/** Comments can be translated. */
const withoutComments = ({ language, code }: Block) => [
  language,
  code.replaceAll(/(?<=^|\s)#.*$/gm, '').replaceAll(/[ \t]+$/gm, ''),
]

it('has the Spanish index, and no Spanish page without an English one', () => {
  expect(translated).toContain('')
  expect(translated.filter((slug) => !en.isTranslated(slug))).toEqual([])
})

it('lists the same pages in the same groups in both menus', () => {
  const [inSpanish, inEnglish] = [es, en].map(({ menu }) => menu.map(({ items }) => items.map(({ slug }) => slug)))
  expect(inSpanish).toEqual(inEnglish)
})

it.each(translated)('has the same headings, code and tables in both languages of %j', (slug) => {
  const [spanish, english] = [es, en].map(({ sources }) => sources.get(slug)!) as [string, string]
  const depths = (source: string) => headingsIn(source).map(({ depth }) => depth)
  expect(depths(spanish)).toEqual(depths(english))
  expect(blocksIn(spanish).map(withoutComments)).toEqual(blocksIn(english).map(withoutComments))
  const rows = (source: string) => source.match(/^\|/gm)?.length ?? 0
  expect(rows(spanish)).toBe(rows(english))
})
