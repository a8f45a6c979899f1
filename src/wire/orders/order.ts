// An order as `order.paid` tells of it. Orders are no resource of the API.
import { type Static, Type } from 'typebox'
import { MAX_AMOUNT_MINOR } from '../../domain/orders/money.ts'
import type { Order, OrderState, PaymentWay } from '../../domain/orders/order.ts'
import type { Station } from '../../domain/stations/station.ts'
import { DateTime, Nullable } from '../common.ts'

const STATES = { pending: 'pendiente', paid: 'pagada', cancelled: 'cancelada' } as const satisfies Record<
  OrderState,
  string
>
const WAYS = { hand: 'manual', stripe: 'stripe' } as const satisfies Record<PaymentWay, string>

export const orderExample = {
  id: 318,
  estado: 'pagada',
  producto: '30 días, una estación',
  tipo: 'base',
  station_id: 3,
  station_codigo: 'CDMX',
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
}

export const OrderSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Number of the order.' }),
    estado: Type.Enum(Object.values(STATES), { description: 'In this event always `pagada`.' }),
    producto: Nullable('string', { description: 'Name of the product when it was ordered; null: none was named.' }),
    tipo: Type.Enum(['base', 'red'], { description: 'As of the credential.' }),
    station_id: Nullable('integer', { description: 'The station of a `base` order.' }),
    station_codigo: Nullable('string', { description: 'Its code.' }),
    segundos: Type.Integer({ description: 'Validity that was bought.' }),
    inicia_at: Nullable('string', { description: 'Start that was asked for; null: when it was paid.' }),
    importe: Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT_MINOR,
      description: 'Amount in the smallest unit of the currency: 125000 of MXN are 1,250.00 pesos.',
    }),
    moneda: Type.String({ description: 'Currency, ISO 4217.' }),
    cliente_nombre: Type.String({ description: "The customer's name." }),
    cliente_email: Type.String({ description: "The customer's e-mail." }),
    creada_at: DateTime('When it was ordered.', orderExample.creada_at),
    pagada_at: DateTime('When it was paid.', orderExample.pagada_at),
    pago: Type.Enum(Object.values(WAYS), { description: '`manual`: somebody saw the money; else the provider.' }),
    pago_referencia: Nullable('string', { description: "The provider's reference." }),
    credential_id: Type.Integer({ description: 'The credential that it became.' }),
  },
  { description: 'The order that was paid.', examples: [orderExample] },
)

/** Of a paid one. */
export function orderToWire(
  order: Order,
  station: Pick<Station, 'code'> | null | undefined,
): Static<typeof OrderSchema> {
  return {
    id: order.id,
    estado: STATES[order.state],
    producto: order.productName,
    tipo: order.stationId === null ? 'red' : 'base',
    station_id: order.stationId,
    station_codigo: station?.code ?? null,
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
  }
}
