// Where a customer can pay an order by card now: the provider's page that is still open, or a new one.

import { Refusal } from '../../domain/codes/refusal.ts'
import { orderUrl, type PaymentProvider } from '../../domain/orders/order.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { findCheckout, findOrderByKey, saveCheckout } from '../../store/orders/rows.ts'
import { orderNotFound, refuseTest, refuseUnlessOpen } from './existing.ts'

/** One that is about to end is no use to somebody who looks for the card. */
const LEAST_LEFT_MS = 10 * MINUTE_MS

export interface CheckoutContext {
  readonly db: Database
  readonly now: Date
  readonly baseUrl: string
  readonly provider: PaymentProvider | null
}

/** Returns the provider's address. Two at once may open two pages; whichever is paid, the order is paid once, and told if twice. */
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
