import { pageFiles, type ServedFile } from '../../base/pages/page-files.ts'
import { shadesOf } from '../../domain/delivery/accent.ts'
import { type Brand, hidesNetworkLogo, logoAddress, type OwnerBrand } from '../../domain/delivery/brand.ts'
import type { PageFiles } from './page/page.ts'

export const FILES_PATH = '/c/files/'

export function deliveryFiles(brand: Brand): { served: ReadonlyMap<string, ServedFile>; addresses: PageFiles } {
  const { served, style, script, logos } = pageFiles(FILES_PATH, new URL('./files/', import.meta.url), brand)
  return { served, addresses: { style: style('customer.css'), script: script('customer.js'), accent: null, ...logos } }
}

/** Files of a page for customers of an organization. */
export function ownFiles(network: PageFiles, own: OwnerBrand): PageFiles {
  const logos = hidesNetworkLogo(own) && { logo: own.logoHash && logoAddress(own.logoHash), logoDark: null }
  return { ...network, ...logos, accent: own.accent && `${FILES_PATH}accent-${own.accent.slice(1)}.css` }
}

const ACCENT_FILE = /^accent-([0-9a-f]{6})\.css$/

/** Made from its name, so every node serves it. */
export function accentFile(name: string): ServedFile | null {
  const hex = ACCENT_FILE.exec(name)?.[1]
  if (hex === undefined) return null
  const { deep, pale } = shadesOf(`#${hex}`)
  const content = Buffer.from(`:root { --accent-deep: ${deep}; --accent-pale: ${pale}; }\n`)
  return { type: 'text/css; charset=utf-8', content }
}
