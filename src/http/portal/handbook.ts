// The handbook for operators: the pages of docs/ and the list of settings. docs/es/ holds the Spanish pages under the
// same names; a page without one is shown in English. The README lists the pages in groups, which become the menu.
// Read on the first request.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { type Guides, menuIn } from './guides.ts'
import { headingsIn } from './markdown.ts'

export interface Handbook extends Guides {
  /** `false` for pages that are shown in English until their translation exists. */
  readonly isTranslated: (slug: string) => boolean
  /** Resolves a link of a page to the portal; `null` if it leads to a file that the portal does not show. */
  readonly linkFrom: (slug: string, href: string) => string | null
}

const ROOT = new URL('../../../', import.meta.url)
const FOLDERS: Readonly<Record<Language, string>> = { en: 'docs/', es: 'docs/es/' }
/** Folders of docs/ that are not part of the English handbook. */
const OTHER_PAGES = /^(?:es|guides)\//
const DECISIONS = 'decisions'
const SETTINGS = 'settings'
export const HANDBOOK_PATHS: Readonly<Record<Language, string>> = { en: '/docs/handbook', es: '/docs/es/handbook' }
export const IMAGES_PATH = `${HANDBOOK_PATHS.en}/images/`

export const handbookAddress = (language: Language, slug: string): string =>
  slug === '' ? HANDBOOK_PATHS[language] : `${HANDBOOK_PATHS[language]}/${slug}`

export const isDecision = (slug: string): boolean => slug.split('/', 1)[0] === DECISIONS

/** Pages that are written in each language, by name. */
type Written = Readonly<Record<Language, ReadonlyMap<string, string>>>

export function readHandbooks(): Readonly<Record<Language, Handbook>> {
  const settings = settingsPage(readFileSync(new URL('.env.example', ROOT), 'utf8'))
  const written: Written = { en: readPages(FOLDERS.en).set(SETTINGS, settings), es: readPages(FOLDERS.es) }
  return Object.fromEntries(LANGUAGES.map((language) => [language, handbookIn(language, written)])) as never
}

function handbookIn(language: Language, written: Written): Handbook {
  const sources = new Map([...written.en, ...written[language]])
  return {
    // A translated README links to English files of pages without a translation.
    menu: menuIn(sources.get('')!.replaceAll('](../', '](')),
    sources,
    isTranslated: (slug) => written[language].has(slug),
    linkFrom: (slug, href) => linkFrom(written, language, slug, href),
  }
}

function readPages(folder: string): Map<string, string> {
  const files = new URL(folder, ROOT)
  const names = readdirSync(files, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md') && !OTHER_PAGES.test(name),
  )
  const pages = new Map(names.map((name) => [slugOf(name), readFileSync(new URL(name, files), 'utf8')]))
  // On a code host this link leads to the file; in the portal it leads to the page of settings.
  return pages.set('', pages.get('')!.replace(/\((?:\.\.\/)+\.env\.example\)/, `(${SETTINGS}.md)`))
}

export function handbookImage(name: string): Buffer | null {
  const folder = new URL('docs/images/', ROOT)
  return readdirSync(folder).includes(name) ? readFileSync(new URL(name, folder)) : null
}

const slugOf = (file: string) => file.replace(/(?:\/|^)README\.md$/, '').replace(/\.md$/, '')

/** Turns .env.example into a page: for each setting a heading to link to, its comment and its line. */
function settingsPage(example: string): string {
  const [about, ...blocks] = example
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      const lines = block.split('\n')
      const text = lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^# ?/, ''))
      return { text: asText(text.join(' ')), settings: lines.filter((line) => !line.startsWith('#')) }
    })
  const sections = blocks.map(({ text, settings }) => {
    const names = settings.map((line) => line.split('=', 1)[0])
    return `## ${names.join(', ')}\n\n${text}\n\n\`\`\`sh\n${settings.join('\n')}\n\`\`\`\n`
  })
  return `# Settings\n\n${about!.text}\n\n${sections.join('\n')}`
}

/** Escapes Markdown, and formats URLs and addresses as code, because they are examples. */
const asText = (text: string) =>
  text
    .split(/(\S+:\/\/\S+|\S+@\S+)/)
    .map((part, place) => (place % 2 === 1 ? `\`${part}\`` : part.replaceAll(/[\\`*_<>[\]]/g, '\\$&')))
    .join('')

function linkFrom(written: Written, language: Language, slug: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const folder = slug === DECISIONS ? DECISIONS : posix.dirname(slug)
  const file = posix.join(FOLDERS[written[language].has(slug) ? language : 'en'], folder, path)
  if (file === '.env.example') return handbookAddress(language, SETTINGS)
  const [, guideLanguage, guide] = /^docs\/guides\/(es|en)\/([\w-]+)\.md$/.exec(file) ?? []
  if (guideLanguage)
    return `/docs/${guideLanguage}${guide === 'README' ? '' : `/${guide}`}${anchor ? `#${anchor}` : ''}`
  const [, image] = /^docs\/images\/([\w-]+\.webp)$/.exec(file) ?? []
  if (image) return IMAGES_PATH + image
  if (!file.startsWith(FOLDERS.en)) return null
  const linked = file.startsWith(FOLDERS.es) ? 'es' : 'en'
  const page = slugOf(file.slice(FOLDERS[linked].length).replace(/\/$/, ''))
  const source = written[linked].get(page) ?? written.en.get(page)
  if (source === undefined) return null
  // A link to an English page stays in the Spanish handbook.
  const target = linked === 'es' ? 'es' : language
  const shown = written[target].get(page) ?? source
  return handbookAddress(target, page) + (anchor === undefined ? '' : `#${anchorIn(shown, source, anchor)}`)
}

/** The anchor of the same heading in a translation: headings correspond by position. */
function anchorIn(translation: string, source: string, anchor: string): string {
  if (translation === source) return anchor
  const position = headingsIn(source).findIndex(({ id }) => id === anchor)
  return headingsIn(translation)[position]?.id ?? anchor
}
