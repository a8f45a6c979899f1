// Orders by API. Paying them stays with the operator or the payment provider.
import type { FastifyRequest } from 'fastify'
import { cancelOrder } from '../../../actions/orders/cancel.ts'
import { orderNotFound } from '../../../actions/orders/existing.ts'
import { requestOrder } from '../../../actions/orders/request.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { listOrders } from '../../../store/orders/pages.ts'
import { findOrder, type ListedOrder } from '../../../store/orders/rows.ts'
import { Ref } from '../../../wire/common.ts'
import { OrderRequestSchema, orderFromWire } from '../../../wire/orders/request.ts'
import {
  cancelledExample,
  listedOrderToWire,
  OrderListSchema,
  OrderQuery,
  OrderResponse,
  orderExample,
  orderStateFromWire,
} from '../../../wire/orders/resource.ts'
import { json, problemsOf } from '../describe.ts'
import { answerDone, IdempotencyHeader } from '../idempotency.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const tags = ['Orders']
/** Nobody tells us the customer's, and mail may be off. */
const LANGUAGE = 'es'

export function orderRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, baseUrl, clock, paymentProvider = null } = services

  const shown = ({ current: { book } }: FastifyRequest, order: ListedOrder) =>
    listedOrderToWire(order, order.stationId === null ? null : book.byId.get(order.stationId), book.groups, baseUrl)

  app.get(
    '/orders',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listOrders',
        tags,
        summary: 'Orders of the owner, newest first',
        description: 'Pages by `cursor`; the `Link` header leads to the next page. Scope `read`.',
        querystring: OrderQuery,
        response: {
          200: json('A page of orders.', Ref(OrderListSchema), {
            ok: true,
            orders: [orderExample],
            next_cursor: null,
          }),
          ...problems('invalid_request'),
        },
      },
    },
    async (request, reply) => {
      const { query, token } = request
      const { limit, before } = pageOf(query)
      const filter = { state: orderStateFromWire(query) }
      const rows = await listOrders(db, token.ownerId, filter, { before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      return { ok: true, orders: page.map((order) => shown(request, order)), next_cursor: nextCursor }
    },
  )

  app.post(
    '/orders',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'createOrder',
        tags,
        summary: 'Order an access that the customer pays for',
        description:
          'Pending, with `pago_url`, the page where the customer pays. The price is that of the product: of `producto_id`, or of the product on sale that offers this station, this group or the network for `segundos`; without one it is a 409 `no_product_offers_it`. When it is paid, the credential is issued and `order.paid` and `credential.issued` are emitted. Scope `provision`.',
        headers: IdempotencyHeader,
        body: Ref(OrderRequestSchema),
        response: {
          201: json('The order, pending.', OrderResponse, { ok: true, order: orderExample }),
          ...problems(
            'invalid_request',
            'invalid_json',
            'no_product_offers_it',
            'idempotency_in_progress',
            'payload_too_large',
            'unsupported_media_type',
            'idempotency_key_reused',
          ),
        },
      },
    },
    (request, reply) =>
      answerDone(services, request, reply, async (tx) => {
        const { token, current, body } = request
        const language = services.customerMail?.language ?? LANGUAGE
        const context = { db: tx, book: current.book, now: clock(), by: program(token, request), language }
        const order = await requestOrder(context, token, orderFromWire(body))
        return { body: { ok: true, order: shown(request, order) }, location: `${baseUrl}/api/v1/orders/${order.id}` }
      }) as never,
  )

  app.get(
    '/orders/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getOrder',
        tags,
        summary: 'An order',
        description: "Another owner's order is a 404. Scope `read`.",
        params: IdParams,
        response: {
          200: json('The order.', OrderResponse, { ok: true, order: orderExample }),
          ...problems('invalid_request', 'order_not_found'),
        },
      },
    },
    async (request) => {
      const order = await findOrder(db, request.token.ownerId, idOf(request.params))
      if (!order) throw orderNotFound()
      return { ok: true, order: shown(request, order) }
    },
  )

  app.post(
    '/orders/:id/cancelar',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'cancelOrder',
        tags,
        summary: 'Cancel an order',
        description:
          'Nobody can pay it any more. Again: the same answer. A paid order is a 409: its credential is revoked with DELETE /credentials/{id}. Scope `provision`.',
        params: IdParams,
        response: {
          200: json('The order, cancelled.', OrderResponse, { ok: true, order: cancelledExample }),
          ...problems('invalid_request', 'order_not_found', 'order_paid'),
        },
      },
    },
    async (request) => {
      const { token, params } = request
      const context = { db, now: clock(), by: program(token, request), provider: paymentProvider }
      return { ok: true, order: shown(request, await cancelOrder(context, token.ownerId, idOf(params))) }
    },
  )
}
