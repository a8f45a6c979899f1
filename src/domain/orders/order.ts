// An order becomes a credential when it is paid, once.

import type { Geofence } from '../credentials/geofence.ts'
import type { Language } from '../people/user.ts'
import type { Money } from './money.ts'

export const ORDER_STATES = ['pending', 'paid', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** By somebody who saw the money, or by a provider's signed notice. */
export const PAYMENT_WAYS = ['hand', 'stripe'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

/** Money that came and could not be put to use: somebody has to decide. */
export const PAYMENT_PROBLEMS = ['wrong_amount', 'order_cancelled', 'station_archived', 'paid_twice'] as const
export type PaymentProblem = (typeof PAYMENT_PROBLEMS)[number]

export interface Order extends Money {
  readonly id: number
  readonly ownerId: number
  readonly productId: number | null
  readonly productName: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly language: Language
  /** null: a group of stations, or the network mountpoint */
  readonly stationId: number | null
  readonly groupId: number | null
  readonly validitySeconds: number
  /** Of the product, as it was when it was ordered; null: anywhere. */
  readonly geofence: Geofence | null
  /** null: when it is paid */
  readonly startsAt: Date | null
  /** What its credential is to be labelled with; null: with the order's number. */
  readonly label: string | null
  readonly state: OrderState
  readonly createdAt: Date
  /** Opens the customer's page about it. */
  readonly key: string
  readonly fromShop: boolean
  readonly paidAt: Date | null
  readonly paidBy: PaymentWay | null
  readonly paymentReference: string | null
  readonly paymentNote: string | null
  readonly credentialId: number | null
  readonly cancelledAt: Date | null
  readonly refundNote: string | null
  readonly refundNotedAt: Date | null
  readonly paymentProblem: PaymentProblem | null
  /** Made by a test token: nobody pays it. */
  readonly isTest: boolean
}

/** A provider's page where an order can be paid until it ends. */
export interface Checkout {
  readonly id: string
  readonly url: string
  readonly expiresAt: Date
}

/** The provider is away, or does not do what was asked of it. */
export class ProviderFailed extends Error {
  constructor(cause: unknown) {
    super('the payment provider did not do what was asked of it', { cause })
  }
}

/** What takes cards for us, or fails with a ProviderFailed; others than Stripe fit behind the same two functions and `payOrder`. */
export interface PaymentProvider {
  readonly name: PaymentWay
  open(order: Order, pageUrl: string): Promise<Checkout>
  /** As far as it is still open. */
  close(checkoutId: string): Promise<void>
}

/** When the credential of an order that is paid now starts: a start that has passed means now. */
export const startAtPayment = ({ startsAt }: Pick<Order, 'startsAt'>, now: Date): Date | null =>
  startsAt !== null && startsAt > now ? startsAt : null

/** As long as that of a credential's link: 143 bits that nobody guesses. */
export const ORDER_KEY_LENGTH = 24
export const isOrderKey = (text: string): boolean => /^[0-9A-Za-z]{24}$/.test(text)

/** The customer's page about an order. */
export const orderUrl = (baseUrl: string, { key }: Pick<Order, 'key'>): string => `${baseUrl}/orders/${key}`
