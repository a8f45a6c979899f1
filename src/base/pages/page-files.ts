// Style sheets, scripts and logos of the docs portal and the customer page, with the operator's brand. File names
// contain a hash of the content, so that browsers can cache them forever.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Brand, LOGO_TYPES, type Logo, withAccent } from '../../domain/delivery/brand.ts'

export interface ServedFile {
  readonly type: string
  readonly content: Buffer
}

const TOKENS = new URL('./tokens.css', import.meta.url)

/** Reads files from `folder`, served under `path`. `style` and `script` return a file's URL. */
export function pageFiles(path: string, folder: URL, { shades, logo, logoDark }: Brand) {
  const served = new Map<string, ServedFile>()
  const add = (name: string, type: string, content: Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const named = name.replace('.', `-${hash}.`)
    served.set(named, { type, content })
    return path + named
  }
  const picture = (name: string, picture: Logo | null) =>
    picture && add(`${name}.${picture.kind}`, LOGO_TYPES[picture.kind], picture.content)
  return {
    served: served as ReadonlyMap<string, ServedFile>,
    style(name: string): string {
      const text = readFileSync(TOKENS, 'utf8') + readFileSync(new URL(name, folder), 'utf8')
      return add(name, 'text/css; charset=utf-8', Buffer.from(withAccent(text, shades)))
    },
    script: (name: string): string => add(name, 'text/javascript; charset=utf-8', readFileSync(new URL(name, folder))),
    logos: { logo: picture('logo', logo), logoDark: logo && picture('logo-dark', logoDark) },
  }
}
