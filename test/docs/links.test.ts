import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { idOf } from '../../src/http/portal/markdown.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name))

const PAGES = ['.', 'docs', 'examples'].flatMap(pagesIn)
const withoutCode = (text: string) =>
  text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, (code) => code.replaceAll('](', ''))

function headingsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8').replaceAll(/^```.*?^```/gms, '')
  return Array.from(text.matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    idOf(heading!.replaceAll('`', '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')),
  )
}

it('has no broken link within the repository', () => {
  expect(PAGES.length).toBeGreaterThan(60)
  const broken = PAGES.flatMap((page) => {
    const links = Array.from(
      withoutCode(readFileSync(join(ROOT, page), 'utf8')).matchAll(/\]\(([^)\s]+)\)/g),
      ([, href]) => href!,
    )
    return links
      .filter((href) => !/^(https?:|mailto:|\/docs)/.test(href))
      .filter((href) => {
        const [path, anchor] = href.split('#') as [string, string?]
        const target = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), decodeURIComponent(path))
        if (!existsSync(target)) return true
        if (anchor === undefined || !statSync(target).isFile() || !target.endsWith('.md')) return false
        // The service generates the headings of the reference.
        if (relative(ROOT, target).endsWith('reference.md')) return false
        return !headingsOf(target).includes(decodeURIComponent(anchor))
      })
      .map((href) => `${page}: ${href}`)
  })
  expect(broken).toEqual([])
})
