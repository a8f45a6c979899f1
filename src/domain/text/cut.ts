/** The beginning of a text, so many letters as a program counts them. Never half a character: no database takes that. */
export const cutText = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, '')
