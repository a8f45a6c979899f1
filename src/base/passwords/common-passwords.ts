// Passwords from known leaks, and Spanish words and names: 105,813 sorted lines, written by scripts/password-list.ts.
// Read only when a user chooses a password, and not kept in memory: 238 kB on disk, 0.9 MB unpacked.
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

export const COMMON_PASSWORDS = new URL('./common-passwords.txt.br', import.meta.url)
const unpack = promisify(brotliDecompress)

/** Returns a function that reports whether a lower-case word is in the list. */
export async function readCommonPasswords(): Promise<(word: string) => boolean> {
  const list = await unpack(await readFile(COMMON_PASSWORDS))
  return (word) => !word.includes('\n') && list.includes(`\n${word}\n`)
}
