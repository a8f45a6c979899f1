// Wires up renewals on the customers' pages: an order at a product's price, or a request to the issuer.
import { askRenewal } from '../../../actions/delivery/ask-renewal.ts'
import { orderRenewal } from '../../../actions/orders/renew.ts'
import { clientOf } from '../../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../../base/limits/shared-limit.ts'
import { system } from '../../../domain/audit/action.ts'
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import { mayAskAgain, mayRenew, type RenewalOffer, type RenewalWay } from '../../../domain/delivery/renewal.ts'
import { isServed } from '../../../domain/orders/renewal.ts'
import type { CustomerServices } from '../../../http/public/customer.ts'
import type { Current } from '../../../store/current/current.ts'
import type { rateSharer } from '../../../store/operations/rate-slots.ts'
import { listRenewalOffers } from '../../../store/orders/products.ts'
import type { Foundation } from '../../foundation.ts'
import type { LiveConfig } from '../../settings.ts'

/** Max renewals per minute and client address; each credential also has one request per day and one order per product. */
const RENEWALS = 6
/** The page has room for this many buttons. */
const SHOWN_OFFERS = 6
const SHOP_PATH = '/shop'

export interface Renewals {
  readonly wayOf: (delivery: CustomerDelivery, askedAt: Date | null) => Promise<RenewalWay>
  readonly renew: CustomerServices['renew']
  stop(): void
}

interface Dependencies extends Pick<Foundation, 'db' | 'clock'> {
  readonly current: () => Promise<Current>
  readonly share: ReturnType<typeof rateSharer>
}

export function openRenewals(
  { db, clock, current, share }: Dependencies,
  config: LiveConfig,
  { canMail, warnUnheard }: { canMail: () => boolean; warnUnheard: (credentialId: number) => void },
): Renewals {
  const limit = new SharedLimit(RENEWALS, share, 'renewal')

  /** Products of the shop for this credential; none while the shop is closed. */
  async function offersFor({ credential }: CustomerDelivery): Promise<RenewalOffer[]> {
    if (!config.shop || !isServed(credential, (await current()).book)) return []
    const products = await listRenewalOffers(db, credential.ownerId, credential, true)
    return products.slice(0, SHOWN_OFFERS).map(({ id: productId, validitySeconds, amountMinor, currency }) => ({
      productId,
      validitySeconds,
      amountMinor,
      currency,
    }))
  }

  async function wayOf(delivery: CustomerDelivery, askedAt: Date | null): Promise<RenewalWay> {
    const { credential, state, now } = delivery
    if (state === 'revoked' && config.shop) return { kind: 'shop', url: SHOP_PATH }
    if (!mayRenew(credential, now)) return null
    const offers = await offersFor(delivery)
    if (offers.length > 0) return { kind: 'offers', offers, asksEmail: credential.customerEmail === null }
    return canMail() ? { kind: 'request', askedAt, mayAsk: mayAskAgain(askedAt, now) } : null
  }

  const renew: CustomerServices['renew'] = async (delivery, { productId, ...wish }, ip) => {
    const way = await wayOf(delivery, null)
    if (way === null || way.kind === 'shop' || (way.kind === 'offers' && productId === null)) return null
    const { allowed, resetSeconds } = await limit.hitEverywhere(clientOf(ip), clock().getTime())
    if (!allowed) return { waitSeconds: resetSeconds }
    const { id } = delivery.credential
    // Without the client's address: customers are not tracked.
    const context = { db, by: system('customer'), now: clock() }
    if (way.kind === 'offers') {
      const { book } = await current()
      const order = await orderRenewal({ ...context, book, sendsMail: canMail() }, id, {
        ...wish,
        productId: productId!,
      })
      return order && { orderKey: order.key }
    }
    if ((await askRenewal(context, id)) === 'nobody') warnUnheard(id)
    return null
  }

  return { wayOf, renew, stop: () => limit.stop() }
}
