/** English to Spanish. */
export type Translations = Readonly<Record<string, string>>
