// Mails about orders that wait for their money.
import { type Database, statement } from '../database.ts'

/** Put into words by mail/order-payment.ts. */
export const ORDER_PAYMENT_MAIL = 'order-payment'

export interface NewOrderMail {
  readonly orderId: number
  readonly ownerId: number
  readonly recipient: string
  /** What makes two of the same one. */
  readonly occasion: string
}

export const insertOrderMail = (db: Database, { orderId, ownerId, recipient, occasion }: NewOrderMail, now: Date) =>
  db.query(
    statement(
      'order-mail-insert',
      `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
       values ($1, $2, $3, $4, jsonb_build_object('orderId', $5::bigint), $6, $6) on conflict (key) do nothing`,
    ),
    [ownerId, ORDER_PAYMENT_MAIL, `${ORDER_PAYMENT_MAIL}:${orderId}:${occasion}`, recipient, orderId, now],
  )
