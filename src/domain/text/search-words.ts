// Splits a search text into words, folded like the stored words (fold_text in the migrations).

const MARKS = /[\u0300-\u036f]/g
const MOST_WORDS = 6
const LONGEST_WORD = 60

export const folded = (text: string): string => text.normalize('NFKD').replace(MARKS, '').toLowerCase()

/** Longest word first: it is the most selective. */
export function searchWords(text: string): string[] {
  return text
    .split(/\s+/)
    .flatMap(wordsIn)
    .filter(Boolean)
    .map((word) => word.slice(0, LONGEST_WORD))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
}

/** An e-mail address is one word, not folded. */
const wordsIn = (part: string): string[] =>
  part.includes('@') ? [part.toLowerCase()] : folded(part).split(/[^\p{L}\p{N}]+/u)
