/** Truncates to `most` UTF-16 code units without splitting a surrogate pair, which no database accepts. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '')
