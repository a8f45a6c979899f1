import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_BRAND } from '../../../src/domain/delivery/brand.ts'
import { HANDBOOK_PATH, handbookAddress, handbookImage, readHandbook } from '../../../src/http/portal/handbook.ts'
import { Portal } from '../../../src/http/portal/portal.ts'

const portal = new Portal({
  baseUrl: 'https://rtk.example.mx',
  rateLimitPerMinute: 240,
  brand: DEFAULT_BRAND,
  description: () => ({ paths: {}, components: { schemas: {} } }) as never,
})
const { menu, sources } = readHandbook()
const pages = new Map([...sources.keys()].map((slug) => [handbookAddress(slug), portal.handbookPage(slug, 'Red')!]))

const docs = (folder: string) =>
  readdirSync(new URL(`../../../docs/${folder}`, import.meta.url)).filter((name) => name.endsWith('.md'))

it('contains every page of docs/, in the menu or in the list of decisions', () => {
  const listed = menu.flatMap(({ items }) => items.map(({ slug }) => slug))
  expect(listed).toContain('settings')
  for (const name of docs('.').filter((file) => file !== 'README.md'))
    expect(listed, name).toContain(name.replace('.md', ''))
  for (const name of docs('operations')) expect(listed, name).toContain(`operations/${name.replace('.md', '')}`)
  expect(listed.filter((slug) => slug.startsWith('decisions'))).toEqual([])
  const decisions = pages.get(`${HANDBOOK_PATH}/decisions`)!
  for (const name of docs('decisions').filter((file) => file !== 'README.md'))
    expect(decisions).toContain(`href="${HANDBOOK_PATH}/decisions/${name.replace('.md', '')}"`)
})

it('links only to existing pages, headings and pictures', () => {
  const broken = [...pages].flatMap(([address, page]) => {
    const links = Array.from(page.matchAll(/ (?:href|src)="([^"]+)"/g), ([, href]) => href!)
    return links
      .map((href) => (href.startsWith('#') ? address + href : href))
      .filter((href) => href.startsWith(HANDBOOK_PATH))
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
  const { linkFrom } = readHandbook()
  expect(linkFrom('operations/install', '../caster.md#rovers')).toBe('/docs/handbook/caster#rovers')
  expect(linkFrom('operations/configure', '../../.env.example')).toBe('/docs/handbook/settings')
  expect(linkFrom('decisions/0003-caches', '../caster.md')).toBe('/docs/handbook/caster')
  expect(linkFrom('api', 'guides/es/errors.md')).toBe('/docs/es/errors')
  expect(linkFrom('console', 'images/network.png')).toBe('/docs/handbook/images/network.png')
  expect(linkFrom('scale', '../deploy')).toBeNull()
  expect(linkFrom('scale', 'https://example.org/')).toBe('https://example.org/')
})
