// Returns the card payment page of an order: the page that is still open, or a new one.

import { Refusal } from '../../domain/codes/refusal.ts'
import { orderUrl, type PaymentProvider } from '../../domain/orders/order.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { findCheckout, findOrderByKey, saveCheckout } from '../../store/orders/rows.ts'
import { orderNotFound, refuseTest, refuseUnlessOpen } from './existing.ts'

/** Customers need this long to pay; a checkout that ends earlier is replaced. */
const LEAST_LEFT_MS = 10 * MINUTE_MS

export interface CheckoutContext {
  readonly db: Database
  readonly now: Date
  readonly baseUrl: string
  readonly provider: PaymentProvider | null
}

/**
 * Returns the provider's URL. Concurrent calls may open two pages; the order is paid once, and a second payment is
 * recorded as a problem.
 */
export async function openCheckout({ db, now, baseUrl, provider }: CheckoutContext, key: string): Promise<string> {
  const order = await findOrderByKey(db, key)
  if (!order) throw orderNotFound()
  refuseUnlessOpen(order)
  refuseTest(order)
  if (!provider) throw new Refusal('no_card_payment')
  const open = await findCheckout(db, order.id)
  if (open?.url && open.expiresAt.getTime() - now.getTime() > LEAST_LEFT_MS) return open.url
  const checkout = await provider.open(order, orderUrl(baseUrl, order))
  await saveCheckout(db, order.id, checkout)
  return checkout.url
}
