// Files of packages without code (fonts): a checkout reads them from the package, a release from its own copies.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const copies = new URL('../../files/', import.meta.url)
const isRelease = existsSync(copies)

export const packageFile = (specifier: string): string =>
  fileURLToPath(isRelease ? new URL(specifier, copies) : import.meta.resolve(specifier))
