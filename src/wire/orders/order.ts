// The order in the event `order.paid`. The API's own resource is in resource.ts.
import { type Static, Type } from 'typebox'
import { MAX_AMOUNT_MINOR } from '../../domain/orders/money.ts'
import type { Order, OrderState, PaymentWay } from '../../domain/orders/order.ts'
import { type Group, MAX_GROUP_NAME } from '../../domain/stations/group.ts'
import type { Station } from '../../domain/stations/station.ts'
import { As, DateTime, Id, INT64, Nullable, Words } from '../common.ts'
import { CredentialKindSchema } from '../credentials/kind.ts'
import { groupNameOf } from '../stations/group.ts'
import { STATION_CODE } from '../stations/station.ts'

export const STATES = { pending: 'pendiente', paid: 'pagada', cancelled: 'cancelada' } as const satisfies Record<
  OrderState,
  string
>
export const WAYS = { hand: 'manual', stripe: 'stripe' } as const satisfies Record<PaymentWay, string>

export const OrderStateSchema = Words('OrderState', Object.values(STATES), 'State of an order.')
export const PaymentWaySchema = Words(
  'PaymentWay',
  Object.values(WAYS),
  '`manual`: a person confirmed the payment. Any other value names the payment provider that confirmed it.',
)

export const orderExample = {
  id: 318,
  estado: 'pagada',
  producto: '30 días, una estación',
  tipo: 'base',
  station_id: 3,
  station_codigo: 'CDMX',
  grupo: null,
  segundos: 2592000,
  inicia_at: null,
  importe: 125000,
  moneda: 'MXN',
  cliente_nombre: 'María Peña',
  cliente_email: 'maria@example.mx',
  creada_at: '2026-11-14T18:02:11.000Z',
  pagada_at: '2026-11-14T18:20:00.000Z',
  pago: 'stripe',
  pago_referencia: 'pi_3QKx2eLkdIwHu7ix0aBcDeFg',
  credential_id: 1042,
  renovacion: false,
}

/** What an order is for, as the order and its event show it. */
export const ORDERED_FIELDS = {
  producto: Nullable('string', {
    maxLength: 200,
    description: 'Name of the product at the time of the order; `null` if the order has none.',
  }),
  tipo: As(CredentialKindSchema, 'Kind of the credential that the order is for.'),
  station_id: Nullable('integer', {
    minimum: 1,
    ...INT64,
    description: 'Id of the station; `null` if `tipo` is not `base`.',
  }),
  station_codigo: Nullable('string', { pattern: STATION_CODE, description: 'Code of the station.' }),
  grupo: Nullable('string', {
    maxLength: MAX_GROUP_NAME,
    description: 'Name of the station group; `null` if the order has none.',
  }),
  segundos: Type.Integer({ minimum: 1, format: 'int32', description: 'Validity of the credential in seconds.' }),
}

export const PAID_FIELDS = {
  importe: Type.Integer({
    minimum: 1,
    maximum: MAX_AMOUNT_MINOR,
    format: 'int64',
    description: 'Amount in the smallest unit of the currency: 125000 in MXN is 1,250.00 pesos.',
  }),
  moneda: Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency, ISO 4217.' }),
  cliente_nombre: Type.String({ maxLength: 200, description: "The customer's name." }),
  cliente_email: Type.String({ maxLength: 254, description: "The customer's e-mail." }),
}

export const OrderSchema = Type.Object(
  {
    id: Id('Number of the order.'),
    estado: As(OrderStateSchema, 'State of the order: always `pagada` in `order.paid`.'),
    ...ORDERED_FIELDS,
    inicia_at: Nullable('string', {
      format: 'date-time',
      description: 'Requested start of validity; `null` if validity starts when the order is paid.',
    }),
    ...PAID_FIELDS,
    creada_at: DateTime('Time of the order.', orderExample.creada_at),
    pagada_at: DateTime('Time of payment.', orderExample.pagada_at),
    pago: PaymentWaySchema,
    pago_referencia: Nullable('string', {
      maxLength: 200,
      description: 'Reference of the payment at the payment provider.',
    }),
    credential_id: Id('Id of the credential that the payment issued or renewed.'),
    renovacion: Type.Boolean({ description: '`true` if the payment renewed an existing credential.' }),
  },
  { $id: 'PaidOrder', description: 'A paid order that issued or renewed a credential.', examples: [orderExample] },
)

/** `order` must be paid. */
export function orderToWire(
  order: Order,
  station: Pick<Station, 'code'> | null | undefined,
  groups: ReadonlyMap<number, Group>,
): Static<typeof OrderSchema> {
  return {
    id: order.id,
    estado: STATES[order.state],
    producto: order.productName,
    tipo: order.stationId === null ? 'red' : 'base',
    station_id: order.stationId,
    station_codigo: station?.code ?? null,
    grupo: groupNameOf(order.groupId, groups),
    segundos: order.validitySeconds,
    inicia_at: order.startsAt?.toISOString() ?? null,
    importe: order.amountMinor,
    moneda: order.currency,
    cliente_nombre: order.customerName,
    cliente_email: order.customerEmail,
    creada_at: order.createdAt.toISOString(),
    pagada_at: order.paidAt!.toISOString(),
    pago: WAYS[order.paidBy!],
    pago_referencia: order.paymentReference,
    credential_id: order.credentialId!,
    renovacion: order.renewsId !== null,
  }
}
