import { pageFiles, type ServedFile } from '../../base/pages/page-files.ts'
import type { Brand } from '../../domain/delivery/brand.ts'
import type { PageFiles } from './page/page.ts'

export const FILES_PATH = '/c/files/'

export function deliveryFiles(brand: Brand): { served: ReadonlyMap<string, ServedFile>; addresses: PageFiles } {
  const { served, style, script, logos } = pageFiles(FILES_PATH, new URL('./files/', import.meta.url), brand)
  return { served, addresses: { style: style('customer.css'), script: script('customer.js'), ...logos } }
}
