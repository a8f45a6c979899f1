// Files of packages that are nothing but files (fonts, lists of words): a checkout has them from the package, a release has its own copies.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const copies = new URL('../../files/', import.meta.url)
const isRelease = existsSync(copies)

/** `specifier`: as one would import it. */
export const packageFile = (specifier: string): string =>
  fileURLToPath(isRelease ? new URL(specifier, copies) : import.meta.resolve(specifier))
