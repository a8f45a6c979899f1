// Notifications of payment providers, and their outcome.
import type { PaymentWay } from '../../domain/orders/order.ts'
import { type Database, statement } from '../kit/database.ts'

export interface PaymentNotice {
  readonly provider: PaymentWay
  readonly noticeId: string
  readonly type: string
  readonly orderId: number | null
  readonly outcome: string
  readonly reference: string | null
  readonly amountMinor: number | null
  readonly currency: string | null
}

/** A repeated notification increments `times` and updates the outcome. */
export const saveNotice = (db: Database, notice: PaymentNotice, now: Date) =>
  db.query(
    statement(
      'payment-notice-save',
      `insert into payment_notices (provider, notice_id, type, order_id, outcome, reference, amount_minor, currency, received_at, last_received_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
       on conflict (provider, notice_id) do update set outcome = excluded.outcome, times = payment_notices.times + 1,
         last_received_at = excluded.last_received_at`,
    ),
    [
      notice.provider,
      notice.noticeId,
      notice.type,
      notice.orderId,
      notice.outcome,
      notice.reference,
      notice.amountMinor,
      notice.currency,
      now,
    ],
  )

export interface ReceivedNotice extends PaymentNotice {
  readonly times: number
  readonly receivedAt: Date
}

/** Newest first. The caller has checked that the order may be seen. */
export const listNoticesOf = (db: Database, orderId: number, limit: number) =>
  db.query<ReceivedNotice>(
    statement(
      'payment-notices-of',
      `select provider, notice_id as "noticeId", type, order_id as "orderId", outcome, reference, amount_minor as "amountMinor", currency, times,
         received_at as "receivedAt" from payment_notices where order_id = $1 order by received_at desc limit $2`,
    ),
    [orderId, limit],
  )
