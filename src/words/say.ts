// From a code and its figures to its sentence.
import type { Told } from '../domain/told.ts'

/** A sentence for every code of a table. */
export type WordsFor<Table> = { readonly [Code in keyof Table]: (params: Table[Code]) => string }

export const say = <Table>(words: WordsFor<Table>, { code, params }: Told<Table>): string =>
  (words[code] as (params: Table[keyof Table]) => string)(params)
