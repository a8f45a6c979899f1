// Site logs use UTC, so the form does too.

/** Value for `<input type="datetime-local">`; empty if unknown. */
export const utcText = (at: string | null): string => at?.slice(0, 16) ?? ''

export const utcTime = (text: string): string | null => (text === '' ? null : `${text}:00Z`)
