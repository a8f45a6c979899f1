// From a code and its figures to its sentence.
import type { Coded } from '../domain/codes/coded.ts'

/** A sentence for every code of a table. */
export type WordsFor<Table> = { readonly [Code in keyof Table]: (params: Table[Code]) => string }

/** A code that this release does not know (written by a newer one) is shown as it is. */
export const say = <Table>(words: WordsFor<Table>, { code, params }: Coded<Table>): string =>
  (words[code] as ((params: Table[keyof Table]) => string) | undefined)?.(params) ?? String(code ?? '—')

/** Of a time that stands inside a sentence: to the minute, the same in every language. */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** What holds, one after the other. */
export const listed = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('; ')
