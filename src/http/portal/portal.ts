// The portal in two languages: guides (docs/guides) and API reference for developers, and the handbook for operators.
// Pages are rendered on first request.
import { pageFiles, type ServedFile } from '../../base/pages/page-files.ts'
import type { Brand } from '../../domain/delivery/brand.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { Html, html } from '../../domain/text/html.ts'
import { changelogFeed } from './feed.ts'
import { fieldCodes } from './field-codes.ts'
import { readAllGuides } from './guides.ts'
import { type Handbook, handbookAddress, isDecision, readHandbooks } from './handbook.ts'
import { type Around, addressOf, framed, type PageFiles } from './layout.ts'
import { type Rendered, renderMarkdown } from './markdown.ts'
import { llmsText, operationsAsMarkdown, withAbsoluteLinks } from './markdown-files.ts'
import { type Description, Reference } from './reference/description.ts'
import { referencePage } from './reference/page.ts'
import { postmanCollection } from './reference/postman.ts'
import { type Found, pageIndex, referenceIndex } from './search.ts'
import { wordsOf } from './words.ts'

export interface PortalSettings {
  readonly baseUrl: string
  readonly rateLimitPerMinute: number
  readonly brand: Brand
  readonly description: (language: Language) => Description
}

export const FILES_PATH = '/docs/files/'
const REFERENCE = 'reference'
const CHANGELOG = 'changelog'
export const FEED = 'changelog.atom'
const FIELD_CODES = '<!-- field-codes -->'

/** The service's URL in the guides; the portal replaces it with the real one. */
const WRITTEN_BASE_URL = 'https://rtk.example.mx'
/** The rate limit in the guides; the portal replaces it with the configured one. */
const WRITTEN_RATE = /<!-- rate -->\d+/g

export class Portal {
  readonly files: ReadonlyMap<string, ServedFile>
  readonly #settings: PortalSettings
  readonly #guides = readAllGuides()
  #handbooks: Readonly<Record<Language, Handbook>> | null = null
  readonly #addresses: PageFiles

  constructor(settings: PortalSettings) {
    this.#settings = settings
    const { served, addresses } = portalFiles(settings.brand)
    this.files = served
    this.#addresses = addresses
  }

  page(language: Language, slug: string, networkName: string): string | null {
    const guides = this.#guides[language]
    if (!guides.sources.has(slug)) return null
    const { title, headings, body } = this.#rendered(language, slug)
    const around = this.#around(language, slug, networkName)
    if (slug === '') return framed({ language, slug, title, body: homeBody(body), headings: [] }, around)
    if (slug !== REFERENCE) return framed({ language, slug, title, body, headings }, around)
    const reference = this.#reference(language)
    return framed({ language, slug, title, body: html`${body}${reference.body}`, headings: [], wide: true }, around)
  }

  notFound(language: Language, networkName: string): string {
    const words = wordsOf(language)
    const body = html`<p>${words.notFoundMeans}</p>`
    return framed(
      { language, slug: '', title: words.notFound, body, headings: [] },
      this.#around(language, '', networkName),
    )
  }

  handbookPage(language: Language, slug: string, networkName: string): string | null {
    const { sources, menu, isTranslated } = this.#handbook(language)
    if (!sources.has(slug)) return null
    const { title, headings, body } = this.#renderedOfHandbook(language, slug)
    const words = wordsOf(language)
    const around: Around = {
      networkName,
      files: this.#addresses,
      menu,
      address: (page) => handbookAddress(language, page),
      name: words.handbook,
      elsewhere: { title: words.guidesForDevelopers, href: addressOf(language, '') },
      otherLanguage: handbookAddress(otherThan(language), slug),
    }
    if (slug === '') return framed({ language, slug, title, body: homeBody(body), headings: [] }, around)
    const shown = isTranslated(slug) ? body : html`${notTranslated(language)}<div lang="en">${body}</div>`
    return framed({ language, slug, title, body: shown, headings }, around)
  }

  markdown(language: Language, slug: string): string | null {
    if (!this.#guides[language].sources.has(slug)) return null
    const { baseUrl, description } = this.#settings
    const source = withAbsoluteLinks(this.#source(language, slug), baseUrl, (href) => portalLink(href, language))
    if (slug !== REFERENCE) return source.replace(FIELD_CODES, fieldCodes(language).text)
    const { operations } = new Reference(description(language))
    return `${source}\n${operationsAsMarkdown(operations, wordsOf(language).reference)}\n`
  }

  handbookMarkdown(language: Language, slug: string): string | null {
    const { sources, isTranslated, linkFrom } = this.#handbook(language)
    const source = sources.get(slug)
    if (source === undefined) return null
    const text = withAbsoluteLinks(source, this.#settings.baseUrl, (href) => linkFrom(slug, href))
    return isTranslated(slug) ? text : `> ${wordsOf(language).notTranslated}\n\n${text}`
  }

  llms(networkName: string): string {
    const { baseUrl } = this.#settings
    return llmsText({ networkName, baseUrl, start: this.markdown('en', '')!, inicio: this.markdown('es', '')! })
  }

  postman(language: Language, networkName: string): string {
    return postmanCollection(this.#settings.description(language), networkName, this.#settings.baseUrl)
  }

  feed(language: Language, networkName: string): string {
    const { baseUrl } = this.#settings
    const source = this.#source(language, CHANGELOG)
    const { title } = this.#rendered(language, CHANGELOG)
    return changelogFeed(source, {
      title: `${title}: ${networkName}`,
      language,
      pageUrl: baseUrl + addressOf(language, CHANGELOG),
      feedUrl: baseUrl + addressOf(language, FEED),
      render: (markdown) => this.#render(language, `# ${title}\n\n${markdown}`, baseUrl).body.text,
    })
  }

  /** Pages that the search of the handbook covers; decision records are for contributors. */
  handbookPages(language: Language): readonly string[] {
    return [...this.#handbook(language).sources.keys()].filter((slug) => !isDecision(slug))
  }

  /** Indexes one page: all pages at once would block the event loop. */
  handbookIndex(language: Language, slug: string): readonly Found[] {
    return pageIndex([{ ...this.#renderedOfHandbook(language, slug), address: handbookAddress(language, slug) }])
  }

  search(language: Language): string {
    const pages = [...this.#guides[language].sources.keys()]
      .filter((slug) => slug !== '')
      .map((slug) => {
        const { title, sections } = this.#rendered(language, slug)
        return { title, address: addressOf(language, slug), sections }
      })
    const { headings } = this.#reference(language)
    const title = wordsOf(language).reference.operations
    const operations = referenceIndex({ address: addressOf(language, REFERENCE), title, headings })
    return JSON.stringify([...pageIndex(pages), ...operations])
  }

  #reference(language: Language) {
    const { baseUrl, description } = this.#settings
    return referencePage(description(language), { language, baseUrl, errorsAddress: addressOf(language, 'errors') })
  }

  #handbook(language: Language): Handbook {
    this.#handbooks ??= readHandbooks()
    return this.#handbooks[language]
  }

  #around(language: Language, slug: string, networkName: string): Around {
    const words = wordsOf(language)
    return {
      networkName,
      files: this.#addresses,
      menu: this.#guides[language].menu,
      address: (page) => addressOf(language, page),
      name: words.portal,
      elsewhere: { title: words.handbookForOperators, href: handbookAddress(language, '') },
      otherLanguage: addressOf(otherThan(language), slug),
    }
  }

  #renderedOfHandbook(language: Language, slug: string): Rendered {
    const { sources, linkFrom } = this.#handbook(language)
    return renderMarkdown(sources.get(slug)!, {
      language,
      linkTo: (href) => linkFrom(slug, href),
      inserts: {},
    })
  }

  #source(language: Language, slug: string): string {
    const { baseUrl, rateLimitPerMinute } = this.#settings
    return this.#guides[language].sources
      .get(slug)!
      .replaceAll(WRITTEN_BASE_URL, baseUrl)
      .replaceAll(WRITTEN_RATE, String(rateLimitPerMinute))
  }

  #rendered = (language: Language, slug: string): Rendered => this.#render(language, this.#source(language, slug))

  /** `before` is the prefix of links within the portal. */
  #render(language: Language, source: string, before = ''): Rendered {
    const linkTo = (href: string) => {
      const address = portalLink(href, language)
      return address.startsWith('/') ? before + address : address
    }
    return renderMarkdown(source, { language, linkTo, inserts: { 'field-codes': fieldCodes(language) } })
  }
}

/** Resolves links such as `errors.md#rate_limited` and `../es/errors.md` to the portal. */
export function portalLink(href: string, language: Language): string {
  const [, other, name, anchor = ''] = /^(?:\.\.\/(es|en)\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === undefined) return href
  const target = LANGUAGES.find((known) => known === other) ?? language
  return addressOf(target, name === 'README' ? '' : name) + anchor
}

function portalFiles(brand: Brand): { served: ReadonlyMap<string, ServedFile>; addresses: PageFiles } {
  const { served, style, script, logos } = pageFiles(FILES_PATH, new URL('./files/', import.meta.url), brand)
  const addresses = { style: style('portal.css'), theme: script('theme.js'), script: script('portal.js'), ...logos }
  return { served, addresses }
}

const otherThan = (language: Language): Language => LANGUAGES.find((known) => known !== language)!

const notTranslated = (language: Language): Html => {
  const { notices, notTranslated } = wordsOf(language)
  return html`<aside class="notice note" role="note"><p class="kind">${notices.note}</p><p>${notTranslated}</p></aside>`
}

/** Lists on the start page are cards: a title with a sentence below. */
const homeBody = ({ text }: Html): Html => {
  const cards = text.replaceAll(/<\/a>: (\p{L})/gu, (_, letter) => `</a> ${letter.toUpperCase()}`)
  return html`<div class="home">${new Html(cards)}</div>`
}
