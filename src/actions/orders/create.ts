// Makes an order that waits for its money: for somebody in the administration area, or for a customer in the shop.

import type { Doer } from '../../domain/audit/deed.ts'
import { wrong } from '../../domain/fault.ts'
import { moneyText } from '../../domain/orders/money.ts'
import { ORDER_KEY_LENGTH } from '../../domain/orders/order.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { invalid } from '../../domain/refusal.ts'
import { BASE62, randomCode } from '../../secrets.ts'
import type { StationBook } from '../../store/current.ts'
import type { Database } from '../../store/database.ts'
import { findOrder, insertOrder, type ListedOrder, type NewOrder } from '../../store/orders/rows.ts'
import { record } from '../context.ts'

export interface OrderContext {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
  readonly by: Doer
}

export type OrderWish = Omit<NewOrder, 'createdAt' | 'key'>

/** In the transaction of the caller. */
export async function createOrder(
  { db, book, now, by }: OrderContext,
  within: OwnerScope,
  wish: OrderWish,
): Promise<ListedOrder> {
  const { ownerId, stationId, customerName, productName } = wish
  const station = stationId === null ? null : book.byId.get(stationId)
  if (station === undefined || station?.archived) throw invalid(wrong(['stationId'], 'unknown_station_id'))
  const id = await insertOrder(db, { ...wish, createdAt: now, key: randomCode(ORDER_KEY_LENGTH, BASE62) })
  const details = {
    customer: customerName,
    product: productName,
    station: station?.code ?? null,
    validitySeconds: wish.validitySeconds,
    amount: moneyText(wish),
  }
  await record(db, { by, now }, { action: 'order.created', subject: { kind: 'order', id }, ownerId, details })
  return (await findOrder(db, within, id))!
}
