// Site logs use UTC, so the form does too.

/** Value for `<input type="datetime-local">`; empty if unknown. */
export const utcText = (at: string | null): string => at?.slice(0, 16) ?? ''

export const utcTime = (text: string): string | null => (text === '' ? null : `${text}:00Z`)

/** For tables, such as "2026-11-14 18:00". */
export const utcShown = (at: string): string => utcText(at).replace('T', ' ')
