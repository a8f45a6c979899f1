// Orders and products as the service sends them.
import type { Language } from '../../language.tsx'
import type { Money } from '../../parts/text/money.ts'

export const ORDER_STATES = ['pending', 'paid', 'cancelled'] as const
export type OrderState = (typeof ORDER_STATES)[number]
export type PaymentProblem = 'wrong_amount' | 'order_cancelled' | 'station_archived' | 'paid_twice'

interface OrderedStation {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly archived: boolean
}

export interface Order extends Money {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly productName: string | null
  readonly customerName: string
  readonly customerEmail: string
  readonly language: Language
  /** null: the whole network. */
  readonly station: OrderedStation | null
  readonly validitySeconds: number
  readonly startsAt: string | null
  readonly state: OrderState
  readonly fromShop: boolean
  readonly createdAt: string
  readonly paidAt: string | null
  readonly paidBy: 'hand' | 'stripe' | null
  readonly paymentReference: string | null
  readonly paymentNote: string | null
  readonly credentialId: number | null
  readonly cancelledAt: string | null
  readonly refundNote: string | null
  readonly refundNotedAt: string | null
  readonly paymentProblem: PaymentProblem | null
}

export interface Ways {
  /** The customer's page about the order. */
  readonly link: string
  readonly card: boolean
  readonly bankDetails: string | null
  /** Whether the customer can be written to. */
  readonly mail: boolean
}

export interface TrailEntry {
  readonly id: number
  readonly at: string
  readonly actor: string
  readonly action: string
  readonly details: Readonly<Record<string, unknown>>
}

export interface Notice {
  readonly provider: string
  readonly id: string
  readonly outcome: string
  readonly reference: string | null
  readonly times: number
  readonly receivedAt: string
}

export interface WholeOrder {
  readonly order: Order
  readonly ways: Ways
  readonly trail: readonly TrailEntry[]
  readonly notices: readonly Notice[]
}

export const SERVES = ['place', 'network', 'station'] as const
export type Serves = (typeof SERVES)[number]

export interface Product extends Money {
  readonly id: number
  readonly ownerId: number
  readonly ownerName: string
  readonly name: string
  readonly validitySeconds: number
  readonly serves: Serves
  readonly station: OrderedStation | null
  readonly active: boolean
  readonly inShop: boolean
  readonly createdAt: string
}

export const DAY_S = 86_400
