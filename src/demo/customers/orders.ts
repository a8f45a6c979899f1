// Products and orders: paid, pending, and one whose payment the operator must review.
import type { NetworkContext } from '../../actions/context.ts'
import { createOrder } from '../../actions/orders/create.ts'
import { payOrder } from '../../actions/orders/pay.ts'
import { createProduct } from '../../actions/orders/products.ts'
import { takePaymentNotice } from '../../actions/orders/take-payment-notice.ts'
import type { Product, Serves } from '../../domain/orders/product.ts'
import { DAY_S, HOUR_MS } from '../../domain/time/units.ts'
import { BAJIO } from '../network/groups.ts'
import { MAIL_DOMAIN } from './names.ts'
import type { Organizations, Seller } from './organizations.ts'

type ProductName = 'RTK 24 h' | 'RTK 30' | 'RTK 365' | 'RTK Bajío 30' | 'Geomática 90'

/** The operator's products are in the shop. */
const PRODUCTS: readonly { name: ProductName; seller: Seller; days: number; serves: Serves; amountMinor: number }[] = [
  { name: 'RTK 24 h', seller: 'operator', days: 1, serves: 'place', amountMinor: 25_000 },
  { name: 'RTK 30', seller: 'operator', days: 30, serves: 'place', amountMinor: 290_000 },
  { name: 'RTK 365', seller: 'operator', days: 365, serves: 'network', amountMinor: 2_450_000 },
  { name: 'RTK Bajío 30', seller: 'operator', days: 30, serves: 'group', amountMinor: 190_000 },
  { name: 'Geomática 90', seller: 'survey', days: 90, serves: 'network', amountMinor: 720_000 },
]

interface DemoOrder {
  readonly customer: string
  readonly mailName: string
  readonly product: ProductName
  readonly hoursAgo: number
  /** Hours since the payment; `null` if it is pending. `short`: the card payment was too low. */
  readonly paid: number | null | 'short'
}

const ORDERS: readonly DemoOrder[] = [
  { customer: 'Topografía Anáhuac', mailName: 'anahuac', product: 'RTK 365', hoursAgo: 70, paid: 66 },
  { customer: 'Catastro Municipal', mailName: 'catastro', product: 'Geomática 90', hoursAgo: 52, paid: 50 },
  { customer: 'Lucía Ortega', mailName: 'lucia', product: 'RTK 30', hoursAgo: 30, paid: 29 },
  { customer: 'Ingeniería Ñandú', mailName: 'nandu', product: 'RTK Bajío 30', hoursAgo: 14, paid: 'short' },
  { customer: 'Agrícola San Isidro', mailName: 'isidro', product: 'RTK 30', hoursAgo: 9, paid: null },
  { customer: 'Drones Quetzal', mailName: 'quetzal', product: 'RTK 24 h', hoursAgo: 2, paid: null },
]

export async function writeOrders(
  context: NetworkContext,
  organizations: Organizations,
  groupIds: ReadonlyMap<string, number>,
): Promise<void> {
  const at = (hoursAgo: number) => ({
    ...context,
    now: new Date(context.now.getTime() - hoursAgo * HOUR_MS),
    customerMail: null,
  })
  const products = new Map<ProductName, Product>()
  for (const { name, seller, days, serves, amountMinor } of PRODUCTS) {
    const product = await createProduct(at(80), 'all', {
      ...{ name, serves, amountMinor, currency: 'MXN', validitySeconds: days * DAY_S, stationId: null },
      ownerId: organizations[seller].ownerId,
      ...(serves === 'group' && { groupId: groupIds.get(BAJIO)! }),
      active: true,
      inShop: seller === 'operator',
    })
    products.set(name, product)
  }
  for (const { customer, mailName, product, hoursAgo, paid } of ORDERS) {
    const { id: productId, ownerId, validitySeconds, amountMinor, currency, groupId } = products.get(product)!
    const order = await createOrder(at(hoursAgo), 'all', {
      ...{ ownerId, productId, validitySeconds, amountMinor, currency, groupId },
      customerName: customer,
      customerEmail: `${mailName}@${MAIL_DOMAIN}`,
      language: 'es',
      stationId: null,
      startsAt: undefined,
      client: null,
    })
    if (paid === 'short')
      await takePaymentNotice(at(hoursAgo - 1), {
        ...{ provider: 'stripe', id: 'evt_demo', type: 'checkout.session.completed', reference: 'pi_demo' },
        ...{ orderKey: order.key, amountMinor: amountMinor - 50_000, currency, settled: true },
      })
    else if (paid !== null) {
      const payment = { way: 'hand', reference: `SPEI ${4470 + order.id}`, note: null } as const
      await payOrder(at(paid), 'all', order.id, payment)
    }
  }
}
