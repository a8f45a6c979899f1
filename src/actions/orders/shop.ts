// An order by a customer in the public shop. Limits unpaid orders per client address and per e-mail address.

import { Refusal } from '../../domain/codes/refusal.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import { type CoverageNow, expectationAt, stationOf } from '../../domain/orders/expectation.ts'
import type { Language } from '../../domain/people/user.ts'
import { DAY_MS } from '../../domain/time/units.ts'
import type { Database } from '../../store/kit/database.ts'
import { insertOrderMail } from '../../store/orders/mails.ts'
import { findProduct, type ListedProduct } from '../../store/orders/products.ts'
import { countShopOrders, type ListedOrder } from '../../store/orders/rows.ts'
import { createOrder, type OrderContext } from './create.ts'
import { productNotFound } from './products.ts'

export const MOST_FROM_ONE_ADDRESS = 20
export const MOST_OPEN_OF_ONE_EMAIL = 5
const COUNTED_FOR_MS = DAY_MS

export interface ShopContext extends OrderContext {
  readonly choose: CoverageNow['choose']
  /** Key of the client address for rate limits. */
  readonly client: string
  readonly sendsMail: boolean
}

export interface ShopOrder {
  readonly productId: number
  readonly position: Position
  readonly customerName: string
  readonly customerEmail: string
  readonly language: Language
}

/** Products that are not in the shop do not exist for visitors. */
export async function shopProduct(db: Database, id: number): Promise<ListedProduct> {
  const product = await findProduct(db, 'all', id)
  if (!product?.active || !product.inShop) throw productNotFound()
  return product
}

export function orderInShop(context: ShopContext, wish: ShopOrder): Promise<ListedOrder> {
  const { book, now, client } = context
  return context.db.transaction(async (tx) => {
    const product = await shopProduct(tx, wish.productId)
    const expectation = expectationAt(product, wish.position, { ...book, choose: context.choose, now })
    if (!expectation.covered) throw new Refusal('no_coverage')
    await refuseTooMany(tx, client, wish.customerEmail, now)
    const { ownerId, id: productId, validitySeconds, amountMinor, currency, groupId } = product
    const { customerName, customerEmail, language } = wish
    const customer = { customerName, customerEmail, language, client }
    const bought = { ownerId, productId, validitySeconds, amountMinor, currency, startsAt: undefined }
    const stationId = stationOf(product, expectation)
    // A product of one station does not need the position.
    const place = product.serves === 'station' ? null : wish.position
    const order = await createOrder({ ...context, db: tx }, ownerId, {
      ...bought,
      ...customer,
      stationId,
      groupId,
      place,
    })
    if (context.sendsMail)
      await insertOrderMail(tx, { orderId: order.id, ownerId, recipient: customerEmail, occasion: 'shop' }, now)
    return order
  })
}

async function refuseTooMany(tx: Database, client: string, email: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - COUNTED_FOR_MS)
  const { ofClient, ofEmail } = await countShopOrders(tx, client, email, since)
  if (ofClient < MOST_FROM_ONE_ADDRESS && ofEmail < MOST_OPEN_OF_ONE_EMAIL) return
  throw new Refusal('too_many_orders', { retryAfterSeconds: 3_600 })
}
