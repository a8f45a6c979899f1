import type { Language } from '../../people/user.ts'
import { DAY_MS } from '../../time/units.ts'

/** Somebody who wants to hear of incidents by mail. */
export interface Subscriber {
  readonly id: number
  readonly email: string
  readonly language: Language
  /** In the links of their mails. */
  readonly key: string
  /** Null: they have not said that the address is theirs. */
  readonly confirmedAt: Date | null
}

/** As long as those of orders: nobody guesses it. */
export const SUBSCRIBER_KEY_LENGTH = 24
export const isSubscriberKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

/** Where they confirm, and where they leave. */
export const subscriptionUrl = (baseUrl: string, { key }: Pick<Subscriber, 'key'>): string =>
  `${baseUrl}/status/subscription/${key}`

/** For programs that show mails: one request, and no more of them (RFC 8058). */
export const unsubscribeUrl = (baseUrl: string, { key }: Pick<Subscriber, 'key'>): string =>
  `${baseUrl}/public/subscribers/${key}/unsubscribe`

/** Who never confirms is forgotten. */
export const CONFIRM_WITHIN_MS = 7 * DAY_MS
