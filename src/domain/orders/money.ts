// Amounts are integers in the smallest unit of the currency, never floats.
import type { Language } from '../people/user.ts'
import { LOCALES } from '../text/long-time.ts'

/** Decimal places per currency (ISO 4217). */
const DIGITS = { MXN: 2, USD: 2, EUR: 2, CAD: 2, GTQ: 2, COP: 2, CLP: 0 } as const

export type Currency = keyof typeof DIGITS
export const CURRENCIES = Object.keys(DIGITS) as readonly Currency[]

export interface Money {
  readonly amountMinor: number
  readonly currency: Currency
}

export const MIN_AMOUNT_MINOR = 1
/** Payment providers accept at most eight digits. */
export const MAX_AMOUNT_MINOR = 99_999_999

/** "$2,900.00 MXN", for customers. */
export function priceText(money: Money, language: Language): string {
  const { currency } = money
  const format = new Intl.NumberFormat(LOCALES[language], {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  const [amount] = moneyText(money).split(' ')
  return `${format.format(amount as `${number}`)} ${currency}`
}

/** Formats without a locale: 125000 MXN is "1250.00 MXN". */
export function moneyText({ amountMinor, currency }: Money): string {
  const digits = DIGITS[currency]
  const text = String(amountMinor).padStart(digits + 1, '0')
  const cut = text.length - digits
  return `${text.slice(0, cut)}${digits === 0 ? '' : `.${text.slice(cut)}`} ${currency}`
}
