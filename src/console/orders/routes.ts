// Orders: found, made, paid by hand, cancelled, given back. A reseller's are its owner's.
import { Type } from 'typebox'
import { cancelOrder } from '../../actions/orders/cancel.ts'
import { createOrder } from '../../actions/orders/create.ts'
import { orderNotFound } from '../../actions/orders/existing.ts'
import { mailOrder } from '../../actions/orders/mail.ts'
import { noteRefund } from '../../actions/orders/note-refund.ts'
import { payOrder } from '../../actions/orders/pay.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { listAudit } from '../../store/audit/entries.ts'
import { listNoticesOf } from '../../store/orders/payment-notices.ts'
import { findOrder, type ListedOrder } from '../../store/orders/rows.ts'
import { Body, Email, IdParams, idOf, Name, OwnerId } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { Amount, CurrencyField } from './amount-fields.ts'
import { noticeAnswer, orderAnswer, trailAnswer, waysAnswer } from './answers.ts'
import { findOrderPage, OrderQuery } from './list.ts'

const reading = { access: 'orders.read' } as const
const changing = { access: 'orders.change' } as const
const TRAIL_SHOWN = 50
const Note = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })

export function orderRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, current, baseUrl, customerMail = null, paymentProvider = null, bankDetails = null } = services

  app.get('/orders', { config: reading, schema: { querystring: OrderQuery } }, async ({ query, visitor }) => {
    const { page, nextCursor } = await findOrderPage(db, scopeOf(visitor.user), query)
    const { book } = await current()
    return { ok: true, orders: page.map((order) => orderAnswer(order, book)), nextCursor }
  })

  app.get('/orders/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const order = await findOrder(db, scopeOf(visitor.user), idOf(params.id))
    if (!order) throw orderNotFound()
    const [trail, notices] = await Promise.all([
      listAudit(db, { subjectKind: 'order', subjectId: order.id, limit: TRAIL_SHOWN }),
      listNoticesOf(db, order.id, TRAIL_SHOWN),
    ])
    const whole = { trail: trail.map(trailAnswer), notices: notices.map(noticeAnswer) }
    return { ...(await answer(order)), ...whole }
  })

  const OrderBody = Body({
    ownerId: OwnerId,
    productId: Type.Optional(OwnerId),
    customerName: Name,
    customerEmail: Email,
    language: Type.Optional(Type.Unsafe<Language>({ enum: [...LANGUAGES] })),
    stationId: Type.Optional(OwnerId),
    validitySeconds: Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS }),
    startsAt: Type.Optional(Type.String({ maxLength: 40 })),
    amountMinor: Amount,
    currency: CurrencyField,
  })
  app.post('/orders', { config: changing, schema: { body: OrderBody } }, async (request, reply) => {
    const { productId = null, stationId = null, language, ...wish } = request.body
    const context = { ...gate.context(request), book: (await current()).book }
    const written = language ?? customerMail?.language ?? 'es'
    const wanted = { ...wish, startsAt: wish.startsAt, productId, stationId, language: written, client: null }
    return reply.code(201).send(await answer(await createOrder(context, scopeOf(request.visitor.user), wanted)))
  })

  app.post('/orders/:id/mail', { config: changing, schema: { params: IdParams } }, async (request, reply) => {
    const context = { ...gate.context(request), customerMail }
    const order = await mailOrder(context, scopeOf(request.visitor.user), idOf(request.params.id))
    return reply.code(202).send(await answer(order))
  })

  const PayBody = Body({ note: Type.Optional(Note) })
  app.post('/orders/:id/pay', { config: changing, schema: { params: IdParams, body: PayBody } }, async (request) => {
    const { book } = await current()
    const context = { ...gate.context(request), keys, book, customerMail }
    const scope = scopeOf(request.visitor.user)
    // Somebody says that the money is there.
    const payment = { way: 'hand', reference: null, note: request.body.note ?? null } as const
    const { order, already } = await payOrder(context, scope, idOf(request.params.id), payment)
    return { ...(await answer(order)), already, mailed: customerMail !== null }
  })

  app.post('/orders/:id/cancel', { config: changing, schema: { params: IdParams } }, async (request) => {
    const scope = scopeOf(request.visitor.user)
    const context = { ...gate.context(request), provider: paymentProvider }
    return answer(await cancelOrder(context, scope, idOf(request.params.id)))
  })

  const refunding = { config: changing, schema: { params: IdParams, body: Body({ note: Note }) } }
  app.post('/orders/:id/refund-note', refunding, async (request) => {
    const { note } = request.body
    const scope = scopeOf(request.visitor.user)
    return answer(await noteRefund(gate.context(request), scope, idOf(request.params.id), note.trim()))
  })

  async function answer(order: ListedOrder) {
    const ways = waysAnswer(order, {
      baseUrl,
      card: paymentProvider !== null,
      bankDetails,
      mail: customerMail !== null,
    })
    return { ok: true, order: orderAnswer(order, (await current()).book), ways }
  }
}
