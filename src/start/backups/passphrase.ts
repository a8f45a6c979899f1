// The passphrase of the daily backups: the first line of a file in the data directory, which the operator writes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSPHRASE_FILE } from './folder.ts'

export const SHORTEST_PASSPHRASE = 12

/** Returns `null` if the file does not exist; daily backups are then not encrypted and lack the encryption key. */
export function storedPassphrase(dataDir: string): string | null {
  const path = join(dataDir, PASSPHRASE_FILE)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`cannot read the passphrase of the backups: ${(error as Error).message}`)
  }
  const [passphrase = ''] = text.split(/\r?\n/, 1)
  if (passphrase.length >= SHORTEST_PASSPHRASE) return passphrase
  throw new Error(`${path}: the passphrase is too short: at least ${SHORTEST_PASSPHRASE} characters`)
}
