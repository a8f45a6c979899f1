// Amounts are integers of the currency's smallest unit, formatted and parsed digit by digit, never as floating point.

/** Must match domain/orders/money.ts. */
const CURRENCY_DIGITS = { MXN: 2, USD: 2, EUR: 2, CAD: 2, GTQ: 2, COP: 2, CLP: 0 } as const
export type Currency = keyof typeof CURRENCY_DIGITS
export const CURRENCIES = Object.keys(CURRENCY_DIGITS) as Currency[]

export interface Money {
  readonly amountMinor: number
  readonly currency: Currency
}

/** 125000 in MXN becomes "1250.00". */
export function decimalOf({ amountMinor, currency }: Money): string {
  const digits = CURRENCY_DIGITS[currency]
  const text = String(amountMinor).padStart(digits + 1, '0')
  const cut = text.length - digits
  return digits === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`
}

/** Parses typed text: "1,250.5" becomes 125050. `null` if it is not an amount or has too many decimals. */
export function minorOf(text: string, currency: Currency): number | null {
  const digits = CURRENCY_DIGITS[currency]
  const [, whole, part = ''] = /^\$?\s*(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || part.length > digits) return null
  const minor = Number(`${whole.replaceAll(',', '')}${part.padEnd(digits, '0')}`)
  return minor >= 1 && minor <= 99_999_999 ? minor : null
}
