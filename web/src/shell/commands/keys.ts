// Keyboard shortcuts of the console, as a pure function of the key and its context.

export interface Press {
  readonly key: string
  /** Ctrl, or ⌘ on a Mac. */
  readonly command: boolean
  readonly alt: boolean
  /** The focus is in a text field. */
  readonly typing: boolean
  /** A dialog above the page has the focus. */
  readonly covered: boolean
}

export type KeyAction =
  | { readonly do: 'find' | 'show-keys' | 'search-here' }
  | { readonly do: 'go'; readonly letter: string }
  /** Wait for the second key. */
  | { readonly do: 'wait' }

/** `waiting` if the previous key was g. Returns `null` if the key has no meaning. */
export function keyActionOf({ key, command, alt, typing, covered }: Press, waiting: boolean): KeyAction | null {
  if (command && !alt && key.toLowerCase() === 'k') return { do: 'find' }
  if (command || alt || typing || covered) return null
  if (waiting && /^[a-z]$/.test(key)) return { do: 'go', letter: key }
  if (key === 'g') return { do: 'wait' }
  if (key === '?') return { do: 'show-keys' }
  return key === '/' ? { do: 'search-here' } : null
}

export const isMac = (platform: string): boolean => /mac|iphone|ipad/i.test(platform)

/** Key labels as printed on the keyboard. */
export const findKeys = (): readonly [string, string] => (isMac(navigator.platform) ? ['⌘', 'K'] : ['Ctrl', 'K'])
