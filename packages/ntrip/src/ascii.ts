// Converts text to ASCII, for equipment that supports no other encoding.

/** Characters that Unicode decomposition (NFD) does not split. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', Æ: 'AE', æ: 'ae', Ø: 'O', ø: 'o', Œ: 'OE', œ: 'oe', Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', Þ: 'Th', þ: 'th' },
  ...{
    '–': '-',
    '—': '-',
    '‘': "'",
    '’': "'",
    '“': "'",
    '”': "'",
    '«': "'",
    '»': "'",
    '…': '...',
    '°': ' ',
    º: 'o',
    ª: 'a',
  },
}

/** "Mérida" becomes "Merida"; a character without an ASCII equivalent becomes a question mark. */
export const inAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? '?')
