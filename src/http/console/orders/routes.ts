// Orders: list, create, pay manually, cancel, refund. A reseller sees only those of its organisation.
import { cancelOrder } from '../../../actions/orders/cancel.ts'
import { createOrder } from '../../../actions/orders/create.ts'
import { orderNotFound } from '../../../actions/orders/existing.ts'
import { mailOrder } from '../../../actions/orders/mail.ts'
import { noteRefund } from '../../../actions/orders/note-refund.ts'
import { payOrder } from '../../../actions/orders/pay.ts'
import type { App } from '../../../base/serving/app.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { listAudit } from '../../../store/audit/entries.ts'
import { listNoticesOf } from '../../../store/orders/payment-notices.ts'
import { findOrder, type ListedOrder } from '../../../store/orders/rows.ts'
import { findUserIdsOf } from '../../../store/people/users.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { noticeAnswer, orderAnswer, trailAnswer, waysAnswer } from './answers.ts'
import { findOrderPage } from './list.ts'

const reading = 'orders.read'
const changing = 'orders.change'
const TRAIL_SHOWN = 50

export function orderRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, current, baseUrl, paymentProvider = null } = services
  /** Current after a call of `current()`. */
  const mail = () => services.customerMail ?? null

  serve(app, 'GET /orders', reading, async ({ query, signedIn }) => {
    const { page, nextCursor } = await findOrderPage(db, scopeOf(signedIn.user), query)
    const { book } = await current()
    return { orders: page.map((order) => orderAnswer(order, book)), nextCursor }
  })

  serve(app, 'GET /orders/:id', reading, async ({ params, signedIn }) => {
    const scope = scopeOf(signedIn.user)
    const order = await findOrder(db, scope, idOf(params.id))
    if (!order) throw orderNotFound()
    const [colleagues, trail, notices] = await Promise.all([
      scope === 'all' ? null : findUserIdsOf(db, scope),
      listAudit(db, { subjectKind: 'order', subjectId: order.id, limit: TRAIL_SHOWN }),
      listNoticesOf(db, order.id, TRAIL_SHOWN),
    ])
    const whole = {
      trail: trail.map((entry) => trailAnswer(entry, colleagues && new Set(colleagues))),
      notices: notices.map(noticeAnswer),
    }
    return { ...(await answer(order)), ...whole }
  })

  serve(app, 'POST /orders', changing, async (request) => {
    const { productId = null, stationId = null, groupId = null, language, ...wish } = request.body
    const context = { ...gate.context(request), book: (await current()).book }
    const written = language ?? mail()?.language ?? 'es'
    const wanted = { ...wish, startsAt: wish.startsAt, productId, stationId, groupId, language: written, client: null }
    return await answer(await createOrder(context, scopeOf(request.signedIn.user), wanted))
  })

  serve(app, 'POST /orders/:id/mail', changing, async (request) => {
    await current()
    const context = { ...gate.context(request), customerMail: mail() }
    const order = await mailOrder(context, scopeOf(request.signedIn.user), idOf(request.params.id))
    return await answer(order)
  })

  serve(app, 'POST /orders/:id/pay', changing, async (request) => {
    const { book } = await current()
    const context = { ...gate.context(request), keys, book, customerMail: mail() }
    const scope = scopeOf(request.signedIn.user)
    // A user confirms that the money has arrived.
    const payment = { way: 'hand', reference: null, note: request.body.note ?? null } as const
    const { order, already } = await payOrder(context, scope, idOf(request.params.id), payment)
    return { ...(await answer(order)), already, mailed: mail() !== null }
  })

  serve(app, 'POST /orders/:id/cancel', changing, async (request) => {
    const scope = scopeOf(request.signedIn.user)
    const context = { ...gate.context(request), provider: paymentProvider }
    return answer(await cancelOrder(context, scope, idOf(request.params.id)))
  })

  serve(app, 'POST /orders/:id/refund-note', changing, async (request) => {
    const { note } = request.body
    const scope = scopeOf(request.signedIn.user)
    return answer(await noteRefund(gate.context(request), scope, idOf(request.params.id), note.trim()))
  })

  async function answer(order: ListedOrder) {
    const { book } = await current()
    const ways = waysAnswer(order, {
      baseUrl,
      card: paymentProvider !== null,
      bankDetails: services.bankDetails ?? null,
      mail: mail() !== null,
    })
    return { order: orderAnswer(order, book), ways }
  }
}
