// The files that a browser loads before a page shows anything.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageName } from '../../src/http/pages/bundle.ts'

/** The files with their bytes on the wire: those that the built page names, their imports, and the fonts. */
export async function initialFiles(folder: string, page: PageName): Promise<ReadonlyMap<string, number>> {
  const assets = join(folder, 'assets')
  const all = await readdir(assets)
  const found = new Map<string, number>()
  const add = async (name: string) => {
    if (!all.includes(name) || found.has(name)) return
    const forms = all.filter((file) => file === name || file === `${name}.br` || file === `${name}.gz`)
    const sizes = await Promise.all(forms.map(async (file) => (await stat(join(assets, file))).size))
    found.set(name, Math.min(...sizes))
    const code = await readFile(join(assets, name), 'utf8')
    for (const [, imported] of code.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) await add(imported!)
    if (name.endsWith('.css')) for (const [, font] of code.matchAll(/\/assets\/([\w.-]+\.woff2)/g)) await add(font!)
  }
  const html = await readFile(join(folder, `${page}.html`), 'utf8')
  for (const [, name] of html.matchAll(/\/assets\/([\w.-]+\.(?:js|css))/g)) await add(name!)
  return found
}
