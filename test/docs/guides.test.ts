// The guides of docs/guides: both languages match, and their examples are correct.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '../../src/domain/people/user.ts'
import { EVENT_TYPES } from '../../src/domain/webhooks/events.ts'
import { readAllGuides } from '../../src/http/portal/guides.ts'
import { type Rendered, renderMarkdown } from '../../src/http/portal/markdown.ts'
import { samplesOf } from '../../src/http/portal/reference/samples.ts'
import { publishedCode } from '../../src/wire/problems/faults.ts'
import { PUBLISHED, statusOf } from '../../src/wire/problems/problem.ts'
import { type Block, blocksIn } from '../support/code-blocks.ts'

const guides = readAllGuides()
const slugs = [...guides.en.sources.keys()]
const sourceOf = (language: Language, slug: string) => guides[language].sources.get(slug)!
const kept = new Map<string, Rendered>()
function rendered(language: Language, slug: string): Rendered {
  const key = `${language}/${slug}`
  const page =
    kept.get(key) ?? renderMarkdown(sourceOf(language, slug), { language, linkTo: (href) => href, inserts: {} })
  kept.set(key, page)
  return page
}

/** The block without strings and comments, which are translated. */
const shapeOf = ({ language, code }: Block) => [
  language,
  code.replaceAll(/"(?:\\.|[^"\n])*"|'[^'\n]*'|#.*$/gm, '').trim(),
]

describe('the guides in both languages', () => {
  it('have the same pages, all of them in the menu', () => {
    for (const language of LANGUAGES) {
      const { sources, menu } = guides[language]
      expect([...sources.keys()].sort()).toEqual([...slugs].sort())
      const listed = menu.flatMap(({ items }) => items.map(({ slug }) => slug))
      expect(listed.sort()).toEqual(slugs.filter((slug) => slug !== '').sort())
    }
    expect(guides.es.menu.map(({ items }) => items.map(({ slug }) => slug))).toEqual(
      guides.en.menu.map(({ items }) => items.map(({ slug }) => slug)),
    )
  })

  it.each(slugs)('have the same headings, code and tables in %j', (slug) => {
    const [es, en] = [sourceOf('es', slug), sourceOf('en', slug)]
    const headings = (language: Language) => rendered(language, slug).headings.map(({ depth }) => depth)
    expect(headings('es')).toEqual(headings('en'))
    expect(blocksIn(es).map(shapeOf)).toEqual(blocksIn(en).map(shapeOf))
    const rows = (source: string) => source.match(/^\|/gm)?.length ?? 0
    expect(rows(es)).toBe(rows(en))
  })

  it("have the page's title in the menu", () => {
    for (const language of LANGUAGES)
      for (const { slug, title } of guides[language].menu.flatMap(({ items }) => items))
        expect(rendered(language, slug).title).toBe(title)
  })
})

/** How a sample in each language checks the status. */
const CALLS: Record<string, { call: RegExp; check: RegExp }> = {
  js: { call: /await fetch\(/, check: /answer\.(ok|status)\b/ },
  py: { call: /requests\.\w+\(/, check: /if not answer\.ok/ }, // urllib raises
  php: { call: /curl_exec\(/, check: /CURLINFO_RESPONSE_CODE/ },
}
const checksStatus = ({ language, code }: Block) =>
  !CALLS[language]?.call.test(code) || CALLS[language].check.test(code)

it('has a status check in every sample of the reference, in each language', () => {
  for (const method of ['GET', 'POST'])
    for (const sample of samplesOf({ method, body: null } as never, 'https://rtk.example.mx/')) {
      if (sample.language === 'sh') expect(sample.code).toContain('--fail-with-body')
      else expect(CALLS[sample.language]!.call.test(sample.code) && checksStatus(sample), sample.code).toBe(true)
    }
})

describe.each(LANGUAGES)('the guides in %s', (language) => {
  it('check the status in every sample that sends a request', () => {
    const unchecked = slugs.flatMap((slug) =>
      blocksIn(sourceOf(language, slug)).filter((block) => !checksStatus(block)),
    )
    expect(unchecked).toEqual([])
  })

  it('have no broken link', () => {
    const broken = slugs.flatMap((slug) =>
      Array.from(sourceOf(language, slug).matchAll(/\]\(([^)\s]+)\)/g), ([, href]) => href!)
        .filter((href) => !leadsSomewhere(href, language, slug))
        .map((href) => `${slug}: ${href}`),
    )
    expect(broken).toEqual([])
  })

  it('have unique heading anchors per page', () => {
    for (const slug of slugs) {
      const ids = rendered(language, slug).headings.map(({ id }) => id)
      expect([slug, new Set(ids).size]).toEqual([slug, ids.length])
    }
  })

  it('have a cause and a remedy for every published error code', () => {
    const source = sourceOf(language, 'errors')
    const words = { en: ['Status', 'Cause', 'Remedy'], es: ['Estado', 'Causa', 'Solución'] }[language]
    const told = Array.from(source.matchAll(/^### `(\w+)`\n\n(.*)$/gm), ([, code, text]) => [code!, text!] as const)
    for (const refusal of PUBLISHED) {
      const code = publishedCode(refusal)
      const [, text] = told.find(([name]) => name === code) ?? []
      const [status, cause, remedy] = words
      expect([code, text]).toEqual([code, expect.stringContaining(`${status} ${statusOf(refusal)}. **${cause}:**`)])
      expect([code, text]).toEqual([code, expect.stringContaining(`**${remedy}:**`)])
    }
  })

  it('have a line for every event', () => {
    const source = sourceOf(language, 'events')
    const missing = EVENT_TYPES.filter(
      (type) => !new RegExp(`^\\| \`${type.replace('.', '\\.')}\` \\|`, 'm').test(source),
    )
    expect(missing).toEqual([])
  })

  it('show valid JSON, also in bodies of curl', () => {
    for (const slug of slugs) {
      for (const { language: kind, code } of blocksIn(sourceOf(language, slug))) {
        if (kind === 'json') expect(() => JSON.parse(code), `${slug}: ${code}`).not.toThrow()
        for (const [, body] of code.matchAll(/ -d '(\{[^']*)'/g))
          expect(() => JSON.parse(body!), `${slug}: ${body}`).not.toThrow()
      }
    }
  })
})

/** Files that the service generates; test/contract/14-docs-files.test.ts requests them. */
const SERVED = /^\/docs\/((es\/)?(openapi|postman)\.json|(en|es)\/changelog\.atom)$/

function leadsSomewhere(href: string, language: Language, from: string): boolean {
  if (SERVED.test(href)) return true
  const [, name, anchor] = /^(?:([\w-]+)\.md)?(?:#(.+))?$/.exec(href) ?? []
  if (name === undefined && anchor === undefined) return false
  const slug = name === undefined ? from : name === 'README' ? '' : name
  if (!guides[language].sources.has(slug)) return false
  // The service generates the rest of the reference.
  const ids = [
    ...rendered(language, slug).headings.map(({ id }) => id),
    ...(slug === 'reference' ? ['events', 'objects'] : []),
  ]
  return anchor === undefined || ids.includes(anchor)
}

it("keeps the operator's webhook page short, with a link to the guide", () => {
  const operators = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
  expect(operators.length).toBeLessThan(3_000)
  expect(operators).toContain('guides/en/webhooks.md')
})
