// Orders by hand of somebody in the administration area: made, paid, cancelled, given back.

import { startTime } from '../../domain/credentials/start-time.ts'
import { wrong } from '../../domain/fault.ts'
import type { CustomerMail } from '../../domain/handover/handover.ts'
import { moneyText } from '../../domain/orders/money.ts'
import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { insertOrderMail } from '../../store/orders/mails.ts'
import { findProduct } from '../../store/orders/products.ts'
import {
  findCheckout,
  findOrder,
  type ListedOrder,
  lockOrder,
  markCancelled,
  saveRefundNote,
} from '../../store/orders/rows.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { type DeedContext, record } from '../context.ts'
import { createOrder, type OrderContext, type OrderWish } from './create.ts'
import { orderNotFound, type Paid, type PayContext, payOrder } from './pay.ts'
import { productNotFound } from './products.ts'

export interface HandOrder extends Omit<OrderWish, 'startsAt' | 'productName' | 'client'> {
  /** As a credential's: a date, or a time. */
  readonly startsAt: string | undefined
}

export function makeOrder(context: OrderContext, within: OwnerScope, wish: HandOrder): Promise<ListedOrder> {
  const { ownerId, productId } = wish
  return context.db.transaction(async (tx) => {
    if (!(await findOwner(tx, within, ownerId))) throw new Refusal('owner_not_found')
    const product = productId === null ? null : await findProduct(tx, ownerId, productId)
    if (productId !== null && !product) throw productNotFound()
    const start = startTime(wish.startsAt, context.now)
    if ('fault' in start) throw invalid({ path: ['startsAt'], ...start.fault })
    const startsAt = wish.startsAt === undefined || start.at <= context.now ? null : start.at
    const order = { ...wish, startsAt, productName: product?.name ?? null, client: null }
    return createOrder({ ...context, db: tx }, within, order)
  })
}

/** Mails the customer how to pay. Twice within a minute is once. */
export function mailOrder(
  context: DeedContext & { readonly customerMail: CustomerMail | null },
  within: OwnerScope,
  id: number,
): Promise<ListedOrder> {
  const { now } = context
  return context.db.transaction(async (tx) => {
    const found = await lockOrder(tx, within, id)
    if (!found) throw orderNotFound()
    if (!context.customerMail) throw new Refusal('no_mail_server')
    if (found.state === 'paid') throw new Refusal('order_paid')
    if (found.state === 'cancelled') throw new Refusal('order_cancelled')
    const { ownerId, customerEmail: recipient } = found
    await insertOrderMail(tx, { orderId: id, ownerId, recipient, occasion: now.toISOString().slice(0, 16) }, now)
    const details = { customer: found.customerName, to: recipient }
    await record(tx, context, { action: 'order.mailed', subject: { kind: 'order', id }, ownerId, details })
    return found
  })
}

/** Somebody says that the money is there. */
export const payByHand = (context: PayContext, within: OwnerScope, id: number, note: string | null): Promise<Paid> =>
  payOrder(context, within, id, { way: 'hand', reference: null, note })

/** Again: the same answer. A paid one is refused: its money is given back by a note, its credential by revoking it. */
export async function cancelOrder(
  context: DeedContext,
  within: OwnerScope,
  id: number,
  provider: PaymentProvider | null,
): Promise<ListedOrder> {
  const { order, checkoutId } = await context.db.transaction(async (tx) => {
    const found = await lockOrder(tx, within, id)
    if (!found) throw orderNotFound()
    if (found.state === 'cancelled') return { order: found, checkoutId: null }
    if (found.state === 'paid') throw new Refusal('order_paid')
    const checkout = await findCheckout(tx, id)
    await markCancelled(tx, id, context.now)
    const details = { customer: found.customerName, amount: moneyText(found) }
    const { ownerId } = found
    await record(tx, context, { action: 'order.cancelled', subject: { kind: 'order', id }, ownerId, details })
    return { order: (await findOrder(tx, within, id))!, checkoutId: checkout?.id ?? null }
  })
  // A page that stays open there is no harm: what is paid on it is told, and changes nothing here.
  if (provider && checkoutId) await provider.close(checkoutId).catch(() => {})
  return order
}

/** Of money that came: on a paid order, or on one that could not be put to use. The last note stands; the trail has them all. */
export function noteRefund(context: DeedContext, within: OwnerScope, id: number, note: string): Promise<ListedOrder> {
  return context.db.transaction(async (tx) => {
    const found = await lockOrder(tx, within, id)
    if (!found) throw orderNotFound()
    if (found.state !== 'paid' && found.paymentProblem === null) throw invalid(wrong(['note'], 'not_paid'))
    await saveRefundNote(tx, id, note, context.now)
    const details = { customer: found.customerName, amount: moneyText(found), note }
    const { ownerId } = found
    await record(tx, context, { action: 'order.refund_noted', subject: { kind: 'order', id }, ownerId, details })
    return (await findOrder(tx, within, id))!
  })
}
