// Makes untrusted text (names, addresses, server responses) safe to show.

/** Whitespace and line ends, control characters, lone surrogates. */
const UNPRINTABLE = /[\s\p{Cc}\p{Cs}]+/gu
/** Bidirectional overrides, embeddings and isolates. Right-to-left scripts work without them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu

export const oneLine = (text: string): string => text.replace(TURNING, '').replace(UNPRINTABLE, ' ').trim()

/** Patterns that mail clients turn into links: a scheme, or a dot followed by letters. */
const SCHEME = /:\/\//g
const DOMAIN_DOT = /([.。．｡])(?=\p{L}{2})/gu
const LONGEST_QUOTE = 80

/** Shortens untrusted text and prevents links, so that a quote cannot pass for our own text. */
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

/** Characters that XML 1.0 does not allow, even escaped. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu
export const escapeXml = (text: string): string => escapeHtml(text.replace(NOT_XML, ''))
