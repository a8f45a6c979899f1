// Texts for equipment that knows ASCII and nothing else.

/** Letters that no decomposition takes apart. */
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

/** "Mérida" becomes "Merida"; what has no likeness becomes a question mark. */
export const inAscii = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/\P{ASCII}/gu, (letter) => LETTERS[letter] ?? '?')
