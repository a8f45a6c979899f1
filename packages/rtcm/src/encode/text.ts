import type { BitWriter } from '../bits.ts'

/** A length and ISO 8859-1 text; the standard allows 31 characters. */
export function writeText(fields: BitWriter, text: string): void {
  if (text.length > 31) throw new RangeError(`longer than 31 characters: ${text}`)
  fields.unsigned(text.length, 8)
  for (const character of Buffer.from(text, 'latin1')) fields.unsigned(character, 8)
}
