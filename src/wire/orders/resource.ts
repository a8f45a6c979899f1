// An order as the API returns it, paid or not. The order in `order.paid` is in order.ts.
import { type Static, Type } from 'typebox'
import { MAX_AMOUNT_MINOR } from '../../domain/orders/money.ts'
import { type Order, type OrderState, orderUrl } from '../../domain/orders/order.ts'
import { type Group, MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { As, DateTime, Id, INT64, NextCursor, Nullable, Ok, OrNull, PageQuery, Ref } from '../common.ts'
import { CredentialKindSchema } from '../credentials/kind.ts'
import { groupNameOf } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'
import { OrderStateSchema, PaymentWaySchema, orderExample as paidExample, STATES, WAYS } from './order.ts'

type Estado = (typeof STATES)[OrderState]

export const orderExample = {
  ...paidExample,
  estado: 'pendiente',
  producto_id: 4,
  pagada_at: null,
  cancelada_at: null,
  pago: null,
  pago_referencia: null,
  credential_id: null,
  label: 'Obra norte',
  pago_url: 'https://rtk.example.mx/orders/3qkZ0T7vXbM1dPj5Rw9aLs2n',
  prueba: false,
}
export const cancelledExample = { ...orderExample, estado: 'cancelada', cancelada_at: '2026-11-14T18:30:00.000Z' }

const TimeOrNull = (description: string) =>
  Nullable('string', { format: 'date-time', description: `${description} RFC 3339 in UTC.` })

export const OrderSchema = Type.Object(
  {
    id: Id('Number of the order.'),
    estado: As(OrderStateSchema, 'Paying it is up to the customer, the operator or the payment provider.'),
    producto_id: Nullable('integer', { minimum: 1, ...INT64, description: 'The product; null: none was named.' }),
    producto: Nullable('string', { maxLength: 200, description: 'Its name when it was ordered.' }),
    tipo: As(CredentialKindSchema, 'As of the credential.'),
    station_id: Nullable('integer', { minimum: 1, ...INT64, description: 'The station of a `base` order.' }),
    station_codigo: Nullable('string', { pattern: STATION_CODE, description: 'Its code.' }),
    grupo: Nullable('string', {
      maxLength: MAX_GROUP_NAME,
      description: 'The name of its group of stations; null: it has none.',
    }),
    segundos: Type.Integer({ minimum: 1, format: 'int32', description: 'Validity that is bought.' }),
    inicia_at: TimeOrNull('Start that was asked for; null: when it is paid.'),
    importe: Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT_MINOR,
      format: 'int64',
      description: 'Amount in the smallest unit of the currency: 125000 of MXN are 1,250.00 pesos.',
    }),
    moneda: Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency, ISO 4217.' }),
    cliente_nombre: Type.String({ maxLength: 200, description: "The customer's name." }),
    cliente_email: Type.String({ maxLength: 254, description: "The customer's e-mail." }),
    label: Nullable('string', { maxLength: 200, description: 'Free text of the customer or the caller.' }),
    creada_at: DateTime('When it was ordered.', orderExample.creada_at),
    pagada_at: TimeOrNull('When it was paid.'),
    cancelada_at: TimeOrNull('When it was cancelled.'),
    pago: OrNull(PaymentWaySchema, 'How it was paid; null: it was not.'),
    pago_referencia: Nullable('string', { maxLength: 200, description: "The provider's reference." }),
    credential_id: Nullable('integer', {
      minimum: 1,
      ...INT64,
      description: 'The credential that it became when it was paid.',
    }),
    pago_url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Customer page with the state of the order and the ways to pay. The link is unguessable.',
    }),
    prueba: Type.Boolean({
      description: 'true: created with a test token. It cannot be paid, and only test tokens see it.',
    }),
  },
  { $id: 'Order', description: 'An order for access, paid or to be paid.', examples: [orderExample] },
)

export const OrderResponse = Type.Object(
  { ok: Ok, order: Ref(OrderSchema) },
  { title: 'OrderResponse', description: 'One order.' },
)
export const OrderListSchema = Type.Object(
  { ok: Ok, orders: Type.Array(Ref(OrderSchema)), next_cursor: NextCursor },
  { $id: 'OrderPage', description: 'A page of orders.' },
)
export const OrderQuery = Type.Object({
  estado: Type.Optional(As(OrderStateSchema, 'Only orders in this state.')),
  ...PageQuery,
})

/** The state that a list is filtered by; `undefined` for all. */
export const orderStateFromWire = ({ estado }: { estado?: Estado }): OrderState | undefined =>
  (Object.keys(STATES) as OrderState[]).find((state) => STATES[state] === estado)

export function listedOrderToWire(
  order: Order,
  station: Pick<Station, 'code'> | null | undefined,
  groups: ReadonlyMap<number, Group>,
  baseUrl: string,
): Static<typeof OrderSchema> {
  const timeOf = (at: Date | null) => at?.toISOString() ?? null
  return {
    id: order.id,
    estado: STATES[order.state],
    producto_id: order.productId,
    producto: order.productName,
    tipo: order.stationId === null ? 'red' : 'base',
    station_id: order.stationId,
    station_codigo: station?.code ?? null,
    grupo: groupNameOf(order.groupId, groups),
    segundos: order.validitySeconds,
    inicia_at: timeOf(order.startsAt),
    importe: order.amountMinor,
    moneda: order.currency,
    cliente_nombre: order.customerName,
    cliente_email: order.customerEmail,
    label: order.label,
    creada_at: order.createdAt.toISOString(),
    pagada_at: timeOf(order.paidAt),
    cancelada_at: timeOf(order.cancelledAt),
    pago: order.paidBy && WAYS[order.paidBy],
    pago_referencia: order.paymentReference,
    credential_id: order.credentialId,
    pago_url: orderUrl(baseUrl, order),
    prueba: order.isTest,
  }
}
