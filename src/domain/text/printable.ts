/** Control characters and lone surrogates: PostgreSQL rejects the former and would silently change the latter. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const LINE_SEPARATOR = /[\p{Zl}\p{Zp}]/u
/** Also formatting characters, such as those that reverse the direction of text. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')

export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text)

/** Fits into a line of text, whatever program reads it. */
export const isOneLine = (text: string): boolean => isPrintable(text) && !LINE_SEPARATOR.test(text)

/** Fits into a field of a sourcetable, which semicolons separate. */
export const isTableField = (text: string): boolean => isPrintable(text) && !text.includes(';')

/** Contains only characters that a reader sees. */
export const isVisible = (text: string): boolean => !INVISIBLE.test(text)

export const withoutInvisible = (text: string): string => text.replace(ALL_INVISIBLE, '')
