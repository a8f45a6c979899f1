// What the keyboard does anywhere in the console. Pure: where one is typing, and what was pressed before, is told.

export interface Press {
  readonly key: string
  /** Control, or the command key of a Mac. */
  readonly command: boolean
  readonly alt: boolean
  /** Into a field. */
  readonly typing: boolean
  /** Above the page something is open that has the keyboard. */
  readonly covered: boolean
}

export type Wish =
  | { readonly do: 'find' | 'show-keys' | 'search-here' }
  | { readonly do: 'go'; readonly letter: string }
  /** The next key says where. */
  | { readonly do: 'wait' }

/** `waiting`: the key before was g. Null: the key means nothing here. */
export function wishOf({ key, command, alt, typing, covered }: Press, waiting: boolean): Wish | null {
  if (command && !alt && key.toLowerCase() === 'k') return { do: 'find' }
  if (command || alt || typing || covered) return null
  if (waiting && /^[a-z]$/.test(key)) return { do: 'go', letter: key }
  if (key === 'g') return { do: 'wait' }
  if (key === '?') return { do: 'show-keys' }
  return key === '/' ? { do: 'search-here' } : null
}

export const isMac = (platform: string): boolean => /mac|iphone|ipad/i.test(platform)

/** As it is written on the keys. */
export const findKeys = (): readonly [string, string] => (isMac(navigator.platform) ? ['⌘', 'K'] : ['Ctrl', 'K'])
