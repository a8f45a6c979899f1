// Serves the OpenAPI description, and the portal at /docs: guides and a reference that load no external resources.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { mapInTurns } from '../../base/running/turns.ts'
import type { App } from '../../base/serving/app.ts'
import { type Brand, DEFAULT_BRAND } from '../../domain/delivery/brand.ts'
import { type Contact, callUrl, whatsappUrl } from '../../domain/network/contact.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { preferredLanguage } from '../../domain/text/preferred-language.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import { HANDBOOK_PATHS, handbookImage, IMAGES_PATH } from '../portal/handbook.ts'
import { clientPackages, PACKAGES_PATH } from '../portal/packages.ts'
import { FEED, FILES_PATH, Portal } from '../portal/portal.ts'
import { inSpanish } from './description/spanish.ts'
import type { ApiServices } from './services.ts'
import { type Cached, cached, sendCached } from './transport/conditional.ts'

const hide = { schema: { hide: true } as object, config: { isOpen: true } }
const PREFLIGHT = {
  allow: 'GET, HEAD, OPTIONS',
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
}
const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'
const A_DAY = 'public, max-age=86400'
const AN_HOUR = 'public, max-age=3600'
const A_YEAR = 'public, max-age=31536000, immutable'

/** RFC 9116 recommends that the file expires in less than a year. */
const SECURITY_TEXT_VALID_MS = 180 * DAY_MS

const DESCRIPTION_PATHS: Readonly<Record<Language, string>> = {
  en: '/docs/openapi.json',
  es: '/docs/es/openapi.json',
}
const POSTMAN_PATHS: Readonly<Record<Language, string>> = {
  en: '/docs/postman.json',
  es: '/docs/es/postman.json',
}

type DocsServices = Pick<ApiServices, 'baseUrl' | 'clock' | 'rateLimitPerMinute' | 'current' | 'brand'>

export function docsRoutes(app: App, services: DocsServices): void {
  for (const [language, path] of Object.entries(DESCRIPTION_PATHS) as [Language, string][]) {
    let description: Cached | null = null
    // Readable from any origin, because the description is the same for every caller.
    app.get(path, hide, (request, reply) => {
      description ??= cached(JSON.stringify(descriptionIn(app, language)))
      reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': 'ETag, X-Request-Id' })
      return sendCached(request, reply, description)
    })
    app.options(path, hide, (_, reply) => reply.code(204).headers(PREFLIGHT).send())
  }
  app.get('/.well-known/security.txt', hide, async (_, reply) => {
    const { book } = await services.current()
    const text = securityText(book.network, services.baseUrl, services.clock())
    return text === null ? reply.callNotFound() : reply.type('text/plain; charset=utf-8').send(text)
  })
  app.register(async (portal) => portalRoutes(portal as App, services))
}

const descriptionIn = (app: App, language: Language): object =>
  language === 'es' ? inSpanish(app.swagger()) : app.swagger()

/** RFC 9116; `null` if the operator shows no contact. */
function securityText({ phone, whatsapp }: Contact, baseUrl: string, now: Date): string | null {
  const contacts = [...(phone ? [callUrl(phone)] : []), ...(whatsapp ? [whatsappUrl(whatsapp, 'security')] : [])]
  if (contacts.length === 0) return null
  return [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(now.getTime() + SECURITY_TEXT_VALID_MS).toISOString()}`,
    'Preferred-Languages: es, en',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}

function portalRoutes(app: App, services: DocsServices): void {
  const { baseUrl, rateLimitPerMinute } = services
  let opened: { readonly brand: Brand; readonly portal: Portal } | null = null
  let kept = keepPages()
  /** Rebuilt when the operator changes the brand. */
  const portal = () => {
    const { brand = DEFAULT_BRAND } = services
    if (opened?.brand !== brand) {
      const description = (language: Language) => descriptionIn(app, language) as never
      opened = { brand, portal: new Portal({ baseUrl, rateLimitPerMinute, brand, description }) }
      kept = keepPages()
    }
    return opened!.portal
  }
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    language: Language,
    slug: string,
    isHandbook = false,
  ) => {
    const name = await networkName(services)
    const here = portal()
    const isMarkdown = slug.endsWith('.md')
    const page = kept(name, `${isHandbook ? HANDBOOK_PATHS[language] : language}/${slug}`, () => {
      if (isMarkdown) {
        const source = slug.slice(0, -'.md'.length)
        return isHandbook ? here.handbookMarkdown(language, source) : here.markdown(language, source)
      }
      return isHandbook ? here.handbookPage(language, slug, name) : here.page(language, slug, name)
    })
    if (page !== null) return sendCached(request, reply, page, isMarkdown ? MARKDOWN : HTML)
    return reply.code(404).type(HTML).send(here.notFound(language, name))
  }
  sendSecurityHeaders(app, baseUrl)

  // Paths without a language: Accept-Language decides. The `type` of problems links here.
  for (const [path, slug] of [
    ['/docs', ''],
    ['/docs/problems', 'errors'],
  ] as const) {
    app.get(path, hide, (request, reply) => {
      reply.header('vary', 'accept-language')
      return send(request, reply, languageOf(request), slug)
    })
  }
  app.get(`${FILES_PATH}:name`, hide, (request, reply) => {
    const file = portal().files.get((request.params as { name: string }).name)
    if (!file) return reply.callNotFound()
    return reply.header('cache-control', A_YEAR).type(file.type).send(file.content)
  })
  const sendText = async (
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    make: (here: Portal, name: string) => string,
  ) => {
    const [name, here] = [await networkName(services), portal()]
    return sendCached(request, reply, kept(name, request.routeOptions.url!, () => make(here, name))!, type)
  }
  app.get('/llms.txt', hide, (request, reply) => sendText(request, reply, MARKDOWN, (here, name) => here.llms(name)))
  app.get(`${PACKAGES_PATH}:name`, hide, async (request, reply) => {
    const content = (await clientPackages()).get((request.params as { name: string }).name)
    if (!content) return reply.callNotFound()
    return reply.header('cache-control', AN_HOUR).type('application/octet-stream').send(content)
  })
  app.get(`${IMAGES_PATH}:name`, hide, (request, reply) => {
    const image = handbookImage((request.params as { name: string }).name)
    return image ? reply.header('cache-control', A_DAY).type('image/webp').send(image) : reply.callNotFound()
  })
  for (const language of LANGUAGES) {
    app.get(`/docs/${language}`, hide, (request, reply) => send(request, reply, language, ''))
    app.get(`/docs/${language}.md`, hide, (request, reply) => send(request, reply, language, '.md'))
    app.get(`/docs/${language}/${FEED}`, hide, (request, reply) =>
      sendText(request, reply, 'application/atom+xml; charset=utf-8', (here, name) => here.feed(language, name)),
    )
    app.get(POSTMAN_PATHS[language], hide, (request, reply) =>
      sendText(request, reply, 'application/json; charset=utf-8', (here, name) => here.postman(language, name)),
    )
    app.get(`/docs/${language}/search.json`, hide, (request, reply) =>
      sendCached(request, reply, kept(null, `${language} search`, () => portal().search(language))!),
    )
    app.get(`/docs/${language}/:page`, hide, (request, reply) =>
      send(request, reply, language, (request.params as { page: string }).page),
    )
    const handbook = HANDBOOK_PATHS[language]
    app.get(handbook, hide, (request, reply) => send(request, reply, language, '', true))
    app.get(`${handbook}.md`, hide, (request, reply) => send(request, reply, language, '.md', true))
    let index: Promise<Cached> | null = null
    app.get(`${handbook}/search.json`, hide, async (request, reply) => {
      index ??= handbookIndex(portal(), language)
      return sendCached(request, reply, await index)
    })
    app.get(`${handbook}/*`, hide, (request, reply) =>
      send(request, reply, language, (request.params as { '*': string })['*'], true),
    )
  }
}

async function handbookIndex(portal: Portal, language: Language): Promise<Cached> {
  const found = await mapInTurns(portal.handbookPages(language), (slug) => portal.handbookIndex(language, slug))
  return cached(JSON.stringify(found.flat()))
}

function languageOf({ query, headers }: FastifyRequest): Language {
  const { lang } = query as { lang?: unknown }
  return LANGUAGES.find((known) => known === lang) ?? preferredLanguage(headers['accept-language']) ?? 'en'
}

/** Falls back to "API", so that the guides are readable while the database is unavailable. */
const networkName = ({ current }: DocsServices) =>
  current().then(
    ({ book }) => book.network.name,
    () => 'API',
  )

/** Caches pages until the network's name changes. Missing pages are not cached: their number is unbounded. */
function keepPages() {
  const pages = new Map<string, { readonly name: string | null; readonly page: Cached }>()
  return (name: string | null, key: string, make: () => string | null): Cached | null => {
    const known = pages.get(key)
    if (known && known.name === name) return known.page
    const text = make()
    if (text === null) return null
    const page = cached(text)
    pages.set(key, { name, page })
    return page
  }
}
