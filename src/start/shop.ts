// Orders from outside, wired together: who takes cards, the customers' pages about orders, and the shop where there is one.
import { derivedFromStations } from '../api/derived.ts'
import type { Config } from '../config.ts'
import { Coverage } from '../domain/network/mountpoint-choice.ts'
import type { PaymentProvider } from '../domain/orders/order.ts'
import { orderPaymentMail } from '../mail/order-payment.ts'
import type { MailServices } from '../mail/send-mails.ts'
import type { PaymentServices } from '../payments/door.ts'
import { clientOf, RateLimiter } from '../running/rate-limiter.ts'
import { inTurns } from '../running/turns.ts'
import type { Current } from '../store/current/current.ts'
import { ORDER_PAYMENT_MAIL } from '../store/orders/mails.ts'
import type { ShopServices } from '../visitors/shop.ts'
import type { Foundation } from './foundation.ts'

/** A minute and client, counted by each node for itself; how many orders may be open is counted by the database. */
const QUESTIONS = 120
const ORDERS = 6

// Its library takes 100 ms and 8 MB of every start: only where it is wanted.

export const paymentProviderOf = async ({ stripe }: Config): Promise<PaymentProvider | null> =>
  stripe && (await import('../payments/stripe.ts')).stripeProvider(stripe)

/** Where signed notices arrive; nowhere without a provider. */
export async function paymentDoors(services: Omit<PaymentServices, 'stripe'>, { stripe }: Config) {
  return stripe ? [(await import('../payments/door.ts')).paymentsDoor({ ...services, stripe })] : []
}

/** How mails about orders are put into words. */
export const orderMails = (
  { db }: Pick<Foundation, 'db'>,
  { baseUrl, stripe, bankDetails }: Config,
): MailServices['render'] => ({
  [ORDER_PAYMENT_MAIL]: orderPaymentMail({ db, baseUrl, takesCards: stripe !== null, bankDetails }),
})

export function openShop(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  config: Config,
  current: () => Promise<Current>,
  provider: PaymentProvider | null,
): ShopServices {
  const coverageAt = derivedFromStations<Coverage>((book, now, before) => new Coverage(book.active, now, before))
  const questions = new RateLimiter(QUESTIONS)
  const orders = new RateLimiter(ORDERS)
  const { baseUrl, bankDetails, shop: open, smtp } = config
  return {
    db,
    current,
    clock,
    baseUrl,
    open,
    provider,
    bankDetails,
    sendsMail: smtp !== null,
    clientOf,
    async chooserOf(book) {
      const coverage = coverageAt(book, clock())
      await inTurns(coverage.prepare())
      return (position) => coverage.choose(position, book.network)
    },
    waitOf(kind, ip) {
      const limiter = kind === 'order' ? orders : questions
      const { allowed, resetSeconds } = limiter.hit(clientOf(ip), clock().getTime())
      return allowed ? null : resetSeconds
    },
  }
}
