// Writes the list of common passwords from the word lists of zxcvbn-ts (NOTICE.md):
//   npm install --prefix /tmp/lists @zxcvbn-ts/language-common @zxcvbn-ts/language-es-es
//   node scripts/password-list.ts /tmp/lists/node_modules/@zxcvbn-ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { COMMON_PASSWORDS } from '../src/base/passwords/common-passwords.ts'

const LISTS = [
  'language-common/src/passwords.json',
  'language-es-es/src/commonWords.json',
  'language-es-es/src/firstnames.json',
  'language-es-es/src/lastnames.json',
  'language-es-es/src/wikipedia.json',
]
/**
 * `passwordFault` rejects passwords that repeat a unit of up to six characters, so shorter mixed words change nothing.
 */
const isUseful = (word: string) =>
  word === word.normalize('NFKC').toLowerCase() && /^(\p{L}+|\p{N}+|[^\n]{7,})$/u.test(word)

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder that contains language-common and language-es-es')
const words = LISTS.flatMap((list) => JSON.parse(readFileSync(join(folder, list), 'utf8')) as string[])
const kept = [...new Set(words)].filter(isUseful).sort()
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY, [constants.BROTLI_PARAM_LGWIN]: 18 }
writeFileSync(COMMON_PASSWORDS, brotliCompressSync(`\n${kept.join('\n')}\n`, { params }))
console.log(`${kept.length} words of ${new Set(words).size} in ${COMMON_PASSWORDS.pathname}`)
