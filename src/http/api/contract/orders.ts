// Operations on orders. The API cannot mark an order as paid: only the operator or the payment provider can.
import { Ref } from '../../../wire/common.ts'
import { OrderRequestSchema } from '../../../wire/orders/request.ts'
import {
  cancelledExample,
  OrderListSchema,
  OrderQuery,
  OrderResponse,
  orderExample,
} from '../../../wire/orders/resource.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

export const ORDER_OPERATIONS = {
  'GET /orders': {
    id: 'listOrders',
    tag: 'Orders',
    summary: 'List orders of the organization, newest first',
    description: 'Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    query: OrderQuery,
    answer: answer('A page of orders.', Ref(OrderListSchema), { ok: true, orders: [orderExample], next_cursor: null }),
  },
  'POST /orders': {
    id: 'createOrder',
    tag: 'Orders',
    summary: 'Create an order that the customer pays',
    description:
      'Creates a pending order with `pago_url`, the page where the customer pays. The price comes from the product: from `producto_id`, or from the product on sale that offers this station, group or network for `segundos`. Returns 409 `no_product_offers_it` if there is none. On payment, the credential is issued, and `order.paid` and `credential.issued` are emitted. With `credential_id` the order renews that credential: a product on sale with the same access sets the price, the customer is that of the credential unless given, and payment adds the time, with the same `usuario` and `password`, and emits `order.paid` and `credential.renewed`. A revoked credential returns 409.',
    scope: 'provision',
    body: Ref(OrderRequestSchema),
    idempotent: true,
    status: 201,
    answer: answer('The order, pending.', OrderResponse, { ok: true, order: orderExample }),
    problems: ['no_product_offers_it', 'credential_not_found', 'credential_revoked'],
  },
  'GET /orders/:id': {
    id: 'getOrder',
    tag: 'Orders',
    summary: 'Get an order',
    description: 'An order of another organization returns 404.',
    scope: 'read',
    params: IdParams,
    answer: answer('The order.', OrderResponse, { ok: true, order: orderExample }),
    problems: ['order_not_found'],
  },
  'POST /orders/:id/cancelar': {
    id: 'cancelOrder',
    tag: 'Orders',
    summary: 'Cancel an order',
    description:
      'A cancelled order cannot be paid. Idempotent: repeating the call returns the same response. A paid order returns 409; revoke its credential with DELETE /credentials/{id} instead.',
    scope: 'provision',
    params: IdParams,
    answer: answer('The order, cancelled.', OrderResponse, { ok: true, order: cancelledExample }),
    problems: ['order_not_found', 'order_paid'],
  },
} as const satisfies Record<string, Operation>
