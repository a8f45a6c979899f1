// Recovery codes replace a lost second factor. 16 characters of 31 have 79 bits, too many to brute-force a plain hash.

export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 16

/** Formats in groups of four. */
export const groupRecoveryCode = (code: string): string => code.match(/.{1,4}/g)!.join('-')

/** Normalizes a typed code: ignores case and separators. */
export const plainRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')
