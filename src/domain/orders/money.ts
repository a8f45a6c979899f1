// Money is whole numbers of a currency's smallest unit. No amount is ever a fraction or a float.

/** How many digits of the smallest unit stand behind the point (ISO 4217). */
const DIGITS = { MXN: 2, USD: 2, EUR: 2, CAD: 2, GTQ: 2, COP: 2, CLP: 0 } as const

export type Currency = keyof typeof DIGITS
export const CURRENCIES = Object.keys(DIGITS) as readonly Currency[]

export interface Money {
  readonly amountMinor: number
  readonly currency: Currency
}

export const MIN_AMOUNT_MINOR = 1
/** Eight digits are what payment providers take. */
export const MAX_AMOUNT_MINOR = 99_999_999

export const isAmount = (minor: number): boolean =>
  Number.isInteger(minor) && minor >= MIN_AMOUNT_MINOR && minor <= MAX_AMOUNT_MINOR

/** 125000 of MXN is "1250.00 MXN": put together from its digits, for texts without a language. */
export function moneyText({ amountMinor, currency }: Money): string {
  const digits = DIGITS[currency]
  const text = String(amountMinor).padStart(digits + 1, '0')
  const cut = text.length - digits
  return `${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`} ${currency}`
}
