/** What the dictionaries say within a sentence, where it stands alone. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
