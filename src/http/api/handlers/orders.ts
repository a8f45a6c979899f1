import type { FastifyRequest } from 'fastify'
import { cancelOrder } from '../../../actions/orders/cancel.ts'
import { orderNotFound } from '../../../actions/orders/existing.ts'
import { requestOrder } from '../../../actions/orders/request.ts'
import { program } from '../../../domain/audit/action.ts'
import { listOrders } from '../../../store/orders/pages.ts'
import { findOrder, type ListedOrder } from '../../../store/orders/rows.ts'
import { orderFromWire } from '../../../wire/orders/request.ts'
import { listedOrderToWire, orderStateFromWire } from '../../../wire/orders/resource.ts'
import type { ORDER_OPERATIONS } from '../contract/orders.ts'
import { idOf } from '../contract/parameters.ts'
import type { Handlers } from '../handler.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'

/** Fallback without customer mail, because a request does not name the customer's language. */
const LANGUAGE = 'es'

export function orderHandlers(services: ApiServices): Handlers<keyof typeof ORDER_OPERATIONS> {
  const { db, baseUrl, clock, paymentProvider = null } = services

  const shown = ({ current: { book } }: FastifyRequest, order: ListedOrder) =>
    listedOrderToWire(order, order.stationId === null ? null : book.byId.get(order.stationId), book.groups, baseUrl)

  return {
    'GET /orders': async (request, reply) => {
      const { query, token } = request
      const { limit, before } = pageOf(query)
      const filter = { state: orderStateFromWire(query) }
      const rows = await listOrders(db, token.ownerId, filter, { before, limit: limit + 1 })
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      return { ok: true, orders: page.map((order) => shown(request, order)), next_cursor: nextCursor }
    },

    'POST /orders': {
      work: async (request, tx) => {
        const { token, current, body } = request
        const language = services.customerMail?.language ?? LANGUAGE
        const context = { db: tx, book: current.book, now: clock(), by: program(token, request), language }
        const order = await requestOrder(context, token, orderFromWire(body))
        return { body: { ok: true, order: shown(request, order) }, location: `${baseUrl}/api/v1/orders/${order.id}` }
      },
    },

    'GET /orders/:id': async (request) => {
      const order = await findOrder(db, request.token.ownerId, idOf(request.params))
      if (!order) throw orderNotFound()
      return { ok: true, order: shown(request, order) }
    },

    'POST /orders/:id/cancelar': async (request) => {
      const { token, params } = request
      const context = { db, now: clock(), by: program(token, request), provider: paymentProvider }
      return { ok: true, order: shown(request, await cancelOrder(context, token.ownerId, idOf(params))) }
    },
  }
}
