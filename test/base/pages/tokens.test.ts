// The browser app, the docs portal and the customer page take their colours from one file.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { pageFiles } from '../../../src/base/pages/page-files.ts'
import { DEFAULT_ACCENT, shadesOf } from '../../../src/domain/delivery/accent.ts'
import { DEFAULT_BRAND } from '../../../src/domain/delivery/brand.ts'

const ROOT = new URL('../../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, ROOT), 'utf8')

const TOKENS = read('src/base/pages/tokens.css')
const PAGES = ['src/http/portal/files/portal.css', 'src/outbound/delivery/files/customer.css']
const APP = ['web/src/theme/global.css', 'web/src/theme/theme.ts', 'web/src/sections/settings/brand.module.css']

const COLOUR =
  /#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<=[:,(] *)(?:black|white|gr[ae]y|red|green|blue)(?= *[;,)\d])/gi

const declared = (text: string) => new Set(Array.from(text.matchAll(/^\s*(--[\w-]+):/gm), ([, name]) => name!))
const used = (text: string) => new Set(Array.from(text.matchAll(/var\((--[\w-]+)/g), ([, name]) => name!))

describe('design tokens', () => {
  it.each([...PAGES, ...APP])('are the only colours in %s', (file) => {
    expect(read(file).match(COLOUR) ?? []).toEqual([])
  })

  it('are checked against colours in every notation', () => {
    const literals = ['a: #fff;', 'a: rgb(1 2 3 / 5%);', 'a: color-mix(in srgb, var(--b), black 14%);', 'a: white;']
    expect(literals.filter((text) => text.match(COLOUR) === null)).toEqual([])
    expect('white-space: nowrap; a: var(--red-deep); grid: #{id}'.match(COLOUR)).toBeNull()
  })

  it.each(PAGES)('%s uses only variables that exist', (file) => {
    const known = declared(TOKENS + read(file))
    expect([...used(read(file))].filter((name) => !known.has(name))).toEqual([])
  })

  it('are all in use', () => {
    const ramps = /^--(gray|dark)-\d$/ // Mantine needs ten shades of each
    const inUse = used([...PAGES, ...APP].map(read).join())
    expect([...declared(TOKENS)].filter((name) => !inUse.has(name) && !ramps.test(name))).toEqual([])
  })

  it('contain the default accent, as does the icon', () => {
    const { deep, pale } = shadesOf(DEFAULT_ACCENT)
    expect(TOKENS).toContain(`--accent-deep: ${deep};\n  --accent-pale: ${pale};`)
    expect(read('web/public/assets/icon.svg')).toContain(`fill="${deep}"`)
  })
})

describe('the style sheet of a page', () => {
  const folder = new URL('src/outbound/delivery/files/', ROOT)

  it("contains the tokens, in the operator's accent", () => {
    const shades = { deep: '#7a1f3d', pale: '#d08aa0' }
    const { served, style } = pageFiles('/c/files/', folder, { ...DEFAULT_BRAND, shades })
    const address = style('customer.css')
    expect(address).toMatch(/^\/c\/files\/customer-[0-9a-f]{12}\.css$/)
    const { type, content } = served.get(address.slice('/c/files/'.length))!
    expect(type).toBe('text/css; charset=utf-8')
    expect(String(content)).toContain('--accent-deep: #7a1f3d;\n  --accent-pale: #d08aa0;')
    expect(String(content)).toContain(read('src/outbound/delivery/files/customer.css'))
  })
})
