// Text of strangers (names, addresses, what a server answered) shown as text and nothing else.

/** Space and line ends of every kind, other control characters, and halves of characters. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cs}]+/gu
/** Overrides, embeddings and isolates, which turn around what follows them; right-to-left letters do without. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu

export const oneLine = (text: string): string => text.replace(TURNING, '').replace(UNPRINTABLE, ' ').trim()

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
