// Applies a payment notice whose signature is already verified. The outcome is stored once per notice.

import { Refusal } from '../../domain/codes/refusal.ts'
import { isOrderKey, type PaymentProblem, type PaymentWay } from '../../domain/orders/order.ts'
import { saveNotice } from '../../store/orders/payment-notices.ts'
import { findOrderByKey, type ListedOrder, savePaymentProblem } from '../../store/orders/rows.ts'
import { type PayContext, payOrder } from './pay.ts'

export interface PaymentNotice {
  readonly provider: PaymentWay
  readonly id: string
  readonly type: string
  readonly orderKey: string | null
  readonly reference: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
  /** False while the payment is still pending. */
  readonly settled: boolean
}

export type NoticeOutcome = 'paid' | 'unknown_order' | 'awaiting_payment' | PaymentProblem

const PROBLEM_OF: Readonly<Record<string, PaymentProblem>> = {
  order_wrong_amount: 'wrong_amount',
  order_cancelled: 'order_cancelled',
  order_station_archived: 'station_archived',
  credential_revoked: 'credential_revoked',
}

export async function takePaymentNotice(context: PayContext, notice: PaymentNotice): Promise<NoticeOutcome> {
  const named = isOrderKey(notice.orderKey ?? '') ? await findOrderByKey(context.db, notice.orderKey!) : null
  // Test orders never have a checkout, so a notice that names one is invalid.
  const order = named?.isTest ? null : named
  const outcome = order ? await outcomeOf(context, notice, order) : 'unknown_order'
  const { provider, id: noticeId, type, reference, amountMinor, currency } = notice
  const row = { provider, noticeId, type, orderId: order?.id ?? null, outcome, reference, amountMinor, currency }
  await context.db.transaction(async (tx) => {
    await saveNotice(tx, row, context.now)
    if (order && isProblem(outcome)) await savePaymentProblem(tx, order.id, outcome)
  })
  return outcome
}

async function outcomeOf(context: PayContext, notice: PaymentNotice, order: ListedOrder): Promise<NoticeOutcome> {
  if (!notice.settled) return 'awaiting_payment'
  const { provider: way, reference, amountMinor, currency } = notice
  try {
    const payment = { way, reference, note: null, received: { amountMinor, currency } }
    const { order: paid, already } = await payOrder(context, order.ownerId, order.id, payment)
    // A repeated notice of the same payment is ignored; a different payment for a paid order must be refunded.
    const sameMoney = paid.paidBy === way && paid.paymentReference === reference
    return already && !sameMoney ? 'paid_twice' : 'paid'
  } catch (error) {
    const problem = error instanceof Refusal && PROBLEM_OF[error.code]
    if (problem) return problem
    throw error
  }
}

export const isProblem = (outcome: NoticeOutcome): outcome is PaymentProblem =>
  outcome !== 'paid' && outcome !== 'unknown_order' && outcome !== 'awaiting_payment'
