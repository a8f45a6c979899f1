// The handbook for operators: the pages of docs/ and the list of settings, in English. docs/README.md lists them in
// groups, which become the menu. Read on the first request.
import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { type Guides, menuIn } from './guides.ts'

export interface Handbook extends Guides {
  /** Resolves a link of a page to the portal; `null` if it leads to a file that the portal does not show. */
  readonly linkFrom: (slug: string, href: string) => string | null
}

const ROOT = new URL('../../../', import.meta.url)
const FOLDER = new URL('docs/', ROOT)
const DECISIONS = 'decisions'
const OPERATIONS = 'operations'
const SETTINGS = 'settings'
export const HANDBOOK_PATH = '/docs/handbook'
export const IMAGES_PATH = `${HANDBOOK_PATH}/images/`

export const handbookAddress = (slug: string): string => (slug === '' ? HANDBOOK_PATH : `${HANDBOOK_PATH}/${slug}`)

export const isDecision = (slug: string): boolean => slug.split('/', 1)[0] === DECISIONS

export function readHandbook(): Handbook {
  const sources = new Map<string, string>()
  for (const folder of ['', `${OPERATIONS}/`, `${DECISIONS}/`])
    for (const name of readdirSync(new URL(folder, FOLDER)))
      if (name.endsWith('.md')) sources.set(slugOf(folder + name), readFileSync(new URL(folder + name, FOLDER), 'utf8'))
  // On a code host this link leads to the file; in the portal it leads to the page of settings.
  sources.set('', sources.get('')!.replace('(../.env.example)', `(${SETTINGS}.md)`))
  sources.set(SETTINGS, settingsPage(readFileSync(new URL('.env.example', ROOT), 'utf8')))
  return { menu: menuIn(sources.get('')!), sources, linkFrom: (slug, href) => linkFrom(sources, slug, href) }
}

export function handbookImage(name: string): Buffer | null {
  const folder = new URL('images/', FOLDER)
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

function linkFrom(sources: ReadonlyMap<string, string>, slug: string, href: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const folder = slug === DECISIONS ? DECISIONS : posix.dirname(slug)
  const file = posix.join('docs', folder, path)
  const end = anchor === undefined ? '' : `#${anchor}`
  if (file === '.env.example') return handbookAddress(SETTINGS)
  const [, language, guide] = /^docs\/guides\/(es|en)\/([\w-]+)\.md$/.exec(file) ?? []
  if (language) return `/docs/${language}${guide === 'README' ? '' : `/${guide}`}${end}`
  const [, image] = /^docs\/images\/([\w-]+\.png)$/.exec(file) ?? []
  if (image) return IMAGES_PATH + image
  const page = slugOf(file.replace(/^docs\//, '').replace(/\/$/, ''))
  return file.startsWith('docs/') && sources.has(page) ? handbookAddress(page) + end : null
}
