// Reads the guides of docs/guides once. Their README lists them in groups, which become the menu.
import { readdirSync, readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'

export interface MenuItem {
  readonly slug: string
  readonly title: string
}

export interface MenuGroup {
  readonly title: string
  readonly items: readonly MenuItem[]
}

export interface Guides {
  readonly menu: readonly MenuGroup[]
  /** Markdown by name; the README's name is empty. */
  readonly sources: ReadonlyMap<string, string>
}

const FOLDER = new URL('../../../docs/guides/', import.meta.url)
/** A menu entry: a page or a folder of pages. */
const ITEM = /^- \[([^\]]+)\]\(([a-z/-]+?)(?:\.md|\/)\)/

export function readGuides(language: Language): Guides {
  const folder = new URL(`${language}/`, FOLDER)
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'))
  const sources = new Map(files.map((name) => [slugOf(name), readFileSync(new URL(name, folder), 'utf8')]))
  return { menu: menuIn(sources.get('')!), sources }
}

export const readAllGuides = (): Readonly<Record<Language, Guides>> =>
  Object.fromEntries(LANGUAGES.map((language) => [language, readGuides(language)])) as Record<Language, Guides>

const slugOf = (file: string) => (file === 'README.md' ? '' : file.replace(/\.md$/, ''))

export function menuIn(readme: string): MenuGroup[] {
  const [, ...groups] = readme.split(/^## /m)
  return groups.map((group) => {
    const [title, ...lines] = group.split('\n')
    const items = lines.flatMap((line) => {
      const [, name, slug] = ITEM.exec(line) ?? []
      return name && slug ? [{ slug, title: name }] : []
    })
    return { title: title!.trim(), items }
  })
}
