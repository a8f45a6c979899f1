// Words that many people take for a password: passwords from known leaks, and Spanish words and names. Read when somebody chooses a
// password, which is rare, and kept nowhere: 1.5 MB on disk, nothing in memory.
import { readFile } from 'node:fs/promises'
import { packageFile } from '../package-file.ts'

/** Arrays of texts. */
export const PASSWORD_LISTS = [
  '@zxcvbn-ts/language-common/src/passwords.json',
  ...['commonWords', 'firstnames', 'lastnames', 'wikipedia'].map(
    (list) => `@zxcvbn-ts/language-es-es/src/${list}.json`,
  ),
]

/** Says of a word in lower case whether it is in one of the lists. */
export async function readCommonPasswords(): Promise<(word: string) => boolean> {
  const lists = await Promise.all(PASSWORD_LISTS.map((list) => readFile(packageFile(list), 'utf8')))
  // A word stands in one exactly if it stands there between its quotes.
  return (word) => {
    const quoted = JSON.stringify(word)
    return lists.some((list) => list.includes(quoted))
  }
}
