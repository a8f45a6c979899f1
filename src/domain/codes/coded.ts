// What one part of the program tells another: a code, and the figures that its sentence needs. The sentences are made at the edges,
// from the dictionaries in src/words/.

export type Nothing = Record<never, never>

/** Text of another server or of the system, shown as it is. */
export interface Said {
  readonly said: string
}

/** One of a table's codes, with its figures. */
export type Coded<Table> = {
  readonly [Code in keyof Table]: { readonly code: Code; readonly params: Table[Code] }
}[keyof Table]
