// Wires up orders: the payment provider, the customers' order pages, and the shop if it is open.

import { clientOf } from '../../../base/limits/rate-limiter.ts'
import { SharedLimit } from '../../../base/limits/shared-limit.ts'
import { inTurns } from '../../../base/running/turns.ts'
import { Coverage, type StatusRule } from '../../../domain/network/mountpoint-choice.ts'
import type { PaymentProvider } from '../../../domain/orders/order.ts'
import { inServiceStatusAt, saleStatusAt } from '../../../domain/orders/sellable.ts'
import type { ShopServices } from '../../../http/public/shop.ts'
import { orderPaymentMail } from '../../../outbound/mail/order-payment.ts'
import type { MailServices } from '../../../outbound/mail/send-mails.ts'
import type { PaymentServices } from '../../../outbound/payments/routes.ts'
import type { Current } from '../../../store/current/current.ts'
import { derivedFromStations } from '../../../store/current/derived.ts'
import { rateSharer } from '../../../store/operations/rate-slots.ts'
import { ORDER_PAYMENT_MAIL } from '../../../store/orders/mails.ts'
import type { Foundation } from '../../foundation.ts'
import type { LiveConfig } from '../../settings.ts'

/**
 * Max requests and orders per minute and client address, over all nodes. Each order is counted on all nodes before it
 * is accepted; counts of other requests are shared later. Unpaid orders have another limit.
 */
const QUESTIONS = 120
const ORDERS = 6

// Imported on demand: the library costs 100 ms and 8 MB at every start.

export const paymentProviderOf = async ({ stripe }: Pick<LiveConfig, 'stripe'>): Promise<PaymentProvider | null> =>
  stripe && (await import('../../../outbound/payments/stripe.ts')).stripeProvider(stripe)

/** The endpoint for signed payment notices; none without a provider. */
export async function paymentDoors(services: Omit<PaymentServices, 'stripe'>, { stripe }: Pick<LiveConfig, 'stripe'>) {
  // Not copied, because the mail settings can change while the service runs.
  return stripe
    ? [(await import('../../../outbound/payments/routes.ts')).paymentRoutes(Object.assign(services, { stripe }))]
    : []
}

export const orderMails = ({ db }: Pick<Foundation, 'db'>, config: LiveConfig): MailServices['render'] => ({
  [ORDER_PAYMENT_MAIL]: orderPaymentMail({
    db,
    baseUrl: config.baseUrl,
    takesCards: config.stripe !== null,
    get bankDetails() {
      return config.bankDetails
    },
  }),
})

export interface OpenShop {
  readonly services: ShopServices
  stop(): void
}

export function openShop(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  config: LiveConfig,
  current: () => Promise<Current>,
  provider: PaymentProvider | null,
): OpenShop {
  const coverageBy = (rule: StatusRule) =>
    derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before, rule))
  const [soldAt, inServiceAt] = [coverageBy(saleStatusAt), coverageBy(inServiceStatusAt)]
  const share = rateSharer(db)
  const questions = new SharedLimit(QUESTIONS, share, 'shop')
  const orders = new SharedLimit(ORDERS, share, 'order')
  const services: ShopServices = {
    db,
    current,
    clock,
    baseUrl: config.baseUrl,
    get open() {
      return config.shop
    },
    provider,
    get bankDetails() {
      return config.bankDetails
    },
    get sendsMail() {
      return config.smtp !== null
    },
    clientOf,
    async choosersOf(book) {
      const [sold, inService] = [soldAt(book, clock()), inServiceAt(book, clock())]
      for (const coverage of [sold, inService]) await inTurns(coverage.prepare())
      return {
        choose: (position) => sold.choose(position, book.network),
        chooseUnheard: (position) => inService.choose(position, book.network),
      }
    },
    async waitOf(kind, ip) {
      const [client, now] = [clientOf(ip), clock().getTime()]
      const verdict = kind === 'order' ? await orders.hitEverywhere(client, now) : questions.hit(client, now)
      return verdict.allowed ? null : verdict.resetSeconds
    },
  }
  const stop = () => {
    questions.stop()
    orders.stop()
  }
  return { services, stop }
}
