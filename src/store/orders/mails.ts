import type { Database } from '../kit/database.ts'
import { insertMail } from '../mail/writer.ts'

/** outbound/mail/order-payment.ts renders these mails. */
export const ORDER_PAYMENT_MAIL = 'order-payment'

export interface NewOrderMail {
  readonly orderId: number
  readonly ownerId: number
  readonly recipient: string
  /** Deduplicates mails of the same order. */
  readonly occasion: string
}

export const insertOrderMail = (db: Database, { orderId, ownerId, recipient, occasion }: NewOrderMail, now: Date) =>
  insertMail(
    db,
    {
      ownerId,
      kind: ORDER_PAYMENT_MAIL,
      key: `${ORDER_PAYMENT_MAIL}:${orderId}:${occasion}`,
      recipient,
      data: { orderId },
    },
    now,
  )
