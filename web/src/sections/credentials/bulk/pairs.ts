// Names and values while they are typed.

/** `key` tells rows apart that are not named yet. */
export interface Pair {
  readonly key: number
  readonly name: string
  readonly value: string
}

let keys = 0

export const newPair = (name = '', value = ''): Pair => ({ key: ++keys, name, value })

export const toPairs = (metadata: Readonly<Record<string, string>>): readonly Pair[] =>
  Object.entries(metadata).map(([name, value]) => newPair(name, value))

/** Without rows that have no name. */
export const fromPairs = (pairs: readonly Pair[]): Record<string, string> =>
  Object.fromEntries(
    pairs.map(({ name, value }) => [name.trim(), value.trim()] as const).filter(([name]) => name !== ''),
  )
