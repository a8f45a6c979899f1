// Components pass codes with parameters, never sentences. The interfaces make the sentences from the dictionaries in
// src/words/.

export type Nothing = Record<never, never>

/** Text from another server or the operating system, shown unmodified. */
export interface Said {
  readonly said: string
}

/** One of the codes of a table, with its parameters. */
export type Coded<Table> = {
  readonly [Code in keyof Table]: { readonly code: Code; readonly params: Table[Code] }
}[keyof Table]
