export interface Contact {
  /** Unmodified input of the operator; `null` if not shown. */
  readonly phone: string | null
  readonly whatsapp: string | null
}

const WRITTEN = /^[+(]?[0-9][0-9 ().-]{5,28}[0-9]$/
const MOST_DIGITS = 15 // E.164
const LEAST_DIGITS = 7

const digitsOf = (phone: string) => phone.replace(/\D/g, '')

export function isPhone(text: string): boolean {
  const { length } = digitsOf(text)
  return WRITTEN.test(text) && length >= LEAST_DIGITS && length <= MOST_DIGITS
}

/** WhatsApp requires the country code. */
export const isWhatsapp = (text: string): boolean => isPhone(text) && text.startsWith('+')

/** RFC 3966. */
export const callUrl = (phone: string): string => `tel:${phone.startsWith('+') ? '+' : ''}${digitsOf(phone)}`

export const whatsappUrl = (phone: string, text: string): string =>
  `https://wa.me/${digitsOf(phone)}?text=${encodeURIComponent(text)}`
