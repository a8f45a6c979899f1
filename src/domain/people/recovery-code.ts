// Codes for the day on which the phone is lost. 16 characters of 31 are 79 bits: a plain hash of them cannot be searched.

export const RECOVERY_CODES = 10
export const RECOVERY_CODE_LENGTH = 16

/** In groups of four, as they are shown. */
export const groupRecoveryCode = (code: string): string => code.match(/.{1,4}/g)!.join('-')

/** As it was before grouping, however it was typed. */
export const plainRecoveryCode = (typed: string): string => typed.toLowerCase().replace(/[^a-z0-9]/g, '')
