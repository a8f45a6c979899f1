// The few files that the customer's pages are dressed with, read once, each named by its content so that browsers may keep it.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Brand, LOGO_TYPES, type Logo, withAccent } from '../domain/delivery/brand.ts'
import type { PageFiles } from './page/page.ts'

export const FILES_PATH = '/c/files/'

export interface ServedFile {
  readonly type: string
  readonly content: Buffer
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

export function handoverFiles({ shades, logo, logoDark }: Brand): {
  served: ReadonlyMap<string, ServedFile>
  addresses: PageFiles
} {
  const served = new Map<string, ServedFile>()
  const add = (name: string, type: string, content: Buffer): string => {
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 12)
    const named = name.replace('.', `-${hash}.`)
    served.set(named, { type, content })
    return FILES_PATH + named
  }
  const own = (name: string) => {
    const text = readFileSync(fileURLToPath(new URL(`./files/${name}`, import.meta.url)), 'utf8')
    return add(name, TYPES[extname(name)]!, Buffer.from(withAccent(text, shades)))
  }
  const picture = (name: string, one: Logo | null) =>
    one && add(`${name}.${one.kind}`, LOGO_TYPES[one.kind], one.content)
  const addresses = {
    style: own('customer.css'),
    script: own('customer.js'),
    logo: picture('logo', logo),
    logoDark: logo && picture('logo-dark', logoDark),
  }
  return { served, addresses }
}
