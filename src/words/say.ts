import type { Coded } from '../domain/codes/coded.ts'

export type WordsFor<Table> = { readonly [Code in keyof Table]: (params: Table[Code]) => string }

/** A code written by a newer release is shown as it is. */
export const say = <Table>(words: WordsFor<Table>, { code, params }: Coded<Table>): string =>
  (words[code] as ((params: Table[keyof Table]) => string) | undefined)?.(params) ?? String(code ?? '—')

/** A time inside a sentence: to the minute, the same in every language. */
export const minuteOf = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`

/** Joins the parts that apply. */
export const listed = (...parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false).join('; ')
