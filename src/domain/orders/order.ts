// An order. Payment issues its credential, or renews an existing one, exactly once.

import type { Geofence } from '../credentials/geofence.ts'
import type { Language } from '../people/user.ts'
import type { Money } from './money.ts'

export const ORDER_STATES = ['pending', 'paid', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** `hand`: a user confirmed the payment. `stripe`: a signed notice of the provider did. */
export const PAYMENT_WAYS = ['hand', 'stripe'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** Payments that could not be applied and need a decision by the operator. */
export const PAYMENT_PROBLEMS = [
  'wrong_amount',
  'order_cancelled',
  'station_archived',
  'credential_revoked',
  'paid_twice',
] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

export interface Order extends Money {
  readonly id: number
  readonly ownerId: number
  readonly productId: number | null
  readonly productName: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly language: Language
  /** `null` for a group of stations or the network mountpoint. */
  readonly stationId: number | null
  readonly groupId: number | null
  readonly validitySeconds: number
  /** Copied from the product when ordered; `null` if there is none. */
  readonly geofence: Geofence | null
  /** `null` starts at payment. */
  readonly startsAt: Date | null
  /** Label of the credential; `null` uses the order number. */
  readonly label: string | null
  readonly state: OrderState
  readonly createdAt: Date
  /** Secret in the URL of the customer's order page. */
  readonly key: string
  readonly fromShop: boolean
  readonly paidAt: Date | null
  readonly paidBy: PaymentWay | null
  readonly paymentReference: string | null
  readonly paymentNote: string | null
  /** Credential that payment renews, with the same user name and password; `null` if payment issues a new one. */
  readonly renewsId: number | null
  /** The issued or renewed credential; `null` until paid. */
  readonly credentialId: number | null
  readonly cancelledAt: Date | null
  readonly refundNote: string | null
  readonly refundNotedAt: Date | null
  readonly paymentProblem: PaymentProblem | null
  /** Created by a test token; never paid with real money. */
  readonly isTest: boolean
}

/** Payment page of a provider, open until `expiresAt`. */
export interface Checkout {
  readonly id: string
  readonly url: string
  readonly expiresAt: Date
}

/** The payment provider is unreachable or rejected the request. */
export class ProviderFailed extends Error {
  constructor(cause: unknown) {
    super('the payment provider did not do what was asked of it', { cause })
  }
}

/** Card payments; failures are `ProviderFailed`. Other providers need only these two functions and `payOrder`. */
export interface PaymentProvider {
  readonly name: PaymentWay
  open(order: Order, pageUrl: string): Promise<Checkout>
  /** Closes the checkout if it is still open. */
  close(checkoutId: string): Promise<void>
}

/** Start of the credential if the order is paid now; `null` means now: no start was requested, or it has passed. */
export const startAtPayment = ({ startsAt }: Pick<Order, 'startsAt'>, now: Date): Date | null =>
  startsAt !== null && startsAt > now ? startsAt : null

/** Same length as a credential's link key: 143 bits. */
export const ORDER_KEY_LENGTH = 24
export const isOrderKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

export const orderUrl = (baseUrl: string, { key }: Pick<Order, 'key'>): string => `${baseUrl}/orders/${key}`
