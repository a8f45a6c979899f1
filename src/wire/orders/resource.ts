// An order as the API returns it, paid or not. The order in `order.paid` is in order.ts.
import { type Static, Type } from 'typebox'
import { type Order, type OrderState, orderUrl } from '../../domain/orders/order.ts'
import type { Group } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { As, DateTime, Id, INT64, NextCursor, Nullable, Ok, OrNull, PageQuery, Ref } from '../common.ts'
import { groupNameOf } from '../stations/group.ts'
import {
  ORDERED_FIELDS,
  OrderStateSchema,
  PAID_FIELDS,
  PaymentWaySchema,
  orderExample as paidExample,
  STATES,
  WAYS,
} from './order.ts'

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
    estado: As(
      OrderStateSchema,
      'State of the order. The customer pays it, or the operator or the payment provider confirms the payment; API callers cannot.',
    ),
    producto_id: Nullable('integer', {
      minimum: 1,
      ...INT64,
      description: 'Id of the product; `null` if the order has none.',
    }),
    ...ORDERED_FIELDS,
    inicia_at: TimeOrNull('Requested start of validity; `null` if validity starts when the order is paid.'),
    ...PAID_FIELDS,
    label: Nullable('string', { maxLength: 200, description: 'Free text from the customer or the API caller.' }),
    creada_at: DateTime('Time of the order.', orderExample.creada_at),
    pagada_at: TimeOrNull('Time of payment; `null` if the order is not paid.'),
    cancelada_at: TimeOrNull('Time of cancellation; `null` if the order is not cancelled.'),
    pago: OrNull(PaymentWaySchema, 'Payment method; `null` if the order is not paid.'),
    pago_referencia: Nullable('string', {
      maxLength: 200,
      description: 'Reference of the payment at the payment provider.',
    }),
    credential_id: Nullable('integer', {
      minimum: 1,
      ...INT64,
      description: 'Id of the credential that the payment issued or renews; `null` if there is none yet.',
    }),
    renovacion: Type.Boolean({
      description: '`true` if the payment renews `credential_id`, with the same `usuario` and `password`.',
    }),
    pago_url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Customer page with the state of the order and the ways to pay. The link is unguessable.',
    }),
    prueba: Type.Boolean({
      description: '`true` if a test token created the order. It cannot be paid, and only test tokens see it.',
    }),
  },
  { $id: 'Order', description: 'An order for a credential, in any state.', examples: [orderExample] },
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
    credential_id: order.credentialId ?? order.renewsId,
    renovacion: order.renewsId !== null,
    pago_url: orderUrl(baseUrl, order),
    prueba: order.isTest,
  }
}
