// Style sheets, scripts and logos of the docs portal and the customer page, in the operator's brand. A file's name contains a hash of its
// content, so that browsers can cache it for good.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Brand, LOGO_TYPES, type Logo, withAccent } from '../../domain/delivery/brand.ts'

export interface ServedFile {
  readonly type: string
  readonly content: Buffer
}

const TOKENS = new URL('./tokens.css', import.meta.url)

/** Reads files of `folder`, which are served under `path`. `style` and `script` return a file's address. */
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
    /** With the design tokens before the file's own rules. */
    style(name: string): string {
      const text = readFileSync(TOKENS, 'utf8') + readFileSync(new URL(name, folder), 'utf8')
      return add(name, 'text/css; charset=utf-8', Buffer.from(withAccent(text, shades)))
    },
    script: (name: string): string => add(name, 'text/javascript; charset=utf-8', readFileSync(new URL(name, folder))),
    logos: { logo: picture('logo', logo), logoDark: logo && picture('logo-dark', logoDark) },
  }
}
