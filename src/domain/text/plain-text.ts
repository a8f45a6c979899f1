// Text of strangers (names, addresses, what a server answered) shown as text and nothing else.

/** Space and line ends of every kind, other control characters, and halves of characters. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cs}]+/gu
/** Overrides, embeddings and isolates, which turn around what follows them; right-to-left letters do without. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu

export const oneLine = (text: string): string => text.replace(TURNING, '').replace(UNPRINTABLE, ' ').trim()

/** What mail programs turn into links: a scheme, or a dot with letters behind it. */
const SCHEME = /:\/\//g
const DOMAIN_DOT = /([.。．｡])(?=\p{L}{2})/gu
const LONGEST_QUOTE = 80

/** To be quoted where it must not be mistaken for ours: short, and nothing in it becomes a link. */
export function quotable(text: string): string {
  const letters = Array.from(oneLine(text).replace(SCHEME, ': //').replace(DOMAIN_DOT, '$1 '))
  return letters.length > LONGEST_QUOTE ? `${letters.slice(0, LONGEST_QUOTE - 1).join('')}…` : letters.join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
