import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_BRAND } from '../../../src/domain/delivery/brand.ts'
import { LANGUAGES } from '../../../src/domain/people/user.ts'
import { HANDBOOK_PATHS, handbookAddress, handbookImage, readHandbooks } from '../../../src/http/portal/handbook.ts'
import { Portal } from '../../../src/http/portal/portal.ts'

const portal = new Portal({
  baseUrl: 'https://rtk.example.mx',
  rateLimitPerMinute: 240,
  brand: DEFAULT_BRAND,
  description: () => ({ paths: {}, components: { schemas: {} } }) as never,
})
const handbooks = readHandbooks()
const pages = new Map(
  LANGUAGES.flatMap((language) =>
    Array.from(
      handbooks[language].sources.keys(),
      (slug) => [handbookAddress(language, slug), portal.handbookPage(language, slug, 'Red')!] as const,
    ),
  ),
)

const docs = (folder: string) =>
  readdirSync(new URL(`../../../docs/${folder}`, import.meta.url)).filter((name) => name.endsWith('.md'))

it.each(LANGUAGES)(
  'holds every page of docs/ in %s, and each is in the menu; the decision records are not',
  (language) => {
    const listed = handbooks[language].menu.flatMap(({ items }) => items.map(({ slug }) => slug))
    expect(listed).toContain('settings')
    for (const name of docs('.').filter((file) => file !== 'README.md'))
      expect(listed, name).toContain(name.replace('.md', ''))
    for (const name of docs('operations')) expect(listed, name).toContain(`operations/${name.replace('.md', '')}`)
    expect(listed.filter((slug) => slug.startsWith('decisions'))).toEqual([])
    const decisions = pages.get(handbookAddress(language, 'decisions'))!
    for (const name of docs('decisions').filter((file) => file !== 'README.md'))
      expect(decisions).toContain(`href="${handbookAddress(language, `decisions/${name.replace('.md', '')}`)}"`)
  },
)

it('links only to existing pages, headings and pictures', () => {
  const broken = [...pages].flatMap(([address, page]) => {
    const links = Array.from(page.matchAll(/ (?:href|src)="([^"]+)"/g), ([, href]) => href!)
    return links
      .map((href) => (href.startsWith('#') ? address + href : href))
      .filter((href) => Object.values(HANDBOOK_PATHS).some((path) => href.startsWith(path)))
      .filter((href) => {
        const [path, anchor] = href.split('#') as [string, string?]
        const image = /\/images\/([^/]+)$/.exec(path)?.[1]
        if (image) return handbookImage(image) === null
        if (path.endsWith('.md')) return !pages.has(path.slice(0, -'.md'.length))
        const target = pages.get(path)
        return target === undefined || (anchor !== undefined && !target.includes(` id="${anchor}"`))
      })
      .map((href) => `${address}: ${href}`)
  })
  expect(broken).toEqual([])
})

it('turns links between files into links between pages, and links to sources into text', () => {
  const { linkFrom } = handbooks.en
  expect(linkFrom('operations/install', '../caster.md#rovers')).toBe('/docs/handbook/caster#rovers')
  expect(linkFrom('operations/configure', '../../.env.example')).toBe('/docs/handbook/settings')
  expect(linkFrom('decisions/0003-caches', '../caster.md')).toBe('/docs/handbook/caster')
  expect(linkFrom('', 'es/features.md')).toBe('/docs/es/handbook/features')
  expect(linkFrom('api', 'guides/es/errors.md')).toBe('/docs/es/errors')
  expect(linkFrom('console', 'images/network.webp')).toBe('/docs/handbook/images/network.webp')
  expect(linkFrom('scale', '../deploy')).toBeNull()
  expect(linkFrom('scale', 'https://example.org/')).toBe('https://example.org/')
})

// Decision records stay in English.
const ENGLISH_ONLY = 'decisions/0003-caches'

it('links of the Spanish handbook stay in it, with the anchors of the translation', () => {
  const { linkFrom } = handbooks.es
  const translated = '/docs/es/handbook/recovery#lo-que-cambia-al-restaurar'
  expect(linkFrom('features', 'recovery.md#lo-que-cambia-al-restaurar')).toBe(translated)
  expect(linkFrom('features', '../recovery.md#what-a-restore-brings-back')).toBe(translated)
  expect(linkFrom(ENGLISH_ONLY, '../recovery.md#what-a-restore-brings-back')).toBe(translated)
  expect(linkFrom('', `../${ENGLISH_ONLY}.md#context`)).toBe(`/docs/es/handbook/${ENGLISH_ONLY}#context`)
})

it('a page without a translation is shown in English, with a note', () => {
  const note = 'Esta página todavía no está traducida.'
  const page = pages.get(`/docs/es/handbook/${ENGLISH_ONLY}`)
  expect(page).toMatch(new RegExp(`<html lang="es">.*${note}.*<div lang="en">`, 's'))
  expect(page).toContain(`hreflang="en" href="/docs/handbook/${ENGLISH_ONLY}"`)
  expect(portal.handbookMarkdown('es', ENGLISH_ONLY)).toMatch(new RegExp(`^> ${note}.*^# 3\\. `, 'ms'))
  expect(pages.get('/docs/es/handbook/recovery')).not.toContain(note)
})
