// Metadata while it is edited.

/** `key` identifies rows that have no name yet. */
export interface Pair {
  readonly key: number
  readonly name: string
  readonly value: string
}

let keys = 0

export const newPair = (name = '', value = ''): Pair => ({ key: ++keys, name, value })

export const toPairs = (metadata: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(metadata).map(([name, value]) => newPair(name, value))

/** Drops rows without a name. */
export const fromPairs = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map(({ name, value }) => [name.trim(), value.trim()] as const).filter(([name]) => name !== ''),
  )
