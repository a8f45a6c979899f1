import type { NetworkContext } from '../../actions/context.ts'
import { createOrder } from '../../actions/orders/create.ts'
import { payOrder } from '../../actions/orders/pay.ts'
import { createProduct } from '../../actions/orders/products.ts'
import type { Serves } from '../../domain/orders/product.ts'
import { DAY_S, HOUR_MS } from '../../domain/time/units.ts'
import { simulated } from './names.ts'

const PRODUCTS: readonly { name: string; days: number; serves: Serves; amountMinor: number }[] = [
  { name: 'RTK un día', days: 1, serves: 'place', amountMinor: 25_000 },
  { name: 'RTK un mes', days: 30, serves: 'place', amountMinor: 290_000 },
  { name: 'Red completa, un año', days: 365, serves: 'network', amountMinor: 2_450_000 },
]

/** `paid`: hours since the payment; `null` if it is pending. */
const ORDERS: readonly { customer: string; email: string; product: number; hoursAgo: number; paid: number | null }[] = [
  { customer: 'Topografía Anáhuac', email: 'anahuac@simulated.example', product: 2, hoursAgo: 70, paid: 66 },
  { customer: 'Lucía Ortega', email: 'lucia@simulated.example', product: 1, hoursAgo: 30, paid: 29 },
  { customer: 'Agrícola San Isidro', email: 'isidro@simulated.example', product: 1, hoursAgo: 9, paid: null },
  { customer: 'Drones del Bajío', email: 'drones@simulated.example', product: 0, hoursAgo: 2, paid: null },
]

/** All products are in the shop; the orders are for the whole network. */
export async function writeOrders(context: NetworkContext, ownerId: number): Promise<void> {
  const { now } = context
  const at = (hoursAgo: number) => ({ ...context, now: new Date(now.getTime() - hoursAgo * HOUR_MS) })
  const products = []
  for (const { days, name, ...rest } of PRODUCTS) {
    const terms = {
      ...rest,
      currency: 'MXN' as const,
      validitySeconds: days * DAY_S,
      stationId: null,
      active: true,
      inShop: true,
    }
    products.push(await createProduct(at(80), 'all', { ...terms, name: simulated(name), ownerId }))
  }
  for (const { customer, email, product, hoursAgo, paid } of ORDERS) {
    const { id: productId, validitySeconds, amountMinor, currency } = products[product]!
    const order = await createOrder(at(hoursAgo), 'all', {
      ownerId,
      productId,
      customerName: simulated(customer),
      customerEmail: email,
      language: 'es',
      stationId: null,
      validitySeconds,
      startsAt: undefined,
      amountMinor,
      currency,
      client: null,
    })
    if (paid === null) continue
    const payment = { way: 'hand', reference: null, note: simulated('Transferencia recibida') } as const
    await payOrder({ ...at(paid), customerMail: null }, 'all', order.id, payment)
  }
}
