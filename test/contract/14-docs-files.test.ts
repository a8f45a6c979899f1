// Files of the portal for programs: Markdown, llms.txt, the Postman collection, the feed, security.txt.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setNetwork } from '../../src/actions/network/set.ts'
import { LANGUAGES } from '../../src/domain/people/user.ts'
import { readAllGuides } from '../../src/http/portal/guides.ts'
import { handbookAddress, readHandbooks } from '../../src/http/portal/handbook.ts'
import { addressOf } from '../../src/http/portal/layout.ts'
import { byTest } from '../support/action-context.ts'
import { BASE_URL, TestService } from '../support/service.ts'

let service: TestService
beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.stop())

async function get(url: string): Promise<{ status: number; type: string; text: string }> {
  const { statusCode: status, headers, body: text } = await service.inject({ url })
  return { status, type: String(headers['content-type']), text }
}

/** Markdown links to this service. */
const linksIn = (text: string) =>
  Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, href]) => href!).filter(
    (href) => !/^(https?|mailto):/.test(href) || href.startsWith(BASE_URL),
  )

it('has every page as Markdown, with links only to existing Markdown', async () => {
  const guides = readAllGuides()
  const handbooks = readHandbooks()
  const pages = LANGUAGES.flatMap((language) => [
    ...Array.from(guides[language].sources.keys(), (slug) => `${addressOf(language, slug)}.md`),
    ...Array.from(handbooks[language].sources.keys(), (slug) => `${handbookAddress(language, slug)}.md`),
  ])
  const links = new Set<string>()
  for (const page of pages) {
    const { status, type, text } = await get(page)
    expect([page, status, type]).toEqual([page, 200, 'text/markdown; charset=utf-8'])
    expect(text).toMatch(/^# /m)
    for (const link of linksIn(text)) links.add(link.startsWith('#') ? BASE_URL + page : link.split('#')[0]!)
  }
  const broken = []
  for (const link of links) {
    const isOurs = link.startsWith(`${BASE_URL}/`)
    if (!isOurs || (await get(link.slice(BASE_URL.length))).status !== 200) broken.push(link)
  }
  expect(broken).toEqual([])
  expect((await get('/docs/en/errors.md')).text).toContain('not_a_cursor')
  expect((await get('/docs/en/reference.md')).text).toContain('### POST /credentials\n\nWith a station,')
  const spanish = (await get('/docs/es/reference.md')).text
  expect(spanish).toContain('### POST /credentials\n\nCon una estación,')
  expect(spanish).toContain('- `id` (ruta, obligatorio): Identificador: un entero positivo.')
  expect((await get('/docs/en/nothing.md')).status).toBe(404)
})

it('has llms.txt: a title, a summary and links to Markdown', async () => {
  const { status, text } = await get('/llms.txt')
  expect(status).toBe(200)
  expect(text).toMatch(/^# .+\n\n> Issue NTRIP credentials.+\n\n## Get started\n/)
  expect(text).toContain(`- [Quick start](${BASE_URL}/docs/en/quick-start.md): your first credential`)
  for (const page of ['webhooks', 'handbook']) expect(text).toContain(`${BASE_URL}/docs/es/${page}.md`)
})

it('has a Postman collection with every operation of the description', async () => {
  const { paths } = JSON.parse((await get('/docs/openapi.json')).text)
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  const collection = JSON.parse((await get('/docs/postman.json')).text)
  expect(collection.info.schema).toContain('v2.1.0')
  expect(collection.variable).toContainEqual({ key: 'base_url', value: `${BASE_URL}/api/v1` })
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const items = collection.item.flatMap(({ item }: any) => item).map(({ request }: any) => request)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const offered = items.map(({ method, url }: any) => `${method} /${url.path.join('/')}`)
  expect(offered.sort()).toEqual(described.sort())
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  const issue = items.find(({ method, url }: any) => method === 'POST' && url.raw === '{{base_url}}/credentials')
  expect(JSON.parse(issue.body.raw)).toHaveProperty('segundos')
  expect(issue.header).toContainEqual({ key: 'Content-Type', value: 'application/json' })
})

it('has the description and the Postman collection in Spanish too', async () => {
  const description = await get('/docs/es/openapi.json')
  expect([description.status, description.type]).toEqual([200, 'application/json; charset=utf-8'])
  const { paths, tags } = JSON.parse(description.text)
  expect(paths['/credentials'].post).toMatchObject({ summary: 'Emitir una credencial', tags: ['Credentials'] })
  expect(tags[0]).toMatchObject({ name: 'Stations', 'x-displayName': 'Estaciones' })
  const { item } = JSON.parse((await get('/docs/es/postman.json')).text)
  expect(item[0]).toMatchObject({ name: 'Estaciones', item: expect.any(Array) })
})

it.each(LANGUAGES)('has the changelog as a feed in %s', async (language) => {
  const { status, type, text } = await get(`/docs/${language}/changelog.atom`)
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  const entries = text.split('<entry>').slice(1)
  expect(entries.length).toBeGreaterThan(1)
  for (const entry of entries) {
    expect(entry).toMatch(/<updated>\d{4}-\d\d-\d\dT00:00:00Z<\/updated>/)
    const [, page, anchor] = /<id>(.*?)#(.*?)<\/id>/.exec(entry)!
    expect((await get(page!.slice(BASE_URL.length))).text).toContain(` id="${anchor}"`)
  }
  // Links in the contents are absolute, and only the feed's own elements are markup.
  expect(text).toContain(`&lt;a href=&quot;${BASE_URL}/docs/${language}/renewing&quot;&gt;`)
  expect(text).not.toMatch(/<(p|ul|li|a)\b/)
})

it('has security.txt once the operator configures a contact', async () => {
  expect((await get('/.well-known/security.txt')).status).toBe(404)
  await setNetwork(byTest({ db: service.db, keys: service.services.keys }, new Date()), { phone: '+52 55 1234 5678' })
  const { status, type, text } = await get('/.well-known/security.txt')
  expect([status, type]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe('Contact: tel:+525512345678')
  const expires = Date.parse(/^Expires: (.+)$/.exec(lines[1]!)![1]!)
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  expect(lines).toContain(`Canonical: ${BASE_URL}/.well-known/security.txt`)
})
