/** For texts that the dictionaries have in lower case for use within a sentence. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
