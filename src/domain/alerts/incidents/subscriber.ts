import type { Language } from '../../people/user.ts'
import { DAY_MS } from '../../time/units.ts'

export interface Subscriber {
  readonly id: number
  readonly email: string
  readonly language: Language
  /** Secret in the links of the subscriber's mails. */
  readonly key: string
  /** `null` until the subscriber confirms the address. */
  readonly confirmedAt: Date | null
}

/** Same length as order keys; too long to guess. */
export const SUBSCRIBER_KEY_LENGTH = 24
export const isSubscriberKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

/** Page where the subscriber confirms the address or unsubscribes. */
export const subscriptionUrl = (baseUrl: string, { key }: Pick<Subscriber, 'key'>): string =>
  `${baseUrl}/status/subscription/${key}`

/** One-click unsubscribe for mail clients (RFC 8058). */
export const unsubscribeUrl = (baseUrl: string, { key }: Pick<Subscriber, 'key'>): string =>
  `${baseUrl}/public/subscribers/${key}/unsubscribe`

/** Unconfirmed subscribers are deleted after this time. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS
