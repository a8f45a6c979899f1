import { Type } from 'typebox'
import { MOST_RINEX_HOURS } from '../../../domain/archive/allowance.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../../domain/credentials/credential.ts'
import { CURRENCIES, type Currency, MAX_AMOUNT_MINOR, MIN_AMOUNT_MINOR } from '../../../domain/orders/money.ts'
import { ORDER_STATES, PAYMENT_PROBLEMS, PAYMENT_WAYS } from '../../../domain/orders/order.ts'
import { SERVES } from '../../../domain/orders/product.ts'
import { Nullable } from '../../../wire/common.ts'
import { Geofence, GeofenceBody } from './credentials/geofence.ts'
import * as T from './pieces.ts'

/** In the smallest unit of the currency. */
const MONEY = { amountMinor: T.Count, currency: Type.Unsafe<Currency>({ enum: [...CURRENCIES] }) }
const Amount = Type.Integer({ minimum: MIN_AMOUNT_MINOR, maximum: MAX_AMOUNT_MINOR })
const ValiditySeconds = Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS })

export const OrderedStation = T.Exact({ id: T.Id, code: T.Text, name: T.Text, archived: T.Flag })

export const OrderedGroup = T.Exact({ id: T.Id, name: T.Text })

export const Product = T.Exact({
  id: T.Id,
  ...T.Owned,
  name: T.Text,
  validitySeconds: T.Count,
  serves: T.OneOf(SERVES),
  station: T.OrNull(OrderedStation),
  group: T.OrNull(OrderedGroup),
  fence: T.OrNull(Geofence),
  ...MONEY,
  active: T.Flag,
  inShop: T.Flag,
  /** RINEX files that the customer can order: hours of data per month. 0: none; `null`: no limit. */
  rinexHoursPerMonth: T.OrNull(T.Count),
  createdAt: T.At,
})
export type Product = T.Received<typeof Product>

export const Order = T.Exact({
  id: T.Id,
  ...T.Owned,
  productId: T.IdOrNull,
  productName: T.TextOrNull,
  customerName: T.Text,
  customerEmail: T.Text,
  language: T.LanguageField,
  /** `null` means the whole network. */
  station: T.OrNull(OrderedStation),
  group: T.OrNull(OrderedGroup),
  validitySeconds: T.Count,
  fence: T.OrNull(Geofence),
  startsAt: T.AtOrNull,
  ...MONEY,
  state: T.OneOf(ORDER_STATES),
  fromShop: T.Flag,
  createdAt: T.At,
  paidAt: T.AtOrNull,
  paidBy: T.OneOf([...PAYMENT_WAYS, null]),
  paymentReference: T.TextOrNull,
  paymentNote: T.TextOrNull,
  credentialId: T.IdOrNull,
  /** Credential that payment renews; `null` if payment issues a new one. */
  renewsId: T.IdOrNull,
  cancelledAt: T.AtOrNull,
  refundNote: T.TextOrNull,
  refundNotedAt: T.AtOrNull,
  paymentProblem: T.OneOf([...PAYMENT_PROBLEMS, null]),
})
export type Order = T.Received<typeof Order>

/** Payment options for the customer of a pending order. */
export const PaymentWays = T.Exact({
  /** URL of the customer's page for the order. */
  link: T.Text,
  card: T.Flag,
  bankDetails: T.TextOrNull,
  /** Whether the service can mail the customer. */
  mail: T.Flag,
})
export type PaymentWays = T.Received<typeof PaymentWays>

export const TrailEntry = T.Exact({
  id: T.Id,
  at: T.At,
  /** `null` hides the operator's staff from resellers. */
  actor: T.TextOrNull,
  action: T.Text,
  details: Type.Record(T.Text, Type.Unknown()),
})
export type TrailEntry = T.Received<typeof TrailEntry>

export const Notice = T.Exact({
  provider: T.OneOf(PAYMENT_WAYS),
  id: T.Text,
  type: T.Text,
  outcome: T.Text,
  reference: T.TextOrNull,
  amountMinor: T.NumberOrNull,
  currency: T.TextOrNull,
  times: T.Count,
  receivedAt: T.At,
})
export type Notice = T.Received<typeof Notice>

const ONE = { order: Order, ways: PaymentWays }
const Note = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

const PRODUCT = {
  name: T.Name,
  validitySeconds: ValiditySeconds,
  serves: T.OneOf(SERVES),
  stationId: Nullable('integer', { minimum: 1 }),
  groupId: Nullable('integer', { minimum: 1 }),
  amountMinor: Amount,
  currency: MONEY.currency,
  active: T.Flag,
  inShop: T.Flag,
  /** `null` means anywhere. */
  fence: T.OrNull(GeofenceBody),
  rinexHoursPerMonth: Nullable('integer', { minimum: 0, maximum: MOST_RINEX_HOURS }),
}

export const ORDER_ROUTES = {
  'GET /orders': {
    query: T.ListQuery({
      state: Type.Optional(T.OneOf(ORDER_STATES)),
      /** Only orders with a payment that could not be applied. */
      problem: Type.Optional(T.OneOf(['true'])),
      ownerId: Type.Optional(T.Id),
      q: Type.Optional(T.Search),
    }),
    answer: { orders: T.List(Order), nextCursor: T.NextCursor },
  },
  'GET /orders/:id': { answer: { ...ONE, trail: T.List(TrailEntry), notices: T.List(Notice) } },
  'POST /orders': {
    body: T.Exact({
      ownerId: T.Id,
      productId: Type.Optional(T.Id),
      customerName: T.Name,
      customerEmail: T.Email,
      language: Type.Optional(T.LanguageField),
      stationId: Type.Optional(T.Id),
      groupId: Type.Optional(T.Id),
      validitySeconds: ValiditySeconds,
      startsAt: Type.Optional(Type.String({ maxLength: 40 })),
      amountMinor: Amount,
      currency: MONEY.currency,
    }),
    answer: ONE,
    status: 201,
  },
  'POST /orders/:id/mail': { answer: ONE, status: 202 },
  'POST /orders/:id/pay': {
    body: T.Exact({ note: Type.Optional(Note) }),
    answer: { ...ONE, already: T.Flag, mailed: T.Flag },
  },
  'POST /orders/:id/cancel': { answer: ONE },
  'POST /orders/:id/refund-note': { body: T.Exact({ note: Note }), answer: ONE },
  'GET /products': {
    query: T.ListQuery({ active: Type.Optional(T.YesOrNo), ownerId: Type.Optional(T.Id) }),
    answer: { products: T.List(Product), nextCursor: T.NextCursor },
  },
  'GET /products/:id': { answer: { product: Product } },
  'POST /products': {
    body: T.Exact({
      ownerId: T.Id,
      ...PRODUCT,
      stationId: Type.Optional(PRODUCT.stationId),
      groupId: Type.Optional(PRODUCT.groupId),
      active: Type.Optional(T.Flag),
      inShop: Type.Optional(T.Flag),
      fence: Type.Optional(PRODUCT.fence),
      rinexHoursPerMonth: Type.Optional(PRODUCT.rinexHoursPerMonth),
    }),
    answer: { product: Product },
    status: 201,
  },
  'PATCH /products/:id': {
    body: Type.Partial(T.Exact(PRODUCT), { additionalProperties: false }),
    answer: { product: Product },
  },
} as const satisfies Record<string, T.RouteContract>
